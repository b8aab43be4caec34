#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "weft/core/statistics.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/routing.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft {

/// Store-and-forward as one would write it down: a list per channel, one message at a time.
class ForwardOracle {
 public:
  struct Message {
    std::uint32_t to;
    std::uint32_t hops = 0;
    std::uint32_t key = 0;
    std::uint64_t birth = 0;
  };
  struct Answer {
    std::uint64_t rounds = 0, delivered = 0, hops = 0, longest_queue = 0;
    Histogram delay, hops_taken;
    std::vector<std::uint32_t> loads;
  };

  ForwardOracle(Network const& network, RoutingFunction const& routing, bool farthest_first = false)
      : network_(network),
        routing_(routing),
        farthest_first_(farthest_first),
        queues_(network.num_channels()) {
    answer_.loads.resize(network.num_channels());
  }

  Answer run(Traffic const& traffic) {
    inject(traffic);
    for (std::uint64_t round = 1; waiting_ > 0; ++round) {
      auto const crossed = cross();
      for (auto const& [c, message] : crossed) arrive(network_.target(c), message, round);
    }
    return answer_;
  }

 private:
  struct Crossing {
    ChannelIndex channel;
    Message message;
  };

  void inject(Traffic const& traffic) {
    for (std::uint32_t r = 0; r < network_.num_routers(); ++r) {
      auto const terminals = network_.terminals_at({r});
      for (std::uint32_t k = 0; k < terminals.count; ++k) {
        TerminalId const e{terminals.first.v + k};
        std::vector<std::uint32_t> destinations(traffic.messages(e));
        traffic.destinations(e, 1, destinations);
        for (auto const to : destinations) {
          std::uint32_t address = network_.ejection_router({to}).v;
          routing_.encode({&address, 1});
          arrive({r}, {.to = address}, 0);
        }
      }
    }
  }

  void arrive(RouterId at, Message message, std::uint64_t round) {
    PortId port;
    routing_.route({.at = {&at, 1},
                    .to = {&message.to, 1},
                    .state = {},
                    .draw = {},
                    .port = {&port, 1},
                    .next_state = {},
                    .candidates = {}});
    if (port == arrived) {
      ++answer_.delivered;
      answer_.delay.add(round - message.birth);
      answer_.hops_taken.add(message.hops);
      answer_.rounds = std::max(answer_.rounds, round);
      return;
    }
    if (farthest_first_)
      routing_.hops_left({.at = {&at, 1},
                          .to = {&message.to, 1},
                          .state = {},
                          .draw = {},
                          .port = {},
                          .next_state = {},
                          .candidates = {}},
                         {&message.key, 1});
    auto& queue = queues_[network_.channel(at, port).v];
    auto const behind =
        std::ranges::find_if(queue, [&](Message const& other) { return other.key < message.key; });
    queue.insert(behind, message);
    answer_.longest_queue = std::max<std::uint64_t>(answer_.longest_queue, queue.size());
    ++waiting_;
  }

  /// The first messages of all queues, in the order in which they reach the inputs of routers.
  std::vector<Crossing> cross() {
    std::vector<Crossing> crossed;
    for (std::uint32_t r = 0; r < network_.num_routers(); ++r)
      for (std::uint16_t p = 0; p < network_.in_degree({r}); ++p) {
        auto const c = network_.incoming({r}, {p});
        auto& queue = queues_[c.v];
        if (queue.empty()) continue;
        crossed.push_back({c, queue.front()});
        queue.pop_front();
        ++crossed.back().message.hops;
        ++answer_.loads[c.v];
        ++answer_.hops;
        --waiting_;
      }
    return crossed;
  }

  Network const& network_;
  RoutingFunction const& routing_;
  bool farthest_first_;
  std::vector<std::deque<Message>> queues_;
  std::uint64_t waiting_ = 0;
  Answer answer_;
};

}  // namespace weft
