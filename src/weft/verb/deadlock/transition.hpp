// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/verb/deadlock/deadlock.hpp"

namespace weft::verb {

/// Returns the array `cycle`: for each held channel, the numbers of its endpoints and its virtual channel.
Array cycle_array(std::span<routing::VirtualChannel const> cycle, Network const& network);

/// Returns the figures of the dependency cycle of a result: the cycle drawn over the network, and the packets
/// of the table `cycle` as a list.
std::vector<chart::Figure> cycle_figures(Result const& result);

/// Returns the experiment for a request with `then`: whether the network can deadlock before, during and
/// after the replacement of a routing by `then`. Tables: `verdict`, one row each for before, after, together
/// and mixed; `change` (one row); `waits`, a shortest cycle for each state that can deadlock.
ExperimentPtr transition_deadlock(Deadlock::Params const& params);

}  // namespace weft::verb
