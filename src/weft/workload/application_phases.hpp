// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "weft/collective/applications/application.hpp"
#include "weft/collective/ranks.hpp"
#include "weft/core/progress.hpp"
#include "weft/engine/schedule/execute.hpp"

namespace weft {

/// Traffic of one phase of an application, independent of the mapping.
struct PhaseDemand {
  std::uint32_t rounds = 0;  ///< number of rounds in which blocks are sent
  std::uint64_t blocks = 0;  ///< number of blocks in all messages, counted once per send
  /// Minimum number of slots in which the busiest task can send and receive its blocks
  std::uint64_t bound = 0;
};

/// One phase, executed under one mapping.
struct PhaseRun {
  std::string mapping, phase;
  collective::Embedding embedding;
  std::uint32_t widest = 0;  ///< maximum width of a step, in slots
  PhaseDemand demand;
  schedule::Execution execution;
};

/// Executes the phases of an application with task i on vertex `places[i]`; omits phases without rounds.
/// `executed`, if set, is called with the schedule of each phase.
std::vector<PhaseRun> execute_phases(
    std::vector<collective::Phase> phases, collective::Embedding embedding, collective::Ranks const& machine,
    std::string const& mapping, std::vector<std::uint32_t> const& places, Progress& progress,
    std::function<void(std::string const& phase, Schedule& schedule)> const& executed = {});

}  // namespace weft
