// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/core/parallel.hpp"
#include "weft/core/ranks.hpp"
#include "weft/engine/rounds/forward/forward_scratch.hpp"
#include "weft/engine/rounds/forward/forward_settings.hpp"
#include "weft/engine/rounds/forward/forward_source.hpp"

namespace weft::rounds {

/// Interface of a simulation of routers in synchronous rounds.
template <class M>
class RoundKernel {
 public:
  virtual ~RoundKernel() = default;
  /// Simulates round `round`. Rounds are simulated in order, from 1.
  virtual void advance(std::uint64_t round, MessageSource<M>& source) = 0;
  /// Returns the number of messages in the network and at their sources after the last round.
  virtual std::uint64_t in_flight() const = 0;
  virtual std::uint64_t delivered() const = 0;
  /// Returns the counts since the last call, merged over all ranks, and resets them. Collective.
  virtual ForwardCounts take_counts() = 0;
  /// Returns the number of messages that each channel of this rank has carried so far, 0 for other channels;
  /// empty if loads are not counted.
  virtual std::span<std::uint32_t const> loads() const = 0;
};

/// Message totals over all ranks, from the counters of each rank's workers.
class MessageTotals {
 public:
  /// Updates the totals after a round. Collective.
  template <class Scratches>
  void update(Scratches const& scratches) {
    std::uint64_t sums[] = {taken_injected_, taken_delivered_};
    for (auto const& s : scratches) {
      sums[0] += s.counts.injected;
      sums[1] += s.counts.delivered;
    }
    sum_over_ranks(sums);
    delivered_ = sums[1];
    in_flight_ = sums[0] - sums[1];
  }
  /// Returns the merged counts of all workers of all ranks and resets the workers to `fresh`, which must be
  /// 0. Collective.
  template <class Scratches>
  ForwardCounts take(Scratches& scratches, ForwardCounts const& fresh) {
    auto sum = fresh;
    for (auto& s : scratches) {
      sum.merge(s.counts);
      s.counts = fresh;
    }
    taken_injected_ += sum.injected;
    taken_delivered_ += sum.delivered;
    weft::merge_over_ranks(sum);
    return sum;
  }
  std::uint64_t in_flight() const { return in_flight_; }
  std::uint64_t delivered() const { return delivered_; }

 private:
  std::uint64_t in_flight_ = 0, delivered_ = 0;
  std::uint64_t taken_injected_ = 0, taken_delivered_ = 0;  // of this rank
};

/// Parallel execution of the chunks of this rank in each round, and transfer of their messages between
/// rounds.
template <class M>
class ChunkRounds {
 public:
  /// `wiring` must outlive the object.
  explicit ChunkRounds(Wiring const& wiring)
      : wiring_(wiring), silent_rounds_(wiring.chunks().size()), wire_(wiring), exchange_(wiring) {}

  /// Calls step(chunk, sends, worker) for each chunk that receives messages, has waiting messages
  /// (waiting(chunk) > 0) or may send new messages (`sends`). `worker` is an element of `workers`: a Scratch
  /// with the arrivals of the chunk and an open sender. Collective.
  template <class Workers, class Waiting, class Step>
  void run(std::uint64_t round, MessageSource<M> const& source, Workers& workers, Waiting waiting,
           Step step) {
    auto const own = wiring_.own_chunks();
    parallel_for(own.end - own.begin, [&](std::size_t task, unsigned w) {
      auto const i = own.begin + task;
      auto const& chunk = wiring_.chunks()[i];
      auto& worker = workers[w];
      auto const incoming = wire_.incoming(chunk, round);
      bool const sends = source.sends(chunk, round);
      if (incoming == 0 && waiting(i) == 0 && !sends) return silence(i, round);
      silent_rounds_[i] = 0;
      worker.arrivals.prepare(incoming);
      worker.arrivals.size = 0;
      if (incoming > 0) receive_sorted(wire_, wiring_, chunk, round, worker);
      worker.sender.open(wire_, chunk, round);
      step(i, sends, worker);
      worker.sender.close();
    });
    exchange_(wire_, round);
  }

 private:
  void silence(std::size_t chunk, std::uint64_t round) {
    if (silent_rounds_[chunk] == 2) return;
    wire_.silence(wiring_.chunks()[chunk], round);
    ++silent_rounds_[chunk];
  }

  Wiring const& wiring_;
  std::vector<std::uint8_t> silent_rounds_;  ///< by chunk: number of consecutive silent rounds, at most 2
  Wire<M> wire_;
  ForwardExchange<M> exchange_;
};

}  // namespace weft::rounds
