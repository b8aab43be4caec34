// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/param.hpp"

namespace weft {

/// The cells of a grid of any dimensions, as ranks in row-major order (the last coordinate the fastest),
/// along a Hilbert curve: that of the smallest cube with a power of two as its side around the grid, without
/// the cells outside, as the compact indices of C. H. Hamilton and A. Rau-Chaplin, Compact Hilbert indices:
/// Space-filling curves for domains with unequal side lengths, Inf. Process. Lett. 105, 2008. In cubes of
/// such sides consecutive cells are neighbors.
std::vector<std::uint32_t> hilbert_order(Sides const& sides);

}  // namespace weft
