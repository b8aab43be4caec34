// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/engine/queue/allocations/allocation.hpp"
#include "weft/engine/queue/job.hpp"

namespace weft::queue {

/// Waiting jobs in order of submission, identified by their indices in the stream. Each block of indices
/// stores its minimum size and minimum estimate, so that a search for a job that fits skips most of a long
/// queue.
class WaitingJobs {
 public:
  static constexpr std::uint32_t none = 0xffffffff;

  explicit WaitingJobs(std::span<Job const> jobs);

  bool empty() const { return count_ == 0; }
  std::uint32_t count() const { return count_; }
  /// Returns the total number of nodes that the waiting jobs request.
  std::uint64_t nodes() const { return nodes_; }
  /// Returns the job that has waited longest; `none` if there is none.
  std::uint32_t first() const { return next(0, maximum, maximum, 0); }
  void add(std::uint32_t job);
  void remove(std::uint32_t job);
  /// Returns the first job at or after index `from` that requests at most `any` nodes, or at most `brief`
  /// nodes with an estimate of at most `time` s; `none` if there is no such job.
  std::uint32_t next(std::uint32_t from, std::uint32_t any, std::uint32_t brief, double time) const;

 private:
  static constexpr std::uint32_t maximum = 0xfffffffe, block = 128;
  struct Block {
    std::uint32_t nodes = none;
    double estimate = 0;
  };
  static bool fits(std::uint32_t nodes, double estimate, std::uint32_t any, std::uint32_t brief,
                   double time) {
    return nodes <= any || (nodes <= brief && estimate <= time);
  }
  void refresh(std::uint32_t of);

  std::span<Job const> jobs_;
  std::vector<std::uint32_t> needs_;  ///< by job: requested nodes; `none` unless the job is waiting
  std::vector<Block> blocks_;
  std::uint32_t begin_ = 0;  ///< first block that may contain waiting jobs
  std::uint32_t end_ = 0;    ///< jobs from this index on are not waiting
  std::uint32_t count_ = 0;
  std::uint64_t nodes_ = 0;
};

/// A running job and its end according to its estimate.
struct RunningJob {
  double expected_end;
  std::uint32_t job;
  friend auto operator<=>(RunningJob const&, RunningJob const&) = default;
};

/// State of the machine with its running and waiting jobs; policies read and change it. Jobs are identified
/// by their indices in the stream.
class Cluster {
 public:
  Cluster(std::span<Job const> jobs, Nodes const& nodes, Allocation const& allocation);

  double now() const { return now_; }
  Job const& job(std::uint32_t job) const { return jobs_[job]; }
  WaitingJobs const& waiting() const { return waiting_; }
  FreeNodes const& free() const { return free_; }
  /// Returns the running jobs, sorted by expected end.
  std::span<RunningJob const> running() const { return running_; }
  /// Returns the expected end of a job; for a job that exceeds its estimate, the next representable time
  /// after now().
  double expected_end(RunningJob const& running) const;
  NodeList const& nodes_of(std::uint32_t job) const { return given_[job]; }
  /// Returns whether the allocation may fail to place a job although enough nodes are free.
  bool may_reject() const { return allocation_.may_reject(); }
  /// Selects nodes for a job from `among`. Returns an empty list if the job cannot be placed.
  NodeList place(std::uint32_t job, FreeNodes const& among) const;

  /// Starts a waiting job if it can be placed; returns whether it was started.
  bool start(std::uint32_t job);
  /// Starts a job on `nodes`, which must be free.
  void start_on(std::uint32_t job, NodeList nodes);
  /// Starts the jobs that have waited longest, in order, until one cannot be placed.
  void start_in_order();

  // Functions for the simulation.
  void go_to(double time) { now_ = time; }
  void submit(std::uint32_t job) { waiting_.add(job); }
  void end(std::uint32_t job);
  /// Returns the jobs started since the last call.
  std::vector<std::uint32_t> take_started();

 private:
  std::span<Job const> jobs_;
  Allocation const& allocation_;
  double now_ = 0;
  WaitingJobs waiting_;
  FreeNodes free_;
  std::vector<RunningJob> running_;
  std::vector<NodeList> given_;
  std::vector<double> expected_;  ///< of running jobs
  std::vector<std::uint32_t> started_;
};

}  // namespace weft::queue
