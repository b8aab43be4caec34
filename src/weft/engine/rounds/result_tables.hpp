// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "weft/core/table.hpp"
#include "weft/engine/rounds/clex/clex_draws.hpp"
#include "weft/engine/rounds/clex/clex_options.hpp"
#include "weft/engine/rounds/clex/faults/clex_faults.hpp"
#include "weft/engine/rounds/forward/store_and_forward.hpp"

namespace weft::rounds {

/// The effect of loss and failures on the messages, in one row: how many were sent, delivered, unreachable
/// and dropped as duplicates, and how A(l) reached the others.
Table fault_table(FaultOutcome const& outcome);
/// The same for messages that are stored and forwarded.
Table fault_table(ForwardResult const& outcome);

/// Level by level the rounds and hops of a delivered message beside those of the same run on a perfect
/// machine, `perfect`.
Table slowdown_table(FaultOutcome const& outcome, ClexMeasures const& perfect);

/// The pairs of terminals that no surviving path connects, as many as `messages` kept.
Table unreachable_table(std::uint64_t messages, std::span<LostPair const> pairs);

/// Level by level as Tables I-IV of Lenzen & Wattenhofer: max_rounds of any instance, avg_rounds and avg_hops
/// of a message in total, max_avg_load = messages per node of the fullest instance.
Table level_table(ClexMachine const& machine, ClexMeasures const& measures);

/// The traffic of a run in bits: payloads, headers (a node's number), and in A(1) requests and
/// acknowledgments, each with the target's number in the clique and, in asynchronous executions, a counter of
/// the phases after the first (their section III-A and footnote 14).
Table traffic_table(ClexMachine const& machine, ClexOptions const& options, ClexMeasures const& measures);

/// Messages left in a clique after each phase of A(1), over all instances (their Figure 3).
Table phase_table(ClexMeasures const& measures);

/// Messages left in a local network after each round of level 1, over all instances.
Table local_round_table(ClexMeasures const& measures);

}  // namespace weft::rounds
