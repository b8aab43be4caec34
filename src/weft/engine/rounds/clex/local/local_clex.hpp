// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/engine/rounds/clex/clex_simulation.hpp"

namespace weft::rounds {

/// Runs simulate_clex() on a CLEX with local networks in place of cliques: A(1) is store and forward under
/// the default routing of the local network. Each channel of level 1 carries one message per round, first
/// come, first served; an instance lasts until its last message arrives. A message to its own router needs no
/// round.
ClexOutcome simulate_local_clex(topology::Clex const& clex, Traffic const& traffic,
                                ClexOptions const& options, std::uint64_t seed, Progress& progress);

/// Runs simulate_clex_delays() on a CLEX with local networks in place of cliques.
ClexOutcome simulate_local_clex_delays(topology::Clex const& clex, Traffic const& traffic,
                                       ClexOptions const& options, std::uint64_t seed,
                                       ClexCables const& cables, Progress& progress);

}  // namespace weft::rounds
