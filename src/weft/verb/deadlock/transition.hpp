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

/// The array `cycle`: of each channel that is held, the numbers of its ends and its virtual channel.
Array cycle_array(std::span<routing::VirtualChannel const> cycle, Network const& network);

/// The cycle of a result over its network, and the packets of its table `cycle` one below the other.
std::vector<chart::Figure> cycle_figures(Result const& result);

/// A request with `then`: whether the network can deadlock before, while and after routing `then` replaces
/// another one. Tables: `verdict`, a row for each of before, after, together, mixed; `change` (one row);
/// `waits`, a shortest cycle of each that can deadlock.
ExperimentPtr transition_deadlock(Deadlock::Params const& params);

}  // namespace weft::verb
