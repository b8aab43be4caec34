#pragma once

#include <string>
#include <tuple>

#include "weft/engine/load/routings/load_routing.hpp"

namespace weft::load {

/// What a file says.
class Table {
 public:
  struct Params {
    std::string file;
  };
  static constexpr std::string_view name = "table";
  static constexpr std::string_view doc =
      "The routes of a file, on any network. A line `from to weight port port ..` is a way from one router to another: the output "
      "port to take at each router on it. Lines of the same pair share its traffic in proportion of their weights, whole numbers. "
      "`#` begins a comment. A route that loops, ends elsewhere or takes a port that is none is refused, and so is traffic between "
      "routers without a route.";
  static constexpr std::tuple schema{
      param("file", &Params::file, "path of the routes"),
  };
  static void check(Params const& params);

  explicit Table(Params const& params) : params_(params) {}
  void check_machine(Machine const&) const {}
  PairSharesPtr shares(Machine const& machine) const;

 private:
  Params params_;
};

}  // namespace weft::load
