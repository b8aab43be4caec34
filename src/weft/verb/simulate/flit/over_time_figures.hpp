#pragma once

#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/result.hpp"

namespace weft::verb {

/// Throughput, latency, packets and stalls over time, from the table `over_time` of a run of the engine flit;
/// and use and queues of the channels where most flits wait, from the array `over_time_channels`.
std::vector<chart::Figure> over_time_figures(Result const& run);

}  // namespace weft::verb
