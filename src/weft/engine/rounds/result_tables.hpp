// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "weft/core/table.hpp"
#include "weft/engine/rounds/clex/clex_draws.hpp"
#include "weft/engine/rounds/clex/clex_options.hpp"
#include "weft/engine/rounds/clex/faults/clex_faults.hpp"
#include "weft/engine/rounds/forward/store_and_forward.hpp"

namespace weft::rounds {

/// Returns a table with one row on the effect of loss and failures: the number of messages sent, delivered,
/// unreachable and dropped as duplicates, and the detours of A(l).
Table fault_table(FaultOutcome const& outcome);
/// Returns the fault table of a store-and-forward run.
Table fault_table(ForwardResult const& outcome);

/// Returns the table of the rounds and hops per delivered message by level, compared with `perfect`, a run on
/// a machine that has no failures.
Table slowdown_table(FaultOutcome const& outcome, ClexMeasures const& perfect);

/// Returns the table of the pairs of terminals with no surviving path. `messages`: number of unreachable
/// messages.
Table unreachable_table(std::uint64_t messages, std::span<LostPair const> pairs);

/// Returns the table of the levels, as in Tables I-IV of Lenzen & Wattenhofer: max_rounds is the maximum over
/// the instances, avg_rounds and avg_hops are totals per message, and max_avg_load is the number of messages
/// per node in the instance with the maximum load.
Table level_table(ClexMachine const& machine, ClexMeasures const& measures);

/// Returns the table of the traffic of a run in bits: payloads, headers (a node index), and requests and
/// acknowledgments of A(1), each with the index of the target in the clique and, in asynchronous executions,
/// a counter of the phases after the first (section III-A and footnote 14).
Table traffic_table(ClexMachine const& machine, ClexOptions const& options, ClexMeasures const& measures);

/// Returns the table of the messages that remain in a clique after each phase of A(1), over all instances
/// (Figure 3).
Table phase_table(ClexMeasures const& measures);

/// Returns the table of the messages that remain in a local network after each round of level 1, over all
/// instances.
Table local_round_table(ClexMeasures const& measures);

}  // namespace weft::rounds
