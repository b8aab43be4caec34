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

/// Distributes the runs of a study over the ranks that mpirun started: rank 0 assigns the requests and owns
/// the store; every other rank computes one run at a time, with all of its threads.
namespace weft::study {

/// The reply of a rank to a request.
struct RankReply {
  std::size_t job = 0;
  double seconds = 0;
  Result result = {};
  std::vector<OutputFile> pictures = {};
  std::optional<InputError> failure = {};
};

/// The other ranks as seen by rank 0. Must be used only by the thread that may use MPI. All ranks send
/// heartbeats several times per second. A rank that is silent for several seconds counts as lost until its
/// next message.
class RankPool {
 public:
  /// Creates the pool, which is empty if there is only one rank.
  RankPool();
  RankPool(RankPool const&) = delete;
  RankPool& operator=(RankPool const&) = delete;
  /// Sends the shutdown message to all ranks; results that are still being computed are discarded.
  ~RankPool();

  std::size_t size() const { return others_.size(); }
  /// Returns whether any rank is waiting for a request.
  bool has_idle() const { return std::ranges::any_of(others_, &Other::idle); }
  /// Sends a request to an idle rank. `pictures`: whether the reply includes pictures.
  void submit(std::size_t job, Spec const& request, bool pictures);
  /// Returns a reply that has arrived, or nullopt.
  std::optional<RankReply> answer();
  /// A lost rank, and its job if it had one.
  struct Loss {
    unsigned rank = 0;
    std::optional<std::size_t> job;
  };
  std::vector<Loss> losses();

 private:
  using Clock = std::chrono::steady_clock;
  struct Other {
    std::optional<std::size_t> job = {};
    Clock::time_point last_message = Clock::now();
    bool met = false, lost = false;
    bool idle() const { return !job && !lost; }
  };
  void send_heartbeat();

  std::vector<Other> others_;  ///< ranks 1 and higher
  Clock::time_point last_heartbeat_;
};

/// Computes the requests of rank 0 until the shutdown message. Called on the other ranks. Throws InputError
/// if rank 0 terminates.
void serve_rank_0();

}  // namespace weft::study
