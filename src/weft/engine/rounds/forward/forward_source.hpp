// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/interrupt.hpp"
#include "weft/core/zeroed_array.hpp"
#include "weft/engine/rounds/forward/forward_scratch.hpp"
#include "weft/engine/rounds/forward/forward_settings.hpp"
#include "weft/engine/rounds/steady/steady_series.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/form/packet_routing.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft::rounds {

/// Converter of destinations into messages, with the encoding and the initial state of the routing.
template <class M>
class Entrance {
 public:
  Entrance(Network const& network, PacketRouting const& routing, std::uint64_t seed)
      : network_(network), routing_(routing), traits_(routing.traits()), seed_(seed) {}

  /// Appends to `out` the messages first, first + 1, .. of terminal e to the terminals `destinations`, except
  /// unreachable ones. `router`: the router of e, relative to the first router of its chunk. Overwrites
  /// `destinations`.
  void enter(TerminalId e, std::uint64_t first, std::span<std::uint32_t> destinations, std::uint16_t router,
             std::uint64_t round, Arrivals<M>& out, ForwardCounts& counts) const {
    out.grow(out.size + destinations.size());
    destinations = address(e, destinations, counts);
    auto* const message = out.message.data() + out.size;
    for (std::size_t i = 0; i < destinations.size(); ++i) {
      message[i] = M{};
      message[i].to = destinations[i];
      if constexpr (is_full<M>) {
        message[i].source = e.v;
        message[i].creation_round = round - 1;
        if constexpr (is_followed<M>) message[i].counted = round - 1;
      }
    }
    if constexpr (has_state<M>)
      if (traits_.has_state) start(e, first, {message, destinations.size()});
    std::fill_n(out.router.data() + out.size, destinations.size(), router);
    out.size += destinations.size();
  }

 private:
  static constexpr std::size_t batch = 256;

  /// Converts `terminals` in place to encoded destinations and omits unreachable ones. Returns the
  /// destinations.
  std::span<std::uint32_t> address(TerminalId e, std::span<std::uint32_t> terminals,
                                   ForwardCounts& counts) const {
    std::size_t kept = 0;
    for (auto const terminal : terminals) {
      auto to = network_.ejection_router({terminal}).v;
      if (network_.has_failures()) {
        routing_.encode({&to, 1});
        if (!routing_.reaches(network_.injection_router(e), to)) {
          ++counts.unreachable;
          counts.lost.add({e.v, terminal});
          continue;
        }
      }
      terminals[kept++] = to;
    }
    counts.injected += kept;
    auto const addressed = terminals.first(kept);
    if (!network_.has_failures()) routing_.encode(addressed);
    return addressed;
  }

  /// Sets the initial routing state of messages first, first + 1, .. of terminal e. Draws depend on
  /// (terminal, message index).
  void start(TerminalId e, std::uint64_t first, std::span<M> messages) const {
    RandomWords const words(seed_, Purpose::valiant, e.v);
    RouterId at[batch];
    std::uint32_t to[batch], state[batch];
    std::uint64_t draw[batch];
    std::fill_n(at, std::min(batch, messages.size()), network_.injection_router(e));
    for (std::size_t begin = 0; begin < messages.size(); begin += batch) {
      auto const size = std::min(batch, messages.size() - begin);
      auto* const message = &messages[begin];
      for (std::size_t i = 0; i < size; ++i) to[i] = message[i].to;
      if (traits_.draws)
        for (std::size_t i = 0; i < size; ++i) draw[i] = words(first + begin + i);
      routing_.start({.at = {at, size}, .to = {to, size}, .draw = {draw, size}, .next_state = {state, size}});
      for (std::size_t i = 0; i < size; ++i) message[i].state = state[i];
    }
  }

  Network const& network_;
  PacketRouting const& routing_;
  PacketTraits traits_;
  std::uint64_t seed_;
};

/// Source of messages. Thread-safe for different chunks.
template <class M>
class MessageSource {
 public:
  virtual ~MessageSource() = default;
  /// Returns whether the chunk's terminals may send messages in this round; if not, collect() need not be
  /// called.
  virtual bool sends(Wiring::Chunk const& chunk, std::uint64_t round) const = 0;
  /// Appends the messages that the chunk's terminals send at the beginning of the round to `out`, in the
  /// order (router, terminal, sequence number).
  virtual void collect(Wiring::Chunk const& chunk, std::uint64_t round, Arrivals<M>& out,
                       ForwardCounts& counts) = 0;
};

/// Returns the number of messages that the terminals of a chunk send.
inline std::uint64_t messages_into(Wiring::Chunk const& chunk, Network const& network,
                                   Traffic const& traffic) {
  std::uint64_t messages = 0;
  for (std::uint32_t i = 0; i < chunk.routers; ++i) {
    auto const terminals = network.terminals_at({chunk.first_router + i});
    for (std::uint32_t k = 0; k < terminals.count; ++k) messages += traffic.messages({terminals.first.v + k});
  }
  return messages;
}

/// Source that sends all messages of a traffic before the first round.
template <class M>
class OneShot final : public MessageSource<M> {
 public:
  OneShot(Network const& network, Entrance<M> const& entrance, Traffic const& traffic)
      : network_(network), entrance_(entrance), traffic_(traffic) {}
  bool sends(Wiring::Chunk const&, std::uint64_t round) const override { return round == 1; }
  void collect(Wiring::Chunk const& chunk, std::uint64_t round, Arrivals<M>& out,
               ForwardCounts& counts) override {
    out.grow(messages_into(chunk, network_, traffic_));
    std::vector<std::uint32_t> destinations;
    for (std::uint32_t i = 0; i < chunk.routers; ++i) {
      auto const terminals = network_.terminals_at({chunk.first_router + i});
      for (std::uint32_t k = 0; k < terminals.count; ++k) {
        TerminalId const e{terminals.first.v + k};
        destinations.clear();
        resize_interruptibly(destinations, traffic_.messages(e));
        if (destinations.empty()) continue;
        traffic_.destinations(e, 1, destinations);
        entrance_.enter(e, 0, destinations, static_cast<std::uint16_t>(i), round, out, counts);
      }
    }
  }

 private:
  Network const& network_;
  Entrance<M> const& entrance_;
  Traffic const& traffic_;
};

/// Source with random arrivals at all terminals in every round. The messages of a terminal cycle through the
/// destinations that the traffic lists. Draws depend on (round, terminal).
template <class M>
class SteadyArrivals final : public MessageSource<M> {
 public:
  SteadyArrivals(Network const& network, Entrance<M> const& entrance, Traffic const& traffic, ArrivalLaw law,
                 std::uint64_t seed)
      : network_(network),
        entrance_(entrance),
        traffic_(traffic),
        law_(std::move(law)),
        seed_(seed),
        sent_(network.num_terminals()) {}
  bool sends(Wiring::Chunk const&, std::uint64_t) const override { return true; }
  void collect(Wiring::Chunk const& chunk, std::uint64_t round, Arrivals<M>& out,
               ForwardCounts& counts) override {
    RandomWords const words(seed_, Purpose::injection, round);
    std::vector<std::uint32_t> destinations;
    for (std::uint32_t i = 0; i < chunk.routers; ++i) {
      auto const terminals = network_.terminals_at({chunk.first_router + i});
      for (std::uint32_t k = 0; k < terminals.count; ++k) {
        TerminalId const e{terminals.first.v + k};
        auto const arrivals = law_(words(e.v));
        if (arrivals == 0) continue;
        auto const listed = traffic_.messages(e);
        if (listed == 0) continue;
        destinations.clear();
        for (std::uint32_t a = 0; a < arrivals; ++a)
          destinations.push_back(traffic_.nth_destination(e, (sent_[e.v] + a) % listed));
        entrance_.enter(e, sent_[e.v], destinations, static_cast<std::uint16_t>(i), round, out, counts);
        sent_[e.v] += arrivals;
      }
    }
  }

 private:
  Network const& network_;
  Entrance<M> const& entrance_;
  Traffic const& traffic_;
  ArrivalLaw law_;
  std::uint64_t seed_;
  ZeroedArray<std::uint64_t> sent_;  ///< by terminal: number of messages so far
};

}  // namespace weft::rounds
