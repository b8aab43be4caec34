// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "weft/core/estimate.hpp"
#include "weft/core/progress.hpp"
#include "weft/engine/rounds/clex/clex_options.hpp"
#include "weft/engine/rounds/rounds_params.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/network/layout.hpp"
#include "weft/network/network.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/traffic/traffic.hpp"

/// Algorithm A(l) on CLEX in phases: the execution `phases` of the engine rounds.
namespace weft::verb {

/// Throws InputError for options of the engine and of the topology that phases of A(l) do not support.
void check_phases(topology::Clex const& clex, rounds::ClexOptions const& options,
                  rounds::RoundsParams const& params);

Estimate estimate_phases(topology::Clex const& clex, NetworkSize const& size,
                         rounds::ClexOptions const& options, rounds::RoundsParams const& params,
                         double messages);

/// Adds the tables levels, phases and traffic, or faults and slowdown, and summary (and delays); for
/// perpetual operation or the saturation search, the tables of a steady state or a search.
void run_phases(topology::Clex const& clex, Traffic const& traffic, rounds::ClexOptions const& options,
                rounds::RoundsParams const& params, LayoutParams const& layout, std::uint64_t seed,
                Progress& progress, Result& result);

}  // namespace weft::verb
