// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/engine/queue/allocations/allocation.hpp"
#include "weft/engine/queue/job.hpp"

namespace weft::queue {

/// The jobs that wait, in the order of their submission, by their positions in the stream. Blocks of
/// positions know their smallest size and estimate, so that a search for a job that fits skips most of a long
/// queue.
class WaitingJobs {
 public:
  static constexpr std::uint32_t none = 0xffffffff;

  explicit WaitingJobs(std::span<Job const> jobs);

  bool empty() const { return count_ == 0; }
  std::uint32_t count() const { return count_; }
  /// Nodes that they need in all.
  std::uint64_t nodes() const { return nodes_; }
  /// The one that has waited longest, or none.
  std::uint32_t first() const { return next(0, most, most, 0); }
  void add(std::uint32_t job);
  void remove(std::uint32_t job);
  /// The first one at or after position `from` that needs at most `any` nodes, or at most `brief` nodes and
  /// no longer than `time`, by its estimate; or none.
  std::uint32_t next(std::uint32_t from, std::uint32_t any, std::uint32_t brief, double time) const;

 private:
  static constexpr std::uint32_t most = 0xfffffffe, block = 128;
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
  std::vector<std::uint32_t> needs_;  ///< nodes of those that wait; of others none
  std::vector<Block> blocks_;
  std::uint32_t begin_ = 0;  ///< none waits in blocks before that
  std::uint32_t end_ = 0;    ///< none waits from there on
  std::uint32_t count_ = 0;
  std::uint64_t nodes_ = 0;
};

/// A job that runs, and when it ends by its estimate.
struct RunningJob {
  double expected_end;
  std::uint32_t job;
  friend auto operator<=>(RunningJob const&, RunningJob const&) = default;
};

/// A machine with the jobs that run and wait, at one moment: what a policy sees and does. Jobs are named by
/// their positions in the stream.
class Cluster {
 public:
  Cluster(std::span<Job const> jobs, Nodes const& nodes, Allocation const& allocation);

  double now() const { return now_; }
  Job const& job(std::uint32_t job) const { return jobs_[job]; }
  WaitingJobs const& waiting() const { return waiting_; }
  FreeNodes const& free() const { return free_; }
  /// The jobs that run, by their expected ends.
  std::span<RunningJob const> running() const { return running_; }
  /// The moment of a job's end as a policy expects it: a job beyond its estimate ends right after now.
  double expected_end(RunningJob const& it) const;
  NodeList const& nodes_of(std::uint32_t job) const { return given_[job]; }
  /// Whether a job may find no place among enough free nodes.
  bool may_refuse() const { return allocation_.may_refuse(); }
  /// Nodes for a job among these; none if it finds no place.
  NodeList place(std::uint32_t job, FreeNodes const& among) const;

  /// Starts a job that waits, if it finds a place.
  bool start(std::uint32_t job);
  /// Starts it on these nodes, which are free.
  void start_on(std::uint32_t job, NodeList nodes);
  /// Starts the job that has waited longest, again and again, while it finds a place.
  void start_in_order();

  // For the simulation.
  void go_to(double time) { now_ = time; }
  void submit(std::uint32_t job) { waiting_.add(job); }
  void end(std::uint32_t job);
  /// The jobs started since the last call.
  std::vector<std::uint32_t> take_started();

 private:
  std::span<Job const> jobs_;
  Allocation const& allocation_;
  double now_ = 0;
  WaitingJobs waiting_;
  FreeNodes free_;
  std::vector<RunningJob> running_;
  std::vector<NodeList> given_;
  std::vector<double> expected_;  ///< of jobs that run
  std::vector<std::uint32_t> started_;
};

}  // namespace weft::queue
