// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "weft/graph/concurrent_flow.hpp"
#include "weft/graph/hop_table.hpp"
#include "weft/network/network.hpp"

namespace weft::fabric {

/// Lower bounds for each routing: routes between all ordered pairs of distinct ends.
struct RouteBounds {
  std::uint64_t pairs = 0;         ///< that a path joins
  std::uint64_t sum_distance = 0;  ///< of these pairs: channels between routers
  std::uint32_t diameter = 0;      ///< their maximum
  double mean = 0;                 ///< no routing has a lower mean load: sum_distance / channels
  double at_switch = 0;            ///< nor a lower maximum than that out of one switch
  std::uint32_t router = 0;        ///< the switch
};

/// `router`: that of each end; `hops`: those between the routers.
RouteBounds route_bounds(std::span<std::uint32_t const> router, Network const& network, HopTable const& hops);

/// The maximum load of a channel if traffic is split over any number of `paths`, by a linear program. Nothing
/// if that would take more than `seconds`, roughly, or if no path joins some pair.
std::optional<double> min_load(std::span<std::uint32_t const> router, Network const& network,
                               RouteBounds const& bounds, double seconds, FlowPaths paths = FlowPaths::any);

}  // namespace weft::fabric
