// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <deque>
#include <vector>

#include "weft/core/statistics.hpp"
#include "weft/engine/rounds/forward/forward_settings.hpp"
#include "weft/engine/rounds/forward/forward_source.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/form/packet_routing.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft {

/// Store-and-forward as one would write it down: a list per channel, one message at a time.
class ForwardOracle {
 public:
  struct Message {
    std::uint32_t to, state = 0;
    std::uint32_t hops = 0, key = 0, distance = 0;
    std::uint64_t birth = 0, arrival = 0, time_ps = 0;
    bool fixed = false, received = false;  ///< in flight, perhaps in vain; known to the far end
  };
  struct Answer {
    std::uint64_t rounds = 0, delivered = 0, unreachable = 0, hops = 0, transmissions = 0, duplicates = 0,
                  longest_queue = 0;
    Histogram delay, hops_taken, distance, time_ns;
    std::vector<std::uint32_t> loads;
  };

  ForwardOracle(Network const& network, PacketRouting const& routing, rounds::ForwardSettings const& settings)
      : network_(network),
        routing_(routing),
        traits_(routing.traits()),
        settings_(settings),
        queues_(network.num_channels()),
        lines_(network.num_channels()),
        ready_(network.num_channels()),
        last_(network.num_channels()) {
    answer_.loads.resize(network.num_channels());
  }

  /// `steady` rounds with arrivals, instead of all messages at once.
  Answer run_steady(Traffic const& traffic, rounds::ArrivalLaw const& law, std::uint64_t steady) {
    std::vector<std::vector<Message>> arrivals(network_.num_routers());
    std::vector<std::uint64_t> sent(network_.num_terminals());
    for (round_ = 1; round_ <= steady; ++round_) {
      for (std::uint32_t e = 0; e < sent.size(); ++e) {
        auto const count = law(RandomWords(settings_.seed, Purpose::injection, round_)(e));
        for (std::uint32_t i = 0; i < count; ++i, ++sent[e]) {
          auto const r = network_.injection_router({e});
          std::vector<std::uint32_t> all(traffic.messages({e}));
          traffic.destinations({e}, 1, all);
          inject({e}, all[sent[e] % all.size()], sent[e], arrivals[r.v]);
        }
      }
      move(arrivals);
    }
    return answer_;
  }

  Answer run(Traffic const& traffic) {
    std::vector<std::vector<Message>> arrivals(network_.num_routers());
    for (std::uint32_t r = 0; r < arrivals.size(); ++r) inject(RouterId{r}, traffic, arrivals[r]);
    for (round_ = 1; answer_.delivered + answer_.unreachable < traffic.num_messages(); ++round_)
      move(arrivals);
    return answer_;
  }

 private:
  /// One round.
  void move(std::vector<std::vector<Message>>& arrivals) {
    for (std::uint32_t r = 0; r < arrivals.size(); ++r)
      for (std::uint32_t i = 0; i < arrivals[r].size(); ++i) arrive({r}, i, arrivals[r][i]);
    for (std::uint32_t c = 0; c < queues_.size(); ++c) send({c});
    if (settings_.times.classes() > 0)
      for (std::uint32_t c = 0; c < queues_.size(); ++c) count_time({c});
    for (std::uint32_t r = 0; r < arrivals.size(); ++r) {
      arrivals[r].clear();
      for (std::uint16_t p = 0; p < network_.in_degree({r}); ++p)
        receive(network_.incoming({r}, {p}), arrivals[r]);
    }
  }

  Heads heads(RouterId const& at, Message const& message, std::uint64_t const& draw) {
    port_.resize(traits_.width);
    next_state_.resize(traits_.width);
    candidates_ = 1;
    return {.at = {&at, 1},
            .to = {&message.to, 1},
            .state = {&message.state, 1},
            .draw = {&draw, 1},
            .port = port_,
            .next_state = next_state_,
            .candidates = {&candidates_, 1}};
  }

  void inject(RouterId r, Traffic const& traffic, std::vector<Message>& out) {
    auto const terminals = network_.terminals_at(r);
    for (std::uint32_t i = 0; i < terminals.count; ++i) {
      TerminalId const e{terminals.first.v + i};
      std::vector<std::uint32_t> destinations(traffic.messages(e));
      traffic.destinations(e, 1, destinations);
      for (std::uint64_t k = 0; auto const destination : destinations) k += inject(e, destination, k, out);
    }
  }

  /// Message `number` of terminal e; returns whether it has a path.
  bool inject(TerminalId e, std::uint32_t destination, std::uint64_t number, std::vector<Message>& out) {
    auto const r = network_.injection_router(e);
    Message message{.to = network_.ejection_router({destination}).v};
    message.birth = round_ - 1;
    routing_.encode({&message.to, 1});
    if (network_.has_failures() && !routing_.reaches(r, message.to)) {
      ++answer_.unreachable;
      return false;
    }
    if (traits_.has_state) {
      routing_.start(heads(r, message, RandomWords(settings_.seed, Purpose::valiant, e.v)(number)));
      message.state = next_state_[0];
    }
    out.push_back(message);
    return true;
  }

  /// The i-th message that reaches the router in this round is queued or delivered.
  void arrive(RouterId at, std::uint32_t i, Message message) {
    auto const name = std::uint64_t{at.v} << 32 | i;
    routing_.route(heads(at, message, RandomWords(settings_.seed, Purpose::route, round_)(name)));
    std::vector<PortId> const ports(port_.begin(), port_.begin() + candidates_);
    auto const states = next_state_;
    if (ports[0] == arrived) return deliver(message);
    if (settings_.order == rounds::QueueOrder::farthest_first)
      routing_.hops_left(heads(at, message, 0), {&message.key, 1});
    auto const choice = select(at, ports, name);
    if (traits_.has_state) message.state = states[choice];
    auto& queue = queues_[network_.channel(at, ports[choice]).v];
    queue.insert(std::ranges::find_if(
                     queue, [&](Message const& other) { return !other.fixed && other.key < message.key; }),
                 message);
    answer_.longest_queue = std::max<std::uint64_t>(answer_.longest_queue, queue.size());
  }

  std::size_t select(RouterId at, std::span<PortId const> ports, std::uint64_t name) const {
    std::vector<std::size_t> lengths;
    for (auto const port : ports) lengths.push_back(queues_[network_.channel(at, port).v].size());
    if (traits_.selection == Selection::first_free) {
      auto const free = std::ranges::find(lengths, 0u);
      return free == lengths.end() ? lengths.size() - 1 : static_cast<std::size_t>(free - lengths.begin());
    }
    std::vector<std::size_t> best;
    for (std::size_t k = 0; k < lengths.size(); ++k)
      if (lengths[k] == *std::ranges::min_element(lengths)) best.push_back(k);
    auto const word = RandomWords(settings_.seed, Purpose::arbitration, round_)(name);
    return best[scale32(static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(best.size()))];
  }

  /// A round passes for all that wait for a channel or are in it.
  void count_time(ChannelIndex c) {
    auto const round_ps = settings_.times.round_ps(network_.class_of(c).v);
    for (auto& message : queues_[c.v])
      if (!message.received) message.time_ps += round_ps;
    for (auto& message : lines_[c.v]) message.time_ps += round_ps;
  }

  void deliver(Message const& message) {
    answer_.time_ns.add((message.time_ps + 500) / 1000);
    ++answer_.delivered;
    answer_.delay.add(round_ - 1 - message.birth);
    answer_.hops_taken.add(message.hops);
    answer_.distance.add(message.distance);
    answer_.rounds = round_ - 1;
  }

  /// Whether the channel may begin one more message in this round, the unit of time from round - 1 on: it is
  /// free again 1 / bandwidth after it began the last one.
  bool take_turn(ChannelIndex c) {
    auto const begin = static_cast<double>(round_ - 1), start = std::max(ready_[c.v], begin);
    if (start >= begin + 1 - 1e-9) return false;
    ready_[c.v] = start + 1 / settings_.bandwidth_of(network_, c);
    return true;
  }

  bool lost(std::uint64_t bits) const {
    return static_cast<double>(bits & 0xffffffff) * 0x1p-32 < settings_.loss;
  }

  /// The channel's turns of this round.
  void send(ChannelIndex c) {
    auto& queue = queues_[c.v];
    auto& line = lines_[c.v];
    for (std::uint32_t lane = 0; !queue.empty() && take_turn(c); ++lane) {
      auto const name = rounds::transmission_name(c.v, lane);
      auto const word = RandomWords(settings_.seed, Purpose::loss, round_)(name);
      ++answer_.transmissions;
      queue.front().fixed = true;
      if (lost(word)) break;
      if (queue.front().received)
        ++answer_.duplicates;
      else
        enter(c, line, RandomWords(settings_.seed, Purpose::delay, round_)(name));
      queue.front().received = true;
      if (lost(word >> 32)) break;
      queue.pop_front();
    }
  }

  /// The first message of the queue enters the channel: it arrives in order, and no more per round than fit.
  void enter(ChannelIndex c, std::deque<Message>& line, std::uint64_t word) {
    Message message = queues_[c.v].front();
    message.fixed = message.received = false;
    ++message.hops;
    if (!settings_.distances.empty()) message.distance += settings_.distances[c.v];
    ++answer_.loads[c.v];
    ++answer_.hops;
    auto const u = static_cast<double>(word >> 32) * 0x1p-32 * settings_.jitter +
                   static_cast<double>(word & 0xffffffff) * 0x1p-32;
    message.arrival = round_ + (settings_.jitter > 0 ? static_cast<std::uint64_t>(u) : 0);
    auto const lanes = std::ceil(settings_.bandwidth_of(network_, c));
    auto& [last_round, used] = last_[c.v];
    if (message.arrival > last_round) used = 0;
    last_round = std::max(last_round, message.arrival);
    if (used == lanes) {
      ++last_round;
      used = 0;
    }
    ++used;
    message.arrival = last_round;
    line.push_back(message);
  }

  void receive(ChannelIndex c, std::vector<Message>& out) {
    for (auto& line = lines_[c.v]; !line.empty() && line.front().arrival == round_; line.pop_front()) {
      out.push_back(line.front());
    }
  }

  Network const& network_;
  PacketRouting const& routing_;
  PacketTraits traits_;
  rounds::ForwardSettings settings_;
  struct Last {
    std::uint64_t round = 0;
    double used = 0;
  };
  std::vector<std::deque<Message>> queues_, lines_;  ///< of each channel: before it and in it
  std::vector<double> ready_;
  std::vector<Last> last_;
  std::vector<PortId> port_;
  std::vector<std::uint32_t> next_state_;
  std::uint16_t candidates_ = 1;
  std::uint64_t round_ = 1;
  Answer answer_;
};

}  // namespace weft
