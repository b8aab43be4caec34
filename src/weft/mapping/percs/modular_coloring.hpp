// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// The permutation y -> multiplier * y + offset modulo `size`.
struct AffinePermutation {
  std::uint32_t size, multiplier, offset;
  std::uint32_t operator()(std::uint32_t y) const {
    return static_cast<std::uint32_t>((std::uint64_t{multiplier} * y + offset) % size);
  }
};

/// Returns whether a permutation is *nice*: consider two cyclic rows of colors 0 .. size - 1, the first in
/// order, the second permuted. The six neighbors of the two positions of any color (left and right in both
/// rows, below in the first, above in the second) must differ from one another and from the color
/// (Chakaravarthy et al. 2012, appendix A).
bool is_admissible(AffinePermutation const& permutation);

/// Returns a nice permutation: 5 y + 2 if it is nice, as for all powers of two from 8 on (lemma A.1), else
/// the nice permutation with the lowest multiplier, then the lowest offset; nullopt if there is none, as for
/// sizes below 8.
std::optional<AffinePermutation> find_affine_permutation(std::uint32_t size);

/// The mapping `modular_coloring`: each group consists of two blocks of tasks, such that no two groups share
/// more than one border.
class ModularColoring {
 public:
  struct Params {
    Sides block{0};
  };
  static constexpr std::string_view name = "modular_coloring";
  static constexpr std::string_view doc =
      "MOD CLR of Chakaravarthy et al. (Mapping strategies for the PERCS architecture, HiPC 2012), for the "
      "halo on networks of two levels: PERCS, dragonflies and other groups of routers with links between "
      "every two groups. Two blocks of tasks share a group (PERCS: a supernode, blocks of 8x8), so that "
      "any two "
      "groups have at most one pair of adjacent blocks. Block (x, y) of p x q goes to group floor(x/2) q + y "
      "in even rows, floor(x/2) q + (5y + 2) mod q in odd ones, to its first or second half. p is even and at "
      "least 4. q is a power of two >= 8; for other numbers such as 12, other factors than 5 are tried. "
      "With n links between two groups and a longer side s of a block, a channel between groups carries at "
      "most s / 4n of the traffic of the mean task.";
  static constexpr std::tuple schema{
      param("block", &Params::block, Range{0, 65536},
            "rows x columns of tasks in half a group; 0: as close to a square as the grid allows"),
  };

  explicit ModularColoring(Params const& params) : params_(params) {}
  Placement place(MappingContext const& context) const;

 private:
  Params params_;
};

}  // namespace weft::mapping
