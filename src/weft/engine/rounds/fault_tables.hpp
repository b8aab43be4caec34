#pragma once

#include <span>

#include "weft/core/table.hpp"
#include "weft/engine/rounds/clex/faults/clex_faults.hpp"
#include "weft/engine/rounds/forward/store_and_forward.hpp"

namespace weft::rounds {

/// What loss and failures did to the messages, in one row: how many were sent, delivered, unreachable and dropped as duplicates, and how A(l)
/// reached the others.
Table fault_table(FaultOutcome const& outcome);
/// The same for messages that are stored and forwarded.
Table fault_table(ForwardResult const& outcome);

/// Level by level the rounds and hops of a delivered message beside those of the same run on a perfect machine, in which
/// `perfect` was measured.
Table slowdown_table(FaultOutcome const& outcome, ClexMeasures const& perfect);

/// The pairs of terminals that no surviving path connects, as many as were kept of those of `messages`.
Table unreachable_table(std::uint64_t messages, std::span<LostPair const> pairs);

}  // namespace weft::rounds
