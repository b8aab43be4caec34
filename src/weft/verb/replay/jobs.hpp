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

/// A program and the placement of its ranks, which is unset before place().
struct ReplayedJob {
  Program program;
  LoadJob nodes;  ///< name and terminals of the job, with one task per group of ranks on a terminal
  replay::ReplayPart part;
  std::vector<collective::CallAlgorithm> algorithms = {};  ///< algorithms of its collective calls
};

/// The programs of a request, with all names resolved to objects.
struct ReplayedJobs {
  std::vector<ReplayedJob> jobs;
  Program program;  ///< program of all jobs combined
  std::vector<Setting> scenario;
  std::uint32_t ranks_per_terminal = 1;

  bool several() const { return !jobs.front().nodes.name.empty(); }
  /// Assigns all ranks to terminals.
  void place(RoutedMachine const& machine, std::uint64_t seed, Progress& progress);
  std::vector<replay::ReplayPart> parts() const;
  /// Returns the terminal of each rank, of one job or of all jobs.
  std::vector<std::uint32_t> terminals_of(ReplayedJob const& job) const;
  std::vector<std::uint32_t> terminals() const;
  /// Returns the algorithms of the collective calls of all jobs.
  std::vector<collective::CallAlgorithm> algorithms() const;
};

/// Resolves the programs of a request. Throws InputError naming the part at fault.
ReplayedJobs assemble_jobs(Replay::Params const& params, RoutedMachine const& machine);

/// Returns the program of a request without jobs, for a topology and its machine. Throws InputError.
NamedProgram program_of(Replay::Params const& params, AnyTopology const& topology, Machine const& machine);

}  // namespace weft::verb
