// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "weft/graph/concurrent_flow.hpp"
#include "weft/graph/hop_table.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/forwarding/destination_routes.hpp"

namespace weft::fabric {

/// A pair of ends whose packets do not arrive.
struct LostPair {
  /// Reasons for which a packet does not arrive.
  enum class Fate : std::uint8_t { no_entry, dead_port, loops, wrong_host };
  Fate fate = Fate::no_entry;
  std::uint32_t from = 0, to = 0;
  std::vector<ChannelIndex> route;  ///< as far as it leads; where it loops up to the first router met again
  std::uint32_t router = 0;         ///< at which it ends
};

/// The first `most` pairs of each fate, in order of (fate, destination, source).
std::vector<LostPair> lost_pairs(routing::DestinationRoutes const& routes, Network const& network,
                                 std::size_t most);

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
std::optional<double> least_load(std::span<std::uint32_t const> router, Network const& network,
                                 RouteBounds const& bounds, double seconds, FlowPaths paths = FlowPaths::any);

}  // namespace weft::fabric
