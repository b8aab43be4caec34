#pragma once

#include <string>
#include <vector>

#include "weft/analysis/metric.hpp"
#include "weft/core/progress.hpp"
#include "weft/network/topology_facts.hpp"

namespace weft {

/// Which metrics, and at what cost.
struct MetricOptions {
  std::vector<std::string> keys = {};    ///< empty or "all": all
  bool exact = false;                    ///< take as long as it takes, where an exact method exists
  std::uint64_t branches = 200'000'000;  ///< if exact: most steps of branch and bound for the bisection
  double seconds = 0.5;  ///< else what may be spent on each, roughly; bounds stand for what costs more
};

/// What was measured.
struct Measures {
  std::vector<Metric> metrics;
  /// pairs[d]: ordered pairs of distinct vertices at distance d; terminal_pairs[d]: of distinct terminals. Empty: not known.
  std::vector<std::uint64_t> pairs, terminal_pairs;

  /// The metric of that key, or null.
  Metric const* find(std::string_view key) const;
};

/// Closed forms first, then breadth-first search from one router where all look alike, then algorithms on the graph.
/// Throws InputError for an unknown key.
Measures measure(TopologyFacts const& subject, MetricOptions const& options = {},
                 Progress& progress = no_progress());

}  // namespace weft
