#pragma once

#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/engine/rounds/clex/clex_options.hpp"
#include "weft/engine/rounds/delay_statistics.hpp"
#include "weft/engine/rounds/rounds_params.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/network/layout.hpp"

namespace weft::topology {
class Clex;
}  // namespace weft::topology

namespace weft::verb {

/// Refuses options of the engine and of the topology that phases of A(l) do not know.
void check_phases(topology::Clex const& clex, rounds::RoundsParams const& params);

/// The engine `rounds` with execution=phases: A(l) on CLEX. Adds tables levels and phases, or faults and
/// slowdown, and summary (and delays) to the result.
void run_phases(topology::Clex const& clex, Traffic const& traffic, rounds::ClexOptions const& options,
                rounds::RoundsParams const& params, LayoutParams const& layout, std::uint64_t seed,
                Progress& progress, Result& result);

/// The engine `rounds` with execution=packets: any routing on any topology, by store and forward. Adds tables summary,
/// channels (and delays) to the result.
void run_packets(AnyTopology const& topology, Machine const& machine, Spec const& routing,
                 Traffic const& traffic, rounds::RoundsParams const& params, LayoutParams const& layout,
                 std::uint64_t seed, Progress& progress, Result& result);

/// Adds the tables delays and delay_distribution.
void add_delays(rounds::DelayStatistics const& delays, Result& result);

}  // namespace weft::verb
