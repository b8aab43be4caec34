// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "weft/core/table.hpp"
#include "weft/engine/rounds/clex/clex_draws.hpp"
#include "weft/engine/rounds/clex/clex_options.hpp"
#include "weft/engine/rounds/clex/faults/clex_faults.hpp"
#include "weft/engine/rounds/forward/store_and_forward.hpp"

namespace weft::rounds {

/// Returns the table of the effect of loss and failures on the messages, in one row: the numbers sent,
/// delivered, unreachable and dropped as duplicates, and the detours of A(l).
Table fault_table(FaultOutcome const& outcome);
/// Returns the table for messages that are stored and forwarded.
Table fault_table(ForwardResult const& outcome);

/// Returns the rounds and hops of a delivered message by level, compared with a run on a perfect machine,
/// `perfect`.
Table slowdown_table(FaultOutcome const& outcome, ClexMeasures const& perfect);

/// Returns the pairs of terminals without a surviving path; `messages` is their number of messages.
Table unreachable_table(std::uint64_t messages, std::span<LostPair const> pairs);

/// Returns the levels as in Tables I-IV of Lenzen & Wattenhofer: max_rounds of any instance, avg_rounds and
/// avg_hops of a message in total, max_avg_load = messages per node of the instance with the highest load.
Table level_table(ClexMachine const& machine, ClexMeasures const& measures);

/// Returns the traffic of a run in bits: payloads, headers (a node number), and in A(1) requests and
/// acknowledgments, each with the target's number in the clique and, in asynchronous executions, a counter of
/// the phases after the first (section III-A and footnote 14).
Table traffic_table(ClexMachine const& machine, ClexOptions const& options, ClexMeasures const& measures);

/// Returns the messages that remain in a clique after each phase of A(1), over all instances (Figure 3).
Table phase_table(ClexMeasures const& measures);

/// Returns the messages that remain in a local network after each round of level 1, over all instances.
Table local_round_table(ClexMeasures const& measures);

}  // namespace weft::rounds
