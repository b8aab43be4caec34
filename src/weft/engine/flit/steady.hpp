// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include "weft/core/progress.hpp"
#include "weft/engine/flit/run.hpp"

namespace weft::flit {

/// Simulates until the mean latency has the requested precision, or until the network is found to be
/// saturated. The warm-up ends when MSER finds that the latency has settled (White, 1997). Then all packets
/// created in a window are measured; the window ends when the confidence interval from batch means is narrow
/// enough. If the queues grew significantly in the window, the network is saturated. Otherwise the run
/// continues under the same load until all measured packets have arrived. With a finite `limit`, the run only
/// determines whether the mean latency is below or above `limit` cycles. The window ends as soon as this is
/// clear. If latencies stay above twice the limit, the run ends as saturated.
Outcome run_steady(FlitNetwork const& network, routing::ChannelRouting const& routing, Traffic const& traffic,
                   FlitParams const& params, std::uint64_t seed, Progress& progress = no_progress(),
                   double limit = std::numeric_limits<double>::infinity());

/// Creates all messages of the traffic in cycle 0 and simulates until the last has arrived.
Outcome run_batch(FlitNetwork const& network, routing::ChannelRouting const& routing, Traffic const& traffic,
                  FlitParams const& params, std::uint64_t seed, Progress& progress = no_progress());

}  // namespace weft::flit
