// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/result.hpp"

namespace weft::verb {

/// Returns the cumulative distribution of the channel utilization by class, from the table `channel_loads` of
/// a run.
std::vector<chart::Figure> utilization_figures(Result const& run);

/// Returns the complementary distribution and the density of the packet latencies, from the tables
/// `latencies` and `latency` of a run.
std::vector<chart::Figure> packet_figures(Result const& run);

/// Returns the network with the utilization of its channels, from the array `channel_use` of a run.
std::vector<chart::Figure> use_figures(Result const& run);

/// Returns the mean packet latency by number of channels crossed, from the array `latency_by_hops` of a run.
std::vector<chart::Figure> hop_figures(Result const& run);

/// Returns throughput, latency, packets and stalls over time, from the table `over_time` of a run of the
/// engine flit, and the utilization and queues of the most congested channels, from the array
/// `over_time_channels`.
std::vector<chart::Figure> over_time_figures(Result const& run);

}  // namespace weft::verb
