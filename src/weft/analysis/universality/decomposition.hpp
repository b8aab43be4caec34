#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "weft/core/progress.hpp"

namespace weft {

/// A network laid out in space as a tree of boxes. Each box is cut across its longest side into halves with
/// equally many routers, or one more, down to single routers, the leaves of a fat tree. Source: Leiserson
/// 1985, section V.
struct Decomposition {
  std::uint32_t height = 0;         ///< of the tree: 2^height >= routers
  std::vector<std::uint32_t> leaf;  ///< of each router
  /// Sides of the box, in units such that at most as many channels leave a box of the tree as its surface has
  /// units.
  std::array<double, 3> sides{};
  double volume() const { return sides[0] * sides[1] * sides[2]; }
};

/// `places`: of the routers, on a lattice. `channels`: pairs of routers. A step of the progress is a height
/// of the tree.
Decomposition decompose(std::span<std::array<std::int32_t, 3> const> places,
                        std::span<std::pair<std::uint32_t, std::uint32_t> const> channels,
                        Progress& progress = no_progress());

}  // namespace weft
