// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace weft::queue {

/// A job of a stream. Times in seconds.
struct Job {
  std::int64_t number = 0;  ///< number in the log
  double submit = 0;        ///< time of submission
  double run = 0;           ///< run time on an idle machine
  std::uint32_t nodes = 1;
  double estimate = 0;        ///< run time estimated by the user; a job that exceeds it is killed
  double communication = -1;  ///< fraction of the run time with communication; -1: not stated

  /// Returns the run time on an idle machine, limited by the estimate.
  double duration() const { return run < estimate ? run : estimate; }
  friend bool operator==(Job const&, Job const&) = default;
};

/// Returns the node-seconds of the jobs, divided by the node-seconds of `nodes` nodes from the first
/// submission to the last; 0 if all jobs are submitted at the same time.
double offered_load(std::span<Job const> jobs, std::uint32_t nodes);

/// Scales the times between submissions so that the offered load becomes `load`. Throws InputError if all
/// jobs are submitted at the same time or have no run time.
void scale_to_load(std::vector<Job>& jobs, std::uint32_t nodes, double load);

}  // namespace weft::queue
