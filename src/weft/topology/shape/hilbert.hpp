// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/param.hpp"

namespace weft {

/// Returns the cells of a grid of any dimension, as ranks in row-major order (the last coordinate fastest),
/// in the order of a Hilbert curve: the curve of the smallest enclosing cube with a power of two as its side,
/// without the cells outside of the grid, like the compact indices of C. H. Hamilton and A. Rau-Chaplin,
/// Compact Hilbert indices: Space-filling curves for domains with unequal side lengths, Inf. Process. Lett.
/// 105, 2008. If the grid is such a cube, consecutive cells are neighbors.
std::vector<std::uint32_t> hilbert_order(Sides const& sides);

}  // namespace weft
