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

/// A metric of a topology: exact, or bounded from both sides by proven bounds.
struct Metric {
  std::string_view key;
  Value value;         ///< set if exact
  Value lower, upper;  ///< set if not exact; empty: unknown
  std::string how;     ///< the method; empty for counts

  bool exact() const { return !value.is_empty(); }
};

/// A metric as presented to users. The keys are the columns of topology_metrics.csv that contain the metric.
struct MetricDoc {
  std::string_view key, name, unit, doc;
};

/// Returns all metrics, in the order of tables.
std::vector<MetricDoc> const& metric_docs();
/// Returns whether the metric is shown by default: size, distances, cuts and throughput.
bool is_main_metric(std::string_view key);
/// Returns the metric with key `key`. Throws InputError with the nearest key if there is none.
MetricDoc const& metric_doc(std::string_view key);

/// Returns the tightest combination of two bounds on the same quantity.
Bounds both(Bounds const& bounds, Bounds const& other);

/// Returns a metric with the given bounds, exact if they are equal up to rounding. If `whole`, the bounds are
/// rounded to integers.
Metric metric_between(std::string_view key, Bounds const& bounds, bool whole);

/// Default number of branch-and-bound steps, which take less than a minute.
inline constexpr std::uint64_t default_branches = 8'000'000;

/// The selection of metrics, and the effort for each.
struct MetricOptions {
  std::vector<std::string> keys = {};  ///< all if empty or "all"
  bool exact = false;  ///< use exact methods if there are any; the bisection within `branches` steps
  /// Maximum number of branch-and-bound steps for the bisection if `exact`
  std::uint64_t branches = default_branches;
  /// Approximate budget for each metric if not `exact`; more expensive metrics are only bounded
  double seconds = 0.5;
};

/// The measured metrics.
struct Measures {
  std::vector<Metric> metrics;
  /// pairs[d]: number of ordered pairs of distinct vertices at distance d; terminal_pairs[d]: of distinct
  /// terminals. Empty if unknown.
  std::vector<std::uint64_t> pairs, terminal_pairs;

  /// Returns the metric with key `key`, or null.
  Metric const* find(std::string_view key) const;
};

/// Computes each metric from a closed form if there is one, else by breadth-first search from one router if
/// all routers are equivalent, else by an algorithm on the graph. Throws InputError for an unknown key.
Measures measure(TopologyFacts const& subject, MetricOptions const& options = {},
                 Progress& progress = no_progress());

/// Returns the estimated cost for a topology of the given size without closed forms, except for the
/// throughput if `throughput_known`.
Estimate estimate_metrics(NetworkSize const& size, MetricOptions const& options,
                          bool throughput_known = false);

}  // namespace weft
