#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/core/estimate.hpp"
#include "weft/core/progress.hpp"
#include "weft/routing/forwarding/destination_routes.hpp"

namespace weft::routing {

/// Options of the search for balanced routes.
struct BalancedPlan {
  std::uint32_t layers = 8;  ///< maximum number of virtual layers, 1 to 16
  std::uint64_t seed = 1;
  double effort = 1;  ///< factor of the moves that are tried
};

/// Routes by destination with a virtual layer, which does not change on the way, for each route.
struct BalancedRoutes {
  DestinationRoutes routes;
  /// By end and source router; 0 where there is no route.
  std::vector<std::uint8_t> layer;
  std::uint32_t layers = 1;  ///< 1 + the highest layer
  double bound = 0;          ///< a load that no routing by destination can stay below on all channels

  std::uint8_t layer_of(std::uint32_t router, std::uint32_t end) const {
    return layer[end * static_cast<std::size_t>(routes.num_routers()) + router];
  }
};

/// Searches for routes with the least maximum load, each end sending to every other one, in few layers: a
/// further layer must lower the maximum load by 0.5 %. No layer's channel dependencies have a cycle, so they
/// are free of deadlock. Failed parts are avoided; pairs without a path have no entry. `ends`: the router of
/// each. `rates`: of each channel, relative to an end's; empty: all 1. The result depends on the seed, not on
/// the number of threads. Throws InputError for a network with channels without a reverse.
BalancedRoutes balanced_routes(Network const& network, std::span<std::uint32_t const> ends,
                               BalancedPlan const& plan, std::span<double const> rates = {},
                               Progress& progress = no_progress());

/// balanced_routes on so many routers with so many ends.
Estimate estimate_balanced(double routers, double ends, BalancedPlan const& plan);

}  // namespace weft::routing
