#pragma once

#include <cstdint>
#include <vector>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// The terminals of tasks that are placed block by block: block b of the grid takes consecutive terminals
/// from first[b]. Inside a block, sub-blocks ("quads") in row-major order, row-major inside.
Placement place_blocks(Sides const& grid, Sides const& block, Sides const& quad,
                       std::vector<std::uint32_t> const& first);

/// Throws InputError, naming `what` and `of`, unless `small` has as many sides as `large` and each divides
/// its one.
void check_divides(Sides const& small, Sides const& large, char const* what, char const* of);

}  // namespace weft::mapping
