// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "weft/engine/rounds/clex/clex_draws.hpp"
#include "weft/engine/rounds/clex/clex_options.hpp"
#include "weft/engine/rounds/clex/clique.hpp"
#include "weft/engine/rounds/clex/local/local_routes.hpp"
#include "weft/engine/rounds/clex/message_store.hpp"

namespace weft::rounds {

/// Delivery on level 1 in a local network, executed on flat arrays: store and forward under the routing of
/// the local network.
///
/// The model: every channel has a FIFO queue, and in each round it carries the first message of its queue.
/// Messages that arrive in the same round join their next queues in the order in which their channels became
/// busy. All heads of a round are routed in one call.
template <class Message>
class LocalForwarding {
 public:
  explicit LocalForwarding(std::shared_ptr<LocalRoutes const> routes)
      : routes_(std::move(routes)),
        head_(routes_->num_channels()),
        tail_(routes_->num_channels()),
        length_(routes_->num_channels(), 0) {}

  /// Delivers messages as Clique::deliver() does. Phase p of the measures is round p.
  std::uint64_t deliver(CliqueInput<Message>& in, InstanceStreams const& streams, ClexMeasures& measures,
                        HopLengths const& hop_length) {
    auto& level = measures.levels.front();
    ++measures.instances;
    level.max_messages = std::max<std::uint64_t>(level.max_messages, in.size);
    std::uint64_t left = begin(in, streams);
    std::uint32_t round = 0;
    while (left > 0) {
      ++round;
      level.hops += busy_.size();
      auto const arrived = carry(in, round, hop_length);
      left -= arrived;
      level.sum_rounds += arrived * round;
      measures.phase(round, left);
      forward(streams, round);
    }
    level.max_rounds = std::max<std::uint64_t>(level.max_rounds, round);
    return round;
  }

 private:
  struct Packet {
    std::uint32_t next = 0;  ///< next message of its queue
    std::uint32_t state = 0;
    std::uint16_t target = 0;
  };
  struct Path {
    std::uint32_t hops = 0, distance = 0;
  };
  struct HeadOf {
    std::uint32_t message;
    std::uint16_t at;
  };

  /// Queues all messages that are not at their targets. Returns their number.
  std::uint64_t begin(CliqueInput<Message> const& in, InstanceStreams const& streams) {
    if (packets_.size() < in.size) packets_.resize(in.message.size());
    if constexpr (Message::tracked) paths_.assign(in.size, {});
    heads_.clear();
    for (std::uint32_t i = 0; i < in.size; ++i) {
      packets_[i].target = in.target[i];
      if (in.sender[i] != in.target[i]) heads_.push_back({i, in.sender[i]});
    }
    auto const left = heads_.size();
    fill_heads(streams, 0);
    if (routes_->traits().has_state && left > 0) {
      routes_->routing().start(batch(left));
      for (std::size_t i = 0; i < left; ++i) packets_[heads_[i].message].state = next_state_[i];
    }
    forward(streams, 0);
    return left;
  }

  /// Runs a round: every busy channel carries a message. Returns the number of messages that reach their
  /// targets; the others become heads.
  std::uint64_t carry(CliqueInput<Message>& in, std::uint32_t round, HopLengths const& hop_length) {
    heads_.clear();
    std::uint64_t arrived = 0;
    std::size_t kept = 0;
    for (auto const channel : busy_) {
      auto const i = head_[channel];
      auto const& packet = packets_[i];
      auto const at = routes_->end(channel);
      head_[channel] = packet.next;
      busy_[kept] = channel;
      kept += --length_[channel] > 0;
      if constexpr (Message::tracked) {
        ++paths_[i].hops;
        paths_[i].distance += hop_length(routes_->start(channel), at);
      }
      if (at != packet.target) {
        heads_.push_back({i, at});
        continue;
      }
      ++arrived;
      if constexpr (Message::tracked)
        in.message[i].arrive(round, paths_[i].hops, paths_[i].distance, round * hop_length.round_ps());
    }
    busy_.resize(kept);
    return arrived;
  }

  /// Routes the heads and appends each head to its next queue.
  void forward(InstanceStreams const& streams, std::uint32_t round) {
    auto const count = heads_.size();
    if (count == 0) return;
    fill_heads(streams, 2 * round + 1);
    routes_->routing().route(batch(count));
    auto const& traits = routes_->traits();
    for (std::size_t i = 0; i < count; ++i) {
      auto const k = i * traits.width + (traits.width > 1 ? choose(i) : 0);
      auto& packet = packets_[heads_[i].message];
      if (traits.has_state) packet.state = next_state_[k];
      push(routes_->channel(heads_[i].at, port_[k].v), heads_[i].message);
    }
  }

  void push(std::uint32_t channel, std::uint32_t message) {
    if (length_[channel]++ == 0) {
      head_[channel] = message;
      busy_.push_back(channel);
    } else {
      packets_[tail_[channel]].next = message;
    }
    tail_[channel] = message;
  }

  /// Returns the index of the selected candidate of head i.
  std::size_t choose(std::size_t i) const {
    auto const& traits = routes_->traits();
    std::size_t const candidates = candidates_[i];
    auto const queue = [&](std::size_t k) {
      return length_[routes_->channel(heads_[i].at, port_[i * traits.width + k].v)];
    };
    if (traits.selection == Selection::first_free) {
      for (std::size_t k = 0; k + 1 < candidates; ++k)
        if (queue(k) == 0) return k;
      return candidates - 1;
    }
    auto const offset = traits.draws ? static_cast<std::size_t>(draw_[i] >> 32) % candidates : 0;
    auto best = offset;
    for (std::size_t k = 1; k < candidates; ++k)
      if (auto const other = (offset + k) % candidates; queue(other) < queue(best)) best = other;
    return best;
  }

  void fill_heads(InstanceStreams const& streams, std::uint32_t use) {
    auto const count = heads_.size();
    auto const& traits = routes_->traits();
    if (at_.size() < count) {
      at_.resize(2 * count);
      to_.resize(2 * count);
      state_.resize(2 * count);
      draw_.resize(2 * count);
      candidates_.resize(2 * count);
      port_.resize(2 * count * traits.width);
      next_state_.resize(2 * count * traits.width);
    }
    for (std::size_t i = 0; i < count; ++i) {
      auto const& packet = packets_[heads_[i].message];
      at_[i] = {heads_[i].at};
      to_[i] = routes_->encoded(packet.target);
      state_[i] = packet.state;
    }
    if (traits.draws) streams.relay(use).fill({draw_.data(), count});
  }

  Heads batch(std::size_t count) {
    auto const wide = count * routes_->traits().width;
    return {.at = {at_.data(), count},
            .to = {to_.data(), count},
            .state = {state_.data(), count},
            .draw = {draw_.data(), count},
            .port = {port_.data(), wide},
            .next_state = {next_state_.data(), wide},
            .candidates = {candidates_.data(), count}};
  }

  std::shared_ptr<LocalRoutes const> routes_;
  std::vector<std::uint32_t> head_, tail_, length_;  // by channel: its queue
  std::vector<std::uint32_t> busy_;                  // channels with a non-empty queue
  std::vector<Packet> packets_;
  std::vector<Path> paths_;
  std::vector<HeadOf> heads_;
  std::vector<RouterId> at_;
  std::vector<std::uint32_t> to_, state_, next_state_;
  std::vector<std::uint64_t> draw_;
  std::vector<std::uint16_t> candidates_;
  std::vector<PortId> port_;
};

}  // namespace weft::rounds
