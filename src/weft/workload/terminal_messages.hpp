// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "weft/workload/jobs.hpp"

namespace weft {

/// A message from a terminal to a terminal.
using TerminalMessage = std::pair<TerminalId, TerminalId>;

/// Returns the messages of placed jobs, except from a task to itself. `carries`: size of a message if the
/// mean task of a job with rate 1 sends 1; 0: each flow is one message. Throws InputError for jobs with rates
/// if `carries` is 0.
std::vector<TerminalMessage> terminal_messages(LoadAssembly const& jobs, double carries);

/// Returns an upper bound on the number of messages, before the tasks are placed.
double max_messages(LoadAssembly const& jobs, double carries);

/// Returns the minimum time in which the network of a machine delivers messages by its routing: the maximum
/// load / bandwidth of its channels, or the hops to the farthest destination if greater.
double min_time(RoutedMachine const& machine, std::vector<TerminalMessage> const& messages,
                Progress& progress);

}  // namespace weft
