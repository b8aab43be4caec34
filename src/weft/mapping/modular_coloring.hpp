#pragma once

#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// Half supernodes of 8x8 tasks, colored so that no two supernodes are neighbors twice.
class ModularColoring {
 public:
  struct Params {};
  static constexpr std::string_view name = "modular_coloring";
  static constexpr std::string_view doc =
      "MOD CLR of Chakaravarthy et al. (Mapping strategies for the PERCS architecture, HiPC 2012), for the "
      "halo on PERCS: two blocks of 8x8 tasks share a supernode, so that any two supernodes have at most one "
      "pair of adjacent blocks. Block (x, y) of p x q goes to supernode floor(x/2) q + y in even rows, "
      "floor(x/2) q + (5y + 2) mod q in odd ones, nodes 0-15 or 16-31. The task grid has a multiple of 32 "
      "rows, and a power of two of columns, at least 64.";
  static constexpr std::tuple schema{};

  explicit ModularColoring(Params const&) {}
  Placement place(MappingContext const& context) const;
};

}  // namespace weft::mapping
