#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "weft/core/statistics.hpp"
#include "weft/engine/rounds/forward_settings.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/routing.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft {

/// Store-and-forward as one would write it down: a list per channel, one message at a time.
class ForwardOracle {
 public:
  struct Message {
    std::uint32_t to, state = 0;
    std::uint32_t hops = 0, key = 0, distance = 0;
    std::uint64_t birth = 0;
  };
  struct Answer {
    std::uint64_t rounds = 0, delivered = 0, hops = 0, longest_queue = 0;
    Histogram delay, hops_taken, distance;
    std::vector<std::uint32_t> loads;
  };

  ForwardOracle(Network const& network, RoutingFunction const& routing,
                rounds::ForwardSettings const& settings)
      : network_(network),
        routing_(routing),
        traits_(routing.traits()),
        settings_(settings),
        queues_(network.num_channels()),
        ready_(network.num_channels()) {
    answer_.loads.resize(network.num_channels());
  }

  Answer run(Traffic const& traffic) {
    std::vector<std::vector<Message>> arrivals(network_.num_routers());
    for (std::uint32_t r = 0; r < arrivals.size(); ++r) inject({r}, traffic, arrivals[r]);
    for (round_ = 1;; ++round_) {
      for (std::uint32_t r = 0; r < arrivals.size(); ++r)
        for (std::uint32_t i = 0; i < arrivals[r].size(); ++i) arrive({r}, i, arrivals[r][i]);
      if (waiting_ == 0) return answer_;
      cross(arrivals);
    }
  }

 private:
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
      for (std::uint64_t k = 0; k < destinations.size(); ++k) {
        Message message{.to = network_.ejection_router({destinations[k]}).v};
        routing_.encode({&message.to, 1});
        if (traits_.has_state) {
          routing_.start(heads(r, message, rounds::NamedWords(settings_.seed, Purpose::valiant, e.v)(k)));
          message.state = next_state_[0];
        }
        out.push_back(message);
      }
    }
  }

  /// The i-th message that reaches the router in this round is queued or delivered.
  void arrive(RouterId at, std::uint32_t i, Message message) {
    auto const name = std::uint64_t{at.v} << 32 | i;
    routing_.route(heads(at, message, rounds::NamedWords(settings_.seed, Purpose::route, round_)(name)));
    std::vector<PortId> const ports(port_.begin(), port_.begin() + candidates_);
    auto const states = next_state_;
    if (ports[0] == arrived) return deliver(message);
    if (settings_.order == rounds::QueueOrder::farthest_first)
      routing_.hops_left(heads(at, message, 0), {&message.key, 1});
    auto const choice = select(at, ports, name);
    if (traits_.has_state) message.state = states[choice];
    auto& queue = queues_[network_.channel(at, ports[choice]).v];
    queue.insert(std::ranges::find_if(queue, [&](Message const& other) { return other.key < message.key; }),
                 message);
    answer_.longest_queue = std::max<std::uint64_t>(answer_.longest_queue, queue.size());
    ++waiting_;
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
    auto const word = rounds::NamedWords(settings_.seed, Purpose::arbitration, round_)(name);
    return best[scale32(static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(best.size()))];
  }

  void deliver(Message const& message) {
    ++answer_.delivered;
    answer_.delay.add(round_ - 1 - message.birth);
    answer_.hops_taken.add(message.hops);
    answer_.distance.add(message.distance);
    answer_.rounds = round_ - 1;
  }

  /// How many messages the channel carries in this round: in the unit of time from round - 1 on it may begin one whenever
  /// it is free.
  std::uint64_t take_turns(ChannelIndex c, std::uint64_t waiting) {
    std::uint64_t turns = 0;
    auto const begin = static_cast<double>(round_ - 1);
    for (auto& ready = ready_[c.v]; turns < waiting && std::max(ready, begin) < begin + 1 - 1e-9; ++turns)
      ready = std::max(ready, begin) + 1 / settings_.bandwidth_of(network_, c);
    return turns;
  }

  /// The first messages of all queues, to the routers that they reach, in the order of inputs.
  void cross(std::vector<std::vector<Message>>& arrivals) {
    for (std::uint32_t r = 0; r < arrivals.size(); ++r) {
      arrivals[r].clear();
      for (std::uint16_t p = 0; p < network_.in_degree({r}); ++p) {
        auto const c = network_.incoming({r}, {p});
        auto& queue = queues_[c.v];
        for (auto turns = take_turns(c, queue.size()); turns > 0; --turns) {
          arrivals[r].push_back(queue.front());
          queue.pop_front();
          ++arrivals[r].back().hops;
          if (!settings_.distances.empty()) arrivals[r].back().distance += settings_.distances[c.v];
          ++answer_.loads[c.v];
          ++answer_.hops;
          --waiting_;
        }
      }
    }
  }

  Network const& network_;
  RoutingFunction const& routing_;
  RoutingTraits traits_;
  rounds::ForwardSettings settings_;
  std::vector<std::deque<Message>> queues_;
  std::vector<double> ready_;
  std::vector<PortId> port_;
  std::vector<std::uint32_t> next_state_;
  std::uint16_t candidates_ = 1;
  std::uint64_t waiting_ = 0, round_ = 1;
  Answer answer_;
};

}  // namespace weft
