#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/analysis/metrics.hpp"
#include "weft/core/progress.hpp"
#include "weft/network/topology_facts.hpp"

namespace weft {

/// Hops between the routers of two different terminals: of all pairs, or of the pairs seen from some routers.
struct TerminalDistances {
  std::vector<double> pairs;   ///< pairs[d]: ordered pairs at distance d that were counted
  double mean = 0;             ///< hops
  bool exact = true;           ///< all pairs were counted
  double half_width = 0;       ///< else: of the 95 % confidence interval of the mean
  std::uint64_t greatest = 0;  ///< hops, of the pairs that were counted
  std::string how;             ///< the method
};

/// In closed form or by searches from all routers where that is affordable (MetricOptions::seconds, exact), else by searches
/// from 64 routers, drawn by `seed`. Throws InputError for fewer than two terminals and for terminals that no path leads to.
TerminalDistances terminal_distances(TopologyFacts const& subject, MetricOptions const& options,
                                     std::uint64_t seed, Progress& progress = no_progress());

}  // namespace weft
