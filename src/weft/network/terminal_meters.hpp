// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "weft/network/layout.hpp"

namespace weft {

/// The mean length of a cable along the axes between the routers of two terminals, in meters, over ordered
/// pairs of distinct terminals; no path between them is shorter. `terminals_at`: terminals by router.
double mean_terminal_meters(Layout const& layout, std::span<std::uint32_t const> terminals_at);

/// The same where each of the routers 0 .. routers - 1 carries `each` terminals: without visiting the routers
/// of a block whose digits take all values.
double mean_terminal_meters(Layout const& layout, std::uint64_t routers, std::uint32_t each);

}  // namespace weft
