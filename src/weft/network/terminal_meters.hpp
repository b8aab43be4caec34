// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "weft/network/layout.hpp"

namespace weft {

/// Returns the mean cable length, along the axes and in meters, between the routers of two distinct
/// terminals, over all ordered pairs; a lower bound on the mean length of paths between them. `terminals_at`:
/// number of terminals of each router.
double mean_terminal_meters(Layout const& layout, std::span<std::uint32_t const> terminals_at);

/// Returns the mean for routers 0 .. routers - 1 with `each` terminals each, without visiting the routers of
/// a block that contains all values of its digits.
double mean_terminal_meters(Layout const& layout, std::uint64_t routers, std::uint32_t each);

}  // namespace weft
