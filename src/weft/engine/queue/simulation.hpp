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

/// Input of run_queue().
struct QueueSetting {
  std::span<Job const> jobs;  ///< sorted by submission; each fits on the machine
  Nodes const& nodes;
  Allocation const& allocation;
  std::function<void(Cluster&)> pass;    ///< scheduling pass of a policy
  Interference* interference = nullptr;  ///< null: jobs do not slow each other down
  bool strict = false;                   ///< jobs end at their estimates even if other jobs slowed them down
  /// Called when a job starts, with its nodes.
  std::function<void(std::uint32_t job, NodeList const& nodes)> started = {};
  Progress& progress = no_progress();
};

/// Start and end of a job.
struct JobTimes {
  double start = -1, end = -1;
  bool cut = false;  ///< ended at its estimate, before its work was complete
  friend bool operator==(JobTimes const&, JobTimes const&) = default;
};

/// State of the machine from `time` until the next moment.
struct Moment {
  double time;
  std::uint32_t busy;           ///< nodes
  std::uint32_t waiting;        ///< jobs
  std::uint64_t waiting_nodes;  ///< total nodes that the waiting jobs request
  bool blocked;                 ///< enough nodes are free for the first job, but it cannot be placed
};

/// Result of run_queue(): the times of each job, and the state of the machine over time.
struct QueueOutcome {
  std::vector<JobTimes> jobs;
  std::vector<Moment> moments;  ///< after every pass
};

/// Simulates the queue. At each time, all ends are processed first, then all submissions, then one scheduling
/// pass of the policy. A job ends after its duration or, if other jobs slow it down, when its work is
/// complete. Throws InputError for a job that cannot be placed on the idle machine.
QueueOutcome run_queue(QueueSetting const& setting);

}  // namespace weft::queue
