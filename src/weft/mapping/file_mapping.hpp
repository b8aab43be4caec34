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
      "rankfile of Open MPI (`rank 3=node12 slot=1`). The number at the end of the name of a node is the number of the "
      "node, counted from 0; each node has as many slots as a router has terminals.";
  static constexpr std::tuple schema{param("path", &Params::path, "the file")};

  explicit FileMapping(Params params) : params_(std::move(params)) {}
  static void check(Params const& params);
  Placement place(MappingContext const& context) const;
  static std::vector<Params> worth_trying(MappingContext const&) { return {}; }

 private:
  Params params_;
};

/// The terminal of each task as the text lists them. `slots`: terminals of each node. Throws InputError
/// naming the place unless every one of `tasks` tasks has a terminal below `terminals` of its own.
Placement parse_placement(std::string_view text, std::string_view file, std::uint64_t tasks,
                          std::uint64_t terminals, std::uint64_t slots);

}  // namespace weft::mapping
