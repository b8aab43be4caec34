// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/forwarding/destination_routes.hpp"

/// Bandwidth of many pairs that send simultaneously. The share of a pair is min(1, min over the channels of
/// its route of rate / number of routes over the channel), or 0 if its packets do not arrive.
namespace weft::fabric {

/// Shares of the pairs in random matchings of the ends.
struct EffectiveBisection {
  double mean = 0;              ///< mean over pairs, then over matchings
  double deviation = 0;         ///< standard deviation between matchings
  double worst = 1;             ///< the minimum over matchings of the mean over pairs
  double worst_pair = 1;        ///< the minimum share of a pair
  std::uint32_t max_flows = 0;  ///< maximum number of routes over a channel
};

/// Splits the ends into two random halves and matches them at random; the first half sends to the second
/// (Hoefler, Schneider & Lumsdaine, Multistage switches are not crossbars, CLUSTER 2008). Matching m shuffles
/// the ends by Fisher and Yates from the last end down, with SplitMix64 from the state seed + m. `rates`:
/// rate of each channel relative to the rate of an end; all 1 if empty. Returns the defaults for fewer than
/// two ends or no matchings.
EffectiveBisection effective_bisection(routing::DestinationRoutes const& routes, Network const& network,
                                       std::uint32_t matchings, std::uint64_t seed = 1,
                                       std::span<double const> rates = {},
                                       Progress& progress = no_progress());

/// Shares of the permutations in which end t sends to t + k, modulo the number of ends, for every k > 0: the
/// steps of an all-to-all by pairwise exchange (Zahavi, Fat-tree routing and node ordering providing
/// contention free traffic for MPI global collectives, J. Parallel Distrib. Comput. 72, 2012).
struct Shifts {
  double mean = 0;            ///< mean over ends and k
  double worst = 1;           ///< the minimum over k of the mean over ends
  std::uint32_t worst_k = 0;  ///< the first k with the minimum
  std::uint32_t max_flows = 0;
  std::uint32_t contention_free = 0;  ///< the number of k for which no channel carries two routes
  std::uint32_t whole = 0;            ///< the number of k for which every pair has a route
};

Shifts shifts(routing::DestinationRoutes const& routes, Network const& network,
              Progress& progress = no_progress());

}  // namespace weft::fabric
