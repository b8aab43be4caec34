// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "weft/core/result.hpp"
#include "weft/engine/flit/flit_network.hpp"
#include "weft/engine/flit/flit_params.hpp"
#include "weft/engine/flit/run.hpp"
#include "weft/workload/flit/assembly.hpp"

namespace weft {

/// The columns that describe a run at one rate, and its row.
std::vector<Column> point_columns();
std::vector<Value> point_row(flit::FlitParams const& params, flit::Outcome const& outcome);

/// Adds the tables of one run to the result: latency, classes if there are several, latencies, channels,
/// channel_loads, virtual_channels, fairness, and deadlock if there is one.
void add_tables(FlitAssembly const& setting, flit::FlitNetwork const& machine, flit::Outcome const& outcome,
                Result& result);

/// Adds the array `channel_use`: the utilization of every channel; and as a table of that name if `as_table`.
void add_channel_use(FlitAssembly const& setting, flit::FlitNetwork const& machine,
                     flit::Outcome const& outcome, bool as_table, Result& result);

/// The packets by the channels that they crossed, and their mean latencies: the array `latency_by_hops`.
void add_latency_by_hops(flit::Outcome const& outcome, Result& result);

/// The cycles and flit-hops that were simulated, and the memory of a terminal.
Table work_table(FlitAssembly const& setting, flit::FlitNetwork const& machine, flit::Outcome const& outcome);

/// A rate with at most five significant digits.
std::string format_rate(double rate);

/// "measured", "measured to 14 %" (the precision reached, if a better one was requested), "saturated",
/// "deadlock at cycle 4000" or "cut off".
std::string format_ending(flit::Outcome const& outcome);

/// "deadlock at cycle 4000: 4 packets wait for each other in a cycle; 9 buffers can never move".
std::string format_deadlock(flit::Deadlock const& deadlock);

/// The outcome of a run in one line.
std::string answer_of(flit::FlitParams const& params, flit::Outcome const& outcome);

/// Notes on a machine beyond the request: virtual channels added because the routing needs them, channels
/// faster than routers can feed them.
std::vector<std::string> notes_of(FlitAssembly const& setting, flit::FlitNetwork const& machine);

/// A run and the injection rate that it had.
struct RatedOutcome {
  double rate = 0;
  flit::Outcome const* outcome = nullptr;
};

/// Notes on runs with otherwise equal parameters: packets without a path, latencies that have no mean,
/// precision that was not reached.
std::vector<std::string> notes_of(std::span<RatedOutcome const> runs);

}  // namespace weft
