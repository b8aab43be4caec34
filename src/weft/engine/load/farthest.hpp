// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "weft/core/progress.hpp"
#include "weft/engine/load/router_traffic.hpp"

namespace weft::load {

/// The maximum distance in hops between two routers of which one sends to the other; 0 if none does. A search
/// from every sending router, no farther than it sends, on all threads. Throws InputError for traffic without
/// a path.
std::uint32_t farthest_hops(RouterTraffic const& traffic, Progress& progress = no_progress());

}  // namespace weft::load
