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

/// Return the columns of a table of runs, and the row of one run.
std::vector<Column> point_columns();
std::vector<Value> point_row(flit::FlitParams const& params, flit::Outcome const& outcome);

/// Adds the tables of one run to a result: latency, classes if there are several, latencies, channels,
/// channel_loads, virtual_channels, fairness, and deadlock if one occurred.
void add_tables(FlitAssembly const& setting, flit::FlitNetwork const& machine, flit::Outcome const& outcome,
                Result& result);

/// Adds the array `channel_use` with the utilization of every channel, and a table of this name if
/// `as_table`.
void add_channel_use(FlitAssembly const& setting, flit::FlitNetwork const& machine,
                     flit::Outcome const& outcome, bool as_table, Result& result);

/// Adds the array `latency_by_hops`: for each number of crossed channels, the number of packets and their
/// mean latency.
void add_latency_by_hops(flit::Outcome const& outcome, Result& result);

/// Returns the table with the simulated cycles, the flit-hops, and the memory per terminal.
Table work_table(FlitAssembly const& setting, flit::FlitNetwork const& machine, flit::Outcome const& outcome);

/// Formats a rate with at most five significant digits.
std::string format_rate(double rate);

/// Formats the ending of a run: "measured", "measured to 14 %" (the precision reached, if worse than
/// requested), "saturated", "deadlock at cycle 4000" or "cut off".
std::string format_ending(flit::Outcome const& outcome);

/// Formats a deadlock: "deadlock at cycle 4000: 4 packets wait for each other in a cycle; 9 buffers can never
/// move".
std::string format_deadlock(flit::Deadlock const& deadlock);

/// Formats the outcome of a run in one line.
std::string answer_of(flit::FlitParams const& params, flit::Outcome const& outcome);

/// Returns notes on deviations from the request: virtual channels added because the routing requires them,
/// and channels faster than the routers.
std::vector<std::string> notes_of(FlitAssembly const& setting, flit::FlitNetwork const& machine);

/// A run, with its injection rate.
struct RatedOutcome {
  double rate = 0;
  flit::Outcome const* outcome = nullptr;
};

/// Returns notes on runs with otherwise equal parameters: packets that had no path, latencies of saturated
/// runs, and precisions that were not reached.
std::vector<std::string> notes_of(std::span<RatedOutcome const> runs);

}  // namespace weft
