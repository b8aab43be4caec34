// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <unordered_map>

#include "weft/engine/queue/simulation.hpp"

namespace weft::queue {

/// Waiting times of jobs. Times in seconds.
struct WaitMeasures {
  std::uint64_t jobs = 0;
  double mean = 0, median = 0, ninety = 0, worst = 0;
  /// The mean of (wait + run) / max(run, 10 s), at least 1: bounded slow-down (D. Feitelson et al., Theory
  /// and practice in parallel job scheduling, JSSPP 1997).
  double bounded_slow_down = 0;
  double run = 0;           ///< mean, including slow-downs
  double node_seconds = 0;  ///< total
};
/// `some`: the positions of the jobs in the stream.
WaitMeasures wait_measures(std::span<Job const> jobs, std::span<JobTimes const> times,
                           std::span<std::uint32_t const> some);

/// Use of a machine, from the first submission to the last end.
struct MachineMeasures {
  double makespan = 0;
  double utilization = 0;  ///< fraction of all node-seconds used by jobs
  double loss =
      0;  ///< fraction of all node-seconds of nodes that were idle although waiting jobs needed them
  double blocked =
      0;  ///< fraction of the time in which enough nodes were free for the first job, but it could not be placed
  double queue = 0;  ///< mean number of waiting jobs over time
};
MachineMeasures machine_measures(std::span<Job const> jobs, QueueOutcome const& outcome, std::uint32_t nodes);

/// Slow-down of jobs by others: run time relative to an idle machine.
struct SlowDownMeasures {
  double mean = 1;  ///< weighted by node-seconds
  double worst = 1;
  std::uint32_t worst_job = 0;
};
SlowDownMeasures slow_down_measures(std::span<Job const> jobs, std::span<JobTimes const> times);

/// Distances between the nodes of jobs. Jobs with one node are ignored.
class Fragmentation {
 public:
  /// `distance`: hops between two routers; empty: unknown.
  Fragmentation(Nodes const& nodes, std::function<double(std::uint32_t, std::uint32_t)> distance);

  void add(std::uint32_t job, NodeList const& nodes);
  std::uint64_t jobs() const { return jobs_; }
  /// Returns the groups that the jobs use, relative to the minimum number of groups that could fit them.
  double groups() const { return jobs_ > 0 ? groups_ / fewest_groups_ : 1; }
  /// Returns the mean distance of two nodes of a job, averaged over the jobs, from at most 64 pairs of each.
  double hops() const { return jobs_ > 0 ? hops_ / static_cast<double>(jobs_) : 0; }
  /// Returns the mean distance if each job had the idle machine: the smallest box on a grid, otherwise whole
  /// groups.
  double best_hops() const { return jobs_ > 0 ? best_hops_ / static_cast<double>(jobs_) : 0; }
  bool has_hops() const { return static_cast<bool>(distance_); }

 private:
  std::uint32_t fewest_for(std::uint32_t count) const;
  double mean_hops(NodeList const& nodes, std::uint64_t draw) const;
  double best_mean_hops(std::uint32_t count);

  Nodes const& nodes_;
  std::function<double(std::uint32_t, std::uint32_t)> distance_;
  AllocationPtr best_;
  FreeNodes idle_;
  std::vector<std::uint32_t> group_sizes_;  ///< largest first
  std::vector<std::uint64_t> seen_;         ///< by group: the last job
  std::unordered_map<std::uint32_t, double> best_of_size_;
  std::uint64_t jobs_ = 0;
  double groups_ = 0, fewest_groups_ = 0, hops_ = 0, best_hops_ = 0;
};

}  // namespace weft::queue
