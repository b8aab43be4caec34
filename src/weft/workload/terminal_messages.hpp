// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "weft/workload/jobs.hpp"

namespace weft {

/// A message from a terminal to a terminal.
using TerminalMessage = std::pair<TerminalId, TerminalId>;

/// The messages of placed jobs, without those from a task to itself. `carries`: what one carries if the mean
/// task of a job with rate 1 sends 1; 0: each flow is one message. Throws InputError for jobs with rates if
/// it is 0.
std::vector<TerminalMessage> terminal_messages(LoadAssembly const& jobs, double carries);

/// An upper bound on their number, before the tasks have places.
double max_messages(LoadAssembly const& jobs, double carries);

/// The least time in which the network of a machine delivers messages by its routing: the maximum load /
/// bandwidth of its channels, or the hops to the farthest destination if that is more.
double min_time(RoutedMachine const& machine, std::vector<TerminalMessage> const& messages,
                Progress& progress);

}  // namespace weft
