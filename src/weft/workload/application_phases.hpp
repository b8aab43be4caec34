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

/// The traffic of one phase of an application, wherever its tasks are.
struct PhaseDemand {
  std::uint32_t rounds = 0;  ///< in which blocks are sent
  std::uint64_t blocks = 0;  ///< that messages carry, each as often as it is sent
  std::uint64_t bound = 0;   ///< slots in which the busiest task can send and receive its blocks
};

/// One phase executed with one mapping.
struct PhaseRun {
  std::string mapping, phase;
  collective::Embedding embedding;
  std::uint32_t widest = 0;  ///< slots of the widest step
  PhaseDemand demand;
  schedule::Execution execution;
};

/// Executes the phases of an application whose task i is on vertex `places[i]`, those without rounds apart.
/// `executed`, if given, sees the schedule of each.
std::vector<PhaseRun> execute_phases(
    std::vector<collective::Phase> phases, collective::Embedding embedding, collective::Ranks const& machine,
    std::string const& mapping, std::vector<std::uint32_t> const& places, Progress& progress,
    std::function<void(std::string const& phase, Schedule& schedule)> const& executed = {});

}  // namespace weft
