#pragma once

#include "weft/core/table.hpp"
#include "weft/engine/rounds/clex/clex_machine.hpp"
#include "weft/engine/rounds/clex/clex_measures.hpp"

namespace weft::rounds {

/// Level by level as Tables I-IV of Lenzen & Wattenhofer: max_rounds of any instance, avg_rounds and avg_hops of a message
/// in total, max_avg_load = messages per node of the fullest instance.
Table level_table(ClexMachine const& machine, ClexMeasures const& measures);

/// Messages left in a clique after each phase of A(1), over all instances (their Figure 3).
Table phase_table(ClexMeasures const& measures);

}  // namespace weft::rounds
