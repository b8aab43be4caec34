// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "weft/core/progress.hpp"
#include "weft/engine/load/router_traffic.hpp"

namespace weft::load {

/// Returns the maximum distance in hops between two communicating routers; 0 if there are none. Runs one
/// breadth-first search per sending router, up to its farthest destination, on all threads. Throws InputError
/// for traffic without a path.
std::uint32_t farthest_hops(RouterTraffic const& traffic, Progress& progress = no_progress());

}  // namespace weft::load
