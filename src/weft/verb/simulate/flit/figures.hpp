// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/result.hpp"

namespace weft::verb {

/// The share of the channels of each class with at most each utilization, from the table `channel_loads` of a
/// run.
std::vector<chart::Figure> utilization_figures(Result const& run);

/// The share of packets that are slower than each latency, and their density, from the tables `latencies` and
/// `latency` of a run.
std::vector<chart::Figure> packet_figures(Result const& run);

/// The network with the utilization of its channels, from the array `channel_use` of a run.
std::vector<chart::Figure> use_figures(Result const& run);

/// The mean latency of the packets that crossed the same number of channels, from the array
/// `latency_by_hops`.
std::vector<chart::Figure> hop_figures(Result const& run);

/// Throughput, latency, packets and stalls over time, from the table `over_time` of a run of the engine flit;
/// and use and queues of the channels where most flits wait, from the array `over_time_channels`.
std::vector<chart::Figure> over_time_figures(Result const& run);

}  // namespace weft::verb
