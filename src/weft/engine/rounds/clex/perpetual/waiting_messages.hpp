// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "weft/core/parallel.hpp"
#include "weft/core/random.hpp"
#include "weft/engine/rounds/steady/steady_series.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft::rounds {

/// A message that waits at a node for the next instance of A(l).
struct WaitingMessage {
  std::uint32_t node, destination;
  std::uint64_t creation_round;  ///< round after which it arrived
};

/// The messages that join an instance, grouped by node, in order.
class JoiningMessages final : public Traffic {
 public:
  explicit JoiningMessages(std::uint64_t nodes) : first_(nodes + 1) {}

  void clear() {
    std::ranges::fill(first_, 0);
    destinations_.clear();
    creation_rounds_.clear();
  }
  /// Adds the messages of a node. Nodes must be added once each, in ascending order.
  void add(std::uint32_t node, std::span<WaitingMessage const> messages) {
    for (auto const& message : messages) {
      destinations_.push_back(message.destination);
      creation_rounds_.push_back(message.creation_round);
    }
    first_[node + 1] = destinations_.size();
  }
  /// Returns the index of the first message of a node among the messages of all nodes.
  std::uint64_t first(std::uint64_t node) const { return first_[node]; }
  std::uint64_t creation_round(std::uint64_t message) const { return creation_rounds_[message]; }

  std::uint64_t num_terminals() const override { return first_.size() - 1; }
  std::uint64_t num_messages() const override { return destinations_.size(); }
  std::uint64_t messages(TerminalId e) const override { return first_[e.v + 1] - first_[e.v]; }
  std::uint64_t uniform_messages() const override { return 0; }
  void destinations(TerminalId first, std::uint64_t terminals, std::span<std::uint32_t> out) const override {
    auto const begin = destinations_.begin() + static_cast<std::ptrdiff_t>(first_[first.v]);
    std::copy(begin, begin + static_cast<std::ptrdiff_t>(first_[first.v + terminals] - first_[first.v]),
              out.begin());
  }

 private:
  std::vector<std::uint64_t> first_;
  std::vector<std::uint32_t> destinations_;
  std::vector<std::uint64_t> creation_rounds_;
};

/// The queues of all nodes between two instances. Only messages that an instance left are stored; the other
/// waiting messages follow from the draws of the rounds in which they arrived.
class WaitingMessages {
 public:
  /// The messages of a node cycle through the destinations that `traffic` lists. `traffic` must outlive the
  /// object.
  WaitingMessages(Traffic const& traffic, ArrivalLaw law, std::uint64_t seed)
      : traffic_(traffic), law_(std::move(law)), seed_(seed), queues_(traffic.num_terminals()) {}

  /// Draws the arrivals at the beginning of the next round (the first call: round 1). Returns their number.
  std::uint64_t next_round() {
    words_.emplace_back(seed_, Purpose::injection, words_.size() + 1);
    std::vector<std::uint64_t> counts(num_threads());
    parallel_chunks(queues_.size(), 4096, [&](std::size_t begin, std::size_t end, unsigned worker) {
      auto const& words = words_.back();
      for (auto e = static_cast<std::uint32_t>(begin); e < end; ++e)
        if (traffic_.messages({e}) > 0) counts[worker] += law_(words(e));
    });
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  }

  /// Puts the messages that an instance left back into their queues, in any order.
  void put_back(std::vector<WaitingMessage> left) {
    left_.insert(left_.end(), left.begin(), left.end());
    std::ranges::sort(left_, [](WaitingMessage const& a, WaitingMessage const& b) {
      return std::tie(a.node, a.creation_round, a.destination) <
             std::tie(b.node, b.creation_round, b.destination);
    });
  }

  /// Moves up to `maximum` messages of every node to `joining`: first messages that an instance left, oldest
  /// first, then the others in order of arrival.
  void join(std::uint32_t maximum, JoiningMessages& joining) {
    joining.clear();
    std::vector<WaitingMessage> still_left, of_node;
    std::size_t next_left = 0;
    for (std::uint32_t e = 0; e < queues_.size(); ++e) {
      of_node.clear();
      for (; next_left < left_.size() && left_[next_left].node == e; ++next_left)
        (of_node.size() < maximum ? of_node : still_left).push_back(left_[next_left]);
      take_arrived(e, maximum, of_node);
      joining.add(e, of_node);
    }
    left_ = std::move(still_left);
  }

 private:
  /// The messages of a terminal that have never joined an instance.
  struct Queue {
    std::uint64_t round = 1;  ///< round in which the first message of the queue arrived
    std::uint64_t sent = 0;   ///< number of messages of the terminal before the first message of the queue
    std::uint32_t taken = 0;  ///< number of messages that arrived in `round` and have joined
  };

  /// Appends messages of terminal e to `taken`, up to `maximum` in total. The draws depend on (round,
  /// terminal), as for packets.
  void take_arrived(std::uint32_t e, std::uint32_t maximum, std::vector<WaitingMessage>& taken) {
    auto const listed = traffic_.messages({e});
    if (listed == 0) return;
    auto& queue = queues_[e];
    for (; queue.round <= words_.size(); ++queue.round, queue.taken = 0) {
      auto const arrived = law_(words_[queue.round - 1](e));
      for (; queue.taken < arrived; ++queue.taken, ++queue.sent) {
        if (taken.size() >= maximum) return;
        taken.push_back({e, traffic_.nth_destination({e}, queue.sent % listed), queue.round - 1});
      }
    }
  }

  Traffic const& traffic_;
  ArrivalLaw law_;
  std::uint64_t seed_;
  std::vector<RandomWords> words_;  ///< by round, up to the current one
  std::vector<Queue> queues_;
  std::vector<WaitingMessage> left_;  ///< messages that instances left, sorted by node
};

}  // namespace weft::rounds
