// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "weft/collective/program/collective_choices.hpp"
#include "weft/core/table.hpp"
#include "weft/network/any_topology.hpp"

/// What a time depends on although a request may not state it: the algorithms of collective calls and the
/// rate of channels.
namespace weft {

/// Returns the table `collectives`: the algorithm of each kind of call, the largest messages first.
Table call_algorithms_table(std::vector<collective::CallAlgorithm> calls);
/// Returns the algorithms in a table `collectives` as a clause, "allreduce by rabenseifner and broadcast by
/// binomial": at most two of them, the largest messages first.
std::string format_call_algorithms(Table const& collectives);
/// Returns the first call in a table `collectives` whose algorithm is a default; empty if there is none.
std::string default_call(Table const& collectives);

/// Returns the rate of channels as a clause: "channels of 12.5 GB/s (100 Gb/s)". `rate`: bytes/s of a channel
/// of bandwidth 1, unless the file of the topology states rates.
std::string format_channel_rate(AnyTopology const& topology, double rate);

}  // namespace weft
