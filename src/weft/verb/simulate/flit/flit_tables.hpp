#pragma once

#include <vector>

#include "weft/core/result.hpp"
#include "weft/verb/simulate/flit/flit_assembly.hpp"

namespace weft::verb {

/// The columns that describe a run at one rate, and its row.
std::vector<Column> point_columns();
std::vector<Value> point_row(flit::FlitParams const& params, flit::Outcome const& outcome);

/// Adds the tables of one run to the result: latency, latencies, channels, channel_loads, virtual_channels, fairness, and deadlock if there is
/// one.
void add_tables(FlitAssembly const& setting, flit::FlitNetwork const& machine, flit::Outcome const& outcome,
                Result& result);

/// How fast the simulation was, and what it kept in memory.
Table speed_table(FlitAssembly const& setting, flit::FlitNetwork const& machine, flit::Outcome const& outcome,
                  double seconds);

}  // namespace weft::verb
