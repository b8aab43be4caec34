#pragma once

#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// Every task anywhere.
class Random {
 public:
  struct Params {};
  static constexpr std::string_view name = "random";
  static constexpr std::string_view doc =
      "Tasks onto terminals uniformly at random, no two on one. This is the worst case for the scheduler of "
      "a full machine, and the cheapest method to spread traffic.";
  static constexpr std::tuple schema{};

  explicit Random(Params const&) {}
  Placement place(MappingContext const& context) const;
};

}  // namespace weft::mapping
