#pragma once

#include <string>

#include "weft/core/result.hpp"
#include "weft/network/any_topology.hpp"

namespace weft::verb {

/// Latency against load, from the tables `curve` and (if there) `saturation` of a sweep: mean with its
/// confidence interval and the 99th percentile, as SVG. Rates that are saturated have no point.
std::string latency_picture(AnyTopology const& topology, Result const& sweep);

/// Accepted against offered load of a sweep, as SVG.
std::string throughput_picture(AnyTopology const& topology, Result const& sweep);

/// The share of the channels of each class with at most each utilization, from the table `channel_loads` of a
/// run, as SVG.
std::string utilization_histogram(AnyTopology const& topology, Result const& run);

/// The distribution of packet latencies, from the table `latencies` of a run, as SVG.
std::string latency_histogram(AnyTopology const& topology, Result const& run);

}  // namespace weft::verb
