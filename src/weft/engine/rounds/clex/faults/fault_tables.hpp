#pragma once

#include "weft/core/table.hpp"
#include "weft/engine/rounds/clex/faults/clex_faults.hpp"

namespace weft::rounds {

/// One row: what was sent, delivered, lost for want of a way, dropped, sent round about, and how long it took.
Table fault_table(FaultOutcome const& outcome);

/// Level by level the rounds and hops of a delivered message beside those of the same run on a perfect machine, in which
/// `perfect` was measured.
Table slowdown_table(FaultOutcome const& outcome, ClexMeasures const& perfect);

/// The pairs that no way connects, as many as were to be named.
Table unreachable_table(FaultOutcome const& outcome);

}  // namespace weft::rounds
