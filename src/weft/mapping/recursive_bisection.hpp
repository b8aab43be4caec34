#pragma once

#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// Tasks and machine cut in two, again and again.
class RecursiveBisection {
 public:
  struct Params {};
  static constexpr std::string_view name = "recursive_bisection";
  static constexpr std::string_view doc =
      "Dual recursive bisection (T. Hoefler and M. Snir, Generic topology mapping strategies for large-scale "
      "parallel architectures, ICS 2011): cuts the routers into two parts with little bandwidth between "
      "them, and the tasks into two parts that exchange little and fill the routers equally. Each half is "
      "then cut by itself, down to single routers. METIS makes the cuts, and Weft corrects them to the exact "
      "sizes. If parallel cuts are equally good, the halves may be mirrored.";
  static constexpr std::tuple schema{};

  explicit RecursiveBisection(Params const&) {}
  Placement place(MappingContext const& context) const;
};

}  // namespace weft::mapping
