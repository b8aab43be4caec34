// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "weft/workload/jobs.hpp"

namespace weft {

/// A message: source and destination terminal.
using TerminalMessage = std::pair<TerminalId, TerminalId>;

/// Returns the messages of placed jobs, except messages from tasks to themselves. `carries`: size of a
/// message if the mean task of a job with rate 1 sends 1; 0: each flow is one message. Throws InputError if
/// `carries` is 0 and a job has a rate other than 1.
std::vector<TerminalMessage> terminal_messages(LoadAssembly const& jobs, double carries);

/// Returns an upper bound on the number of messages, before the tasks are placed.
double max_messages(LoadAssembly const& jobs, double carries);

/// Returns a lower bound on the time in which the network delivers the messages under its routing: the
/// maximum of load / bandwidth over all channels, or the hops to the farthest destination if greater.
double min_time(RoutedMachine const& machine, std::vector<TerminalMessage> const& messages,
                Progress& progress);

}  // namespace weft
