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

/// Input of a run of the queue.
struct QueueSetting {
  std::span<Job const> jobs;  ///< by submission; each fits on the machine
  Nodes const& nodes;
  Allocation const& allocation;
  std::function<void(Cluster&)> pass;    ///< scheduling pass of a policy
  Interference* interference = nullptr;  ///< null: jobs do not slow each other
  bool strict = false;                   ///< jobs end at their estimates even if others slowed them
  /// Called when a job starts, with its nodes.
  std::function<void(std::uint32_t job, NodeList const& nodes)> started = {};
  Progress& progress = no_progress();
};

/// Start and end of a job.
struct JobTimes {
  double start = -1, end = -1;
  bool cut = false;  ///< ended by its estimate, before its work was complete
  friend bool operator==(JobTimes const&, JobTimes const&) = default;
};

/// State of the machine from one time to the next.
struct Moment {
  double time;
  std::uint32_t busy;           ///< nodes
  std::uint32_t waiting;        ///< jobs
  std::uint64_t waiting_nodes;  ///< total nodes that they need
  bool blocked;                 ///< enough nodes are free for the first job, but it cannot be placed
};

/// Results of a run of the queue: the times of each job, and the state of the machine over time.
struct QueueOutcome {
  std::vector<JobTimes> jobs;
  std::vector<Moment> moments;  ///< after every pass
};

/// Runs the jobs. At each time, first all ends and submissions are processed, then one pass of the policy. A
/// job ends after its duration, or, if others slow it, when its work is complete. Throws InputError for a job
/// that cannot be placed on the idle machine.
QueueOutcome run_queue(QueueSetting const& setting);

}  // namespace weft::queue
