// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <unordered_map>

#include "weft/engine/queue/simulation.hpp"

namespace weft::queue {

/// Waiting times and related measures of a set of jobs. Times in seconds.
struct WaitMeasures {
  std::uint64_t jobs = 0;
  double mean = 0, median = 0, ninety = 0, worst = 0;
  /// Bounded slowdown: the mean of max(1, (wait + run) / max(run, 10 s)) (D. Feitelson et al., Theory and
  /// practice in parallel job scheduling, JSSPP 1997).
  double bounded_slow_down = 0;
  double run = 0;           ///< mean run time, including slowdowns by other jobs
  double node_seconds = 0;  ///< total, of all jobs
};
/// Returns the measures of the jobs with the indices `some` in the stream.
WaitMeasures wait_measures(std::span<Job const> jobs, std::span<JobTimes const> times,
                           std::span<std::uint32_t const> some);

/// Utilization of a machine from the first submission to the last end.
struct MachineMeasures {
  double makespan = 0;
  double utilization = 0;  ///< fraction of all node-seconds used by jobs
  /// Fraction of all node-seconds in which nodes were idle although waiting jobs requested them
  double loss = 0;
  /// Fraction of the time in which enough nodes were free for the first waiting job, but it could not be
  /// placed
  double blocked = 0;
  double queue = 0;  ///< mean number of waiting jobs over time
};
MachineMeasures machine_measures(std::span<Job const> jobs, QueueOutcome const& outcome, std::uint32_t nodes);

/// Slowdown of jobs by other jobs: run time relative to the run time on an idle machine.
struct SlowDownMeasures {
  double mean = 1;  ///< weighted by node-seconds
  double worst = 1;
  std::uint32_t worst_job = 0;
};
SlowDownMeasures slow_down_measures(std::span<Job const> jobs, std::span<JobTimes const> times);

/// Groups that jobs use, and distances between the nodes of a job. Jobs with one node are ignored.
class Fragmentation {
 public:
  /// `distance`: returns the hops between two routers; empty if distances are unknown.
  Fragmentation(Nodes const& nodes, std::function<double(std::uint32_t, std::uint32_t)> distance);

  void add(std::uint32_t job, NodeList const& nodes);
  std::uint64_t jobs() const { return jobs_; }
  /// Returns the number of groups that the jobs use, relative to the minimum number that could fit them.
  double groups() const { return jobs_ > 0 ? groups_ / min_groups_ : 1; }
  /// Returns the mean distance between two nodes of a job, averaged over the jobs, from at most 64 pairs per
  /// job.
  double hops() const { return jobs_ > 0 ? hops_ / static_cast<double>(jobs_) : 0; }
  /// Returns the mean distance if each job were placed on the idle machine: in the smallest box of a grid,
  /// otherwise in whole groups.
  double best_hops() const { return jobs_ > 0 ? best_hops_ / static_cast<double>(jobs_) : 0; }
  bool has_hops() const { return static_cast<bool>(distance_); }

 private:
  std::uint32_t min_groups_for(std::uint32_t count) const;
  double mean_hops(NodeList const& nodes, std::uint64_t draw) const;
  double best_mean_hops(std::uint32_t count);

  Nodes const& nodes_;
  std::function<double(std::uint32_t, std::uint32_t)> distance_;
  AllocationPtr best_;
  FreeNodes idle_;
  std::vector<std::uint32_t> group_sizes_;  ///< largest first
  std::vector<std::uint64_t> seen_;         ///< by group: the last job that used it, plus 1
  std::unordered_map<std::uint32_t, double> best_of_size_;
  std::uint64_t jobs_ = 0;
  double groups_ = 0, min_groups_ = 0, hops_ = 0, best_hops_ = 0;
};

}  // namespace weft::queue
