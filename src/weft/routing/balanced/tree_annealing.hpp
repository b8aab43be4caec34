#pragma once

#include <cstdint>

#include "weft/core/progress.hpp"
#include "weft/core/random.hpp"
#include "weft/routing/balanced/destination_trees.hpp"
#include "weft/routing/balanced/layer_orders.hpp"

namespace weft::routing {

/// Temperatures are in units of the mean square of the packets of a router for an end.
struct AnnealingPlan {
  std::uint32_t rounds = 300;   ///< the layers are ordered again after each
  std::uint64_t moves = 20000;  ///< tried in a round
  double hottest = 100, coldest = 0.03;
  double excess = 100;    ///< of the cost at the end; it grows from 0
  double least_load = 0;  ///< a load that cannot be undercut
};

/// Improves trees by simulated annealing: one router after another changes its channel towards one end, with
/// all packets that come to it for that end. Every route has a layer throughout. Each round advances the
/// progress by one.
void anneal(DestinationTrees& trees, LayerOrders& orders, AnnealingPlan const& plan, Rng& rng,
            Progress& progress);

}  // namespace weft::routing
