// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/collective/program/catalog.hpp"
#include "weft/engine/replay/replay.hpp"
#include "weft/verb/replay/replay.hpp"
#include "weft/workload/jobs.hpp"

namespace weft::verb {

/// A program and the placement of its ranks, which is empty before place().
struct ReplayedJob {
  Program program;
  LoadJob nodes;  ///< its name, its terminals; a task for each group of ranks that shares one
  replay::ReplayPart part;
};

/// The programs of a request, whose names are resolved to objects.
struct ReplayedJobs {
  std::vector<ReplayedJob> jobs;
  Program program;  ///< of all jobs side by side
  std::vector<Setting> scenario;
  std::uint32_t ranks_per_terminal = 1;

  bool several() const { return !jobs.front().nodes.name.empty(); }
  /// Places all ranks.
  void place(RoutedMachine const& machine, std::uint64_t seed, Progress& progress);
  std::vector<replay::ReplayPart> parts() const;
  /// The terminal of each rank of a job, or of all.
  std::vector<std::uint32_t> terminals_of(ReplayedJob const& job) const;
  std::vector<std::uint32_t> terminals() const;
};

/// Throws InputError naming the part at fault.
ReplayedJobs assemble_jobs(Replay::Params const& params, RoutedMachine const& machine);

/// The program of a request without jobs, on a topology and its machine. Throws InputError.
NamedProgram program_of(Replay::Params const& params, AnyTopology const& topology, Machine const& machine);

}  // namespace weft::verb
