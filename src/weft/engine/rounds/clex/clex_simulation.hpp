// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "weft/core/estimate.hpp"
#include "weft/core/progress.hpp"
#include "weft/engine/rounds/clex/clex_draws.hpp"
#include "weft/engine/rounds/clex/clex_options.hpp"
#include "weft/engine/rounds/delay_statistics.hpp"
#include "weft/network/layout.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft::rounds {

/// Throws InputError if the options conflict with each other or with the machine.
void check_options(ClexMachine const& machine, ClexOptions const& options);
/// Throws InputError if the options conflict with each other or with the machine, or if clique options are
/// set for a CLEX with a local network.
void check_options(topology::Clex const& clex, ClexOptions const& options);

/// Result of a run of A(l).
struct ClexOutcome {
  ClexMeasures measures;
  std::optional<DelayStatistics> delays;  ///< only of runs that record messages
};

/// Routes the traffic with A(l) on a CLEX that has no failures; all messages start together (Lenzen &
/// Wattenhofer, arXiv 1607.00298). The result depends on the seed, not on the number of threads. Memory: 4
/// bytes per message (8 if the digits of a node need more than 32 bits), 2 to 4 bytes per node, and one copy
/// of level l - 1 per thread.
ClexOutcome simulate_clex(topology::Clex const& clex, Traffic const& traffic, ClexOptions const& options,
                          std::uint64_t seed, Progress& progress = no_progress());

/// Cable lengths of a CLEX, and the times of hops and rounds on each level.
struct ClexCables {
  double beta_ns_per_meter = 5;
  RoundTimes times;
  HopLength length;  ///< empty: distances are not recorded
};

/// Returns the cable lengths of a layout and the times under `model`.
ClexCables clex_cables(topology::Clex const& clex, Layout const& layout, DelayModel const& model);

/// Runs simulate_clex() and records every message, in 32 bytes per message.
ClexOutcome simulate_clex_delays(topology::Clex const& clex, Traffic const& traffic,
                                 ClexOptions const& options, std::uint64_t seed, ClexCables const& cables,
                                 Progress& progress = no_progress());

/// Returns the estimated memory and time of a run with `messages` messages. `recorded`: every message is
/// recorded.
Estimate estimate_clex(topology::Clex const& clex, double messages, ClexOptions const& options,
                       bool recorded);
/// Returns the estimated memory and time of a run. `local_hops`: mean hops of a visit to a local network; 0:
/// cliques.
Estimate estimate_clex(ClexMachine const& machine, double messages, ClexOptions const& options, bool recorded,
                       double local_hops = 0);

}  // namespace weft::rounds
