#pragma once

#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// A random placement.
class Random {
 public:
  struct Params {};
  static constexpr std::string_view name = "random";
  static constexpr std::string_view doc =
      "Places tasks on terminals uniformly at random, at most one on each. It models a scheduler that "
      "ignores locality on a full machine, and is the cheapest method to spread traffic.";
  static constexpr std::tuple schema{};

  explicit Random(Params const&) {}
  Placement place(MappingContext const& context) const;
};

}  // namespace weft::mapping
