// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/engine/queue/cluster.hpp"
#include "weft/engine/queue/interference.hpp"

namespace weft::queue {

/// What jobs are scheduled on, and how.
struct QueueSetting {
  std::span<Job const> jobs;  ///< by their submission; each fits on the machine
  Nodes const& nodes;
  Allocation const& allocation;
  std::function<void(Cluster&)> pass;    ///< of a policy
  Interference* interference = nullptr;  ///< null: jobs do not slow each other
  bool strict = false;                   ///< jobs end at their estimates even if others slowed them
  /// Called when a job starts, with its nodes.
  std::function<void(std::uint32_t job, NodeList const& nodes)> started = {};
  Progress& progress = no_progress();
};

/// When a job started and ended.
struct JobTimes {
  double start = -1, end = -1;
  bool cut = false;  ///< it ended by its estimate, before its work was done
  friend bool operator==(JobTimes const&, JobTimes const&) = default;
};

/// The machine from a moment to the next one.
struct Moment {
  double time;
  std::uint32_t busy;           ///< nodes
  std::uint32_t waiting;        ///< jobs
  std::uint64_t waiting_nodes;  ///< that they need
  bool blocked;                 ///< enough nodes are free for the first job, but it finds no place
};

/// Results of a run of the queue: the times of each job, and the state of the machine over time.
struct QueueOutcome {
  std::vector<JobTimes> jobs;
  std::vector<Moment> moments;  ///< after every pass
};

/// Runs the jobs. At each moment, first all ends and submissions of that time happen, then one pass of the
/// policy. A job ends after its duration, or, if others slow it, when its work is done. Throws InputError for
/// a job that finds no place on the idle machine.
QueueOutcome run_queue(QueueSetting const& setting);

}  // namespace weft::queue
