#pragma once

#include <string>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/shares.hpp"

namespace weft::routing {

/// A routing table from a file.
class Table {
 public:
  struct Params {
    std::string file;
  };
  static constexpr std::string_view name = "table";
  static constexpr std::string_view doc =
      "The routes of a file, on any network. A line `from to weight port port ..` is a path from one router "
      "to another: the output port to take at each router on it. Lines of the same pair share its traffic in "
      "proportion to their weights, which are integers. `#` begins a comment. Weft refuses a route that "
      "loops, ends elsewhere or uses a port that does not exist. It also refuses traffic between routers "
      "without a route.";
  static constexpr std::tuple schema{
      param("file", &Params::file, "path to the file of routes"),
  };
  static void check(Params const& params);
  static constexpr std::string_view needs = "any topology";

  explicit Table(Params const& params) : params_(params) {}
  bool serves(Machine const&) const { return true; }
  SharesPtr shares(Machine const& machine) const;

 private:
  Params params_;
};

}  // namespace weft::routing
