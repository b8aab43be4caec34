// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/core/result.hpp"
#include "weft/core/spec.hpp"
#include "weft/experiment/experiment.hpp"

/// Runs of a study over the ranks that mpirun started: rank 0 hands out requests and has the store; every
/// other rank computes one run at a time, with all of its threads.
namespace weft::study {

/// What a rank made of a request.
struct RankAnswer {
  std::size_t job = 0;
  double seconds = 0;
  Result result = {};
  std::vector<OutputFile> pictures = {};
  std::optional<InputError> failure = {};
};

/// The other ranks, on rank 0. For one thread, the one that may use MPI. All ranks say several times a second
/// that they live. One that is silent for some seconds counts as lost, until it is heard again.
class RankPool {
 public:
  /// With one rank it has nobody.
  RankPool();
  RankPool(RankPool const&) = delete;
  RankPool& operator=(RankPool const&) = delete;
  /// Tells all ranks that nothing is left, those that compute after their answers, which are lost.
  ~RankPool();

  std::size_t size() const { return others_.size(); }
  /// Whether a rank waits for a request.
  bool has_idle() const { return std::ranges::any_of(others_, &Other::idle); }
  /// Gives a request to an idle rank; the answer has its pictures if they are wanted.
  void give(std::size_t job, Spec const& request, bool pictures);
  /// An answer that has arrived.
  std::optional<RankAnswer> answer();
  /// The ranks that were lost since the last call, and the jobs that they had.
  struct Loss {
    unsigned rank = 0;
    std::optional<std::size_t> job;
  };
  std::vector<Loss> losses();

 private:
  using Clock = std::chrono::steady_clock;
  struct Other {
    std::optional<std::size_t> job = {};
    Clock::time_point heard = Clock::now();
    bool met = false, lost = false;
    bool idle() const { return !job && !lost; }
  };
  void say_alive();

  std::vector<Other> others_;  ///< rank 1 and those after it
  Clock::time_point said_;
};

/// On the other ranks: computes what rank 0 gives, until nothing is left. Throws InputError if rank 0 dies.
void serve_rank_0();

}  // namespace weft::study
