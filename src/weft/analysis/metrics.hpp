// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "weft/core/bounds.hpp"
#include "weft/core/estimate.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/table.hpp"
#include "weft/network/network.hpp"
#include "weft/network/topology_facts.hpp"

namespace weft {

/// One metric of a topology: exact, or between two proven bounds.
struct Metric {
  std::string_view key;
  Value value;         ///< if exact
  Value lower, upper;  ///< if not exact; empty: no bound is known
  std::string how;     ///< the method; empty for counts

  bool exact() const { return !value.is_empty(); }
};

/// A metric as users see it. Keys are the columns of topology_metrics.csv where there is one.
struct MetricDoc {
  std::string_view key, name, unit, doc;
};

/// All metrics, in the order of tables.
std::vector<MetricDoc> const& metric_docs();
/// The entry of that key. Throws InputError with the nearest key.
MetricDoc const& metric_doc(std::string_view key);

/// The combination of two bounds on the same quantity.
Bounds both(Bounds const& bounds, Bounds const& other);

/// A metric between bounds; exact if they are equal up to rounding. `whole`: numbers without fraction are
/// written as such.
Metric metric_between(std::string_view key, Bounds const& bounds, bool whole);

/// Steps of branch and bound that take less than a minute.
inline constexpr std::uint64_t few_branches = 8'000'000;

/// The choice of metrics, and their cost.
struct MetricOptions {
  std::vector<std::string> keys = {};  ///< empty or "all": all
  bool exact = false;  ///< exact methods where they exist, the bisection within `branches` steps
  std::uint64_t branches = few_branches;  ///< if exact: most steps of branch and bound for the bisection
  double seconds = 0.5;  ///< else the approximate budget of each metric; one that costs more has bounds only
};

/// The measured metrics.
struct Measures {
  std::vector<Metric> metrics;
  /// pairs[d]: ordered pairs of distinct vertices at distance d; terminal_pairs[d]: of distinct terminals.
  /// Empty: not known.
  std::vector<std::uint64_t> pairs, terminal_pairs;

  /// The metric of that key, or null.
  Metric const* find(std::string_view key) const;
};

/// Closed forms first, then breadth-first search from one router if all routers are alike, then algorithms on
/// the graph. Throws InputError for an unknown key.
Measures measure(TopologyFacts const& subject, MetricOptions const& options = {},
                 Progress& progress = no_progress());

/// The estimate for a topology of that size without closed forms, except that of the throughput if
/// `throughput_known`.
Estimate estimate_metrics(NetworkSize const& size, MetricOptions const& options,
                          bool throughput_known = false);

}  // namespace weft
