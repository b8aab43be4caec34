#pragma once

#include "weft/core/table.hpp"
#include "weft/engine/rounds/rounds_params.hpp"
#include "weft/engine/rounds/steady/steady_series.hpp"
#include "weft/experiment/experiment.hpp"

namespace weft::verb {

/// Whether messages arrive without end.
bool is_steady(rounds::RoundsParams const& params);
rounds::SteadyParams steady_params(rounds::RoundsParams const& params);

/// Offered and accepted rate and latency of a steady state, in one row.
Table steady_table(rounds::SteadyOutcome const& outcome);
/// Adds the tables `saturation` and `trials`, and a note if no rate was refused.
void add_saturation_tables(rounds::Saturation const& found, rounds::ArrivalProcess arrivals, Result& result);

}  // namespace weft::verb
