// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include "weft/core/progress.hpp"
#include "weft/engine/flit/run.hpp"

namespace weft::flit {

/// Simulates until the mean latency is known as precisely as requested, or clearly does not exist. The
/// warm-up ends when MSER finds the latency settled (White, 1997). Then all packets born in a window are
/// measured; the window ends when the confidence interval by batch means is narrow enough. If the queues grew
/// in the window by more than chance, the network is saturated. Otherwise the run continues under the same
/// load until all measured packets have arrived.
/// A finite `limit` asks only whether the mean latency is below or above that many cycles. The window ends as
/// soon as this is clear. If latencies stay above twice the limit, the run ends as saturated.
Outcome run_steady(FlitNetwork const& network, routing::ChannelRouting const& routing, Traffic const& traffic,
                   FlitParams const& params, std::uint64_t seed, Progress& progress = no_progress(),
                   double limit = std::numeric_limits<double>::infinity());

/// All messages of the traffic at once, until the last has arrived.
Outcome run_batch(FlitNetwork const& network, routing::ChannelRouting const& routing, Traffic const& traffic,
                  FlitParams const& params, std::uint64_t seed, Progress& progress = no_progress());

}  // namespace weft::flit
