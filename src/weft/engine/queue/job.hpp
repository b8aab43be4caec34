// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace weft::queue {

/// A job of a stream. Times in seconds.
struct Job {
  std::int64_t number = 0;  ///< its name in the log
  double submit = 0;        ///< when it comes
  double run = 0;           ///< how long it computes on an idle machine
  std::uint32_t nodes = 1;
  double estimate = 0;        ///< what its user says that it runs; it ends then at the latest
  double communication = -1;  ///< the part of its run time in which it communicates; -1: not stated

  /// How long it runs on an idle machine.
  double duration() const { return run < estimate ? run : estimate; }
  friend bool operator==(Job const&, Job const&) = default;
};

/// Node-seconds of the jobs, divided by those of so many nodes from the first submission to the last; 0 for
/// jobs that all come at once.
double offered_load(std::span<Job const> jobs, std::uint32_t nodes);

/// Multiplies the times between submissions, so that the offered load becomes `load`. Throws InputError for
/// jobs that all come at once.
void scale_to_load(std::vector<Job>& jobs, std::uint32_t nodes, double load);

}  // namespace weft::queue
