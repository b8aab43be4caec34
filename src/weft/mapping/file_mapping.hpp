#pragma once

#include <string>
#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// A placement that a file lists.
class FileMapping {
 public:
  struct Params {
    std::string path = {};
  };
  static constexpr std::string_view name = "file";
  static constexpr std::string_view doc =
      "The placement that a file lists, such as the current one: the terminal of each task, a line each, or a "
      "rankfile of Open MPI (`rank 3=node12 slot=1`). Nodes have the names of the hosts of the topology. If it has none, "
      "the number at the end of the name of a node is that of a router with terminals, counted from 0. A slot is a "
      "terminal of the node.";
  static constexpr std::tuple schema{param("path", &Params::path, "the file")};

  explicit FileMapping(Params params) : params_(std::move(params)) {}
  static void check(Params const& params);
  Placement place(MappingContext const& context) const;
  static std::vector<Params> worth_trying(MappingContext const&) { return {}; }

 private:
  Params params_;
};

/// The terminal of each task as the text lists them. Throws InputError naming the place unless every task
/// has a terminal of its own.
Placement parse_placement(std::string_view text, std::string_view file, MappingContext const& context);

}  // namespace weft::mapping
