// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "weft/graph/concurrent_flow.hpp"
#include "weft/graph/hop_table.hpp"
#include "weft/network/network.hpp"

namespace weft::fabric {

/// Lower bounds on the routes between all ordered pairs of distinct ends, for every routing.
struct RouteBounds {
  std::uint64_t pairs = 0;         ///< pairs connected by a path
  std::uint64_t sum_distance = 0;  ///< sum over connected pairs, in channels between routers
  std::uint32_t diameter = 0;      ///< maximum distance of connected pairs
  double mean = 0;                 ///< lower bound on the mean load: sum_distance / channels
  double at_switch = 0;            ///< lower bound on the maximum load: the load out of one switch
  std::uint32_t router = 0;        ///< the switch
};

/// Computes the bounds. `router`: router of each end; `hops`: hops between routers.
RouteBounds route_bounds(std::span<std::uint32_t const> router, Network const& network, HopTable const& hops);

/// Returns the minimum, over all routings that may split traffic over any number of `paths`, of the maximum
/// channel load. Solves a linear program; returns nullopt if that would take more than about `seconds`
/// seconds, or if a pair is not connected.
std::optional<double> min_load(std::span<std::uint32_t const> router, Network const& network,
                               RouteBounds const& bounds, double seconds, FlowPaths paths = FlowPaths::any);

}  // namespace weft::fabric
