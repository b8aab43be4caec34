#pragma once

#include <vector>

#include "weft/engine/rounds/forward/forward_message.hpp"
#include "weft/engine/rounds/forward/forward_queues.hpp"
#include "weft/engine/rounds/forward/forward_scratch.hpp"
#include "weft/engine/rounds/forward/forward_settings.hpp"
#include "weft/routing/form/packet_routing.hpp"

namespace weft::rounds {

/// Gives each arrival of a chunk its output port: asks the routing in batches, and where it leaves a choice looks at the
/// queues, in the order of the arrivals, each of which sees those before it as already queued.
template <class M>
class HeadRouter {
 public:
  HeadRouter(Network const& network, PacketRouting const& routing, ForwardSettings const& settings)
      : network_(network), routing_(routing), traits_(routing.traits()), settings_(settings) {}

  /// Random draws are named by (round, router, place among the router's arrivals of the round).
  void route(Wiring::Chunk const& chunk, std::uint64_t round, ForwardQueues<M> const& queues,
             Scratch<M>& s) const {
    RandomWords const draws(settings_.seed, Purpose::route, round),
        ties(settings_.seed, Purpose::arbitration, round);
    Place place{chunk, s, ties};
    auto& b = s.batch;
    b.prepare(traits_.width);
    if (traits_.width > 1) queues.lengths(chunk, s.queued);
    for (std::size_t begin = 0; begin < s.arrivals.size; begin += HeadBatch::size) {
      auto const size = std::min(HeadBatch::size, s.arrivals.size - begin);
      load(place, begin, size);
      if (traits_.draws)
        for (std::size_t i = 0; i < size; ++i) b.draw[i] = draws(b.name[i]);
      auto* const port = s.arrivals.port.data() + begin;
      auto const heads = b.heads(size, traits_, traits_.width > 1 ? b.port.data() : port);
      routing_.route(heads);
      auto* const message = s.arrivals.message.data() + begin;
      if constexpr (is_full<M>)
        if (settings_.order == QueueOrder::farthest_first) {
          routing_.hops_left(heads, {b.hops, size});
          for (std::size_t i = 0; i < size; ++i) message[i].key = b.hops[i];
        }
      if (traits_.width > 1)
        select(place, begin, size);
      else if constexpr (has_state<M>)
        if (traits_.has_state)
          for (std::size_t i = 0; i < size; ++i) message[i].state = b.next_state[i];
    }
  }

 private:
  struct Place {
    Wiring::Chunk const& chunk;
    Scratch<M>& s;
    RandomWords const& ties;
    std::uint32_t router = ~0u, ordinal = 0;  ///< of the last arrival that was named
  };

  void load(Place& place, std::size_t begin, std::size_t size) const {
    auto& b = place.s.batch;
    auto const* const message = place.s.arrivals.message.data() + begin;
    auto const* const router = place.s.arrivals.router.data() + begin;
    for (std::size_t i = 0; i < size; ++i) b.at[i] = {place.chunk.first_router + router[i]};
    for (std::size_t i = 0; i < size; ++i) b.to[i] = message[i].to;
    if constexpr (has_state<M>)
      for (std::size_t i = 0; i < size; ++i) b.state[i] = message[i].state;
    if (!traits_.draws && traits_.width == 1) return;
    for (std::size_t i = 0; i < size; ++i) {
      place.ordinal = b.at[i].v == place.router ? place.ordinal + 1 : 0;
      place.router = b.at[i].v;
      b.name[i] = std::uint64_t{place.router} << 32 | place.ordinal;
    }
  }

  /// Takes one of the candidates of each head.
  void select(Place& place, std::size_t begin, std::size_t size) const {
    auto& s = place.s;
    auto const* const first_channel = network_.first_channels().data();
    for (std::size_t i = 0; i < size; ++i) {
      PortId const* const port = s.batch.port.data() + i * traits_.width;
      auto& taken = s.arrivals.port[begin + i];
      taken = port[0];
      if (taken == arrived) continue;
      std::uint32_t* const queued =
          s.queued.data() + (first_channel[s.batch.at[i].v] - place.chunk.first_channel);
      std::span const ports{port, s.batch.candidates[i]};
      auto const choice = ports.size() == 1 ? 0
                          : traits_.selection == Selection::first_free
                              ? first_free(queued, ports)
                              : shortest(place, queued, ports, s.batch.name[i]);
      taken = port[choice];
      ++queued[taken.v];
      if constexpr (has_state<M>)
        if (traits_.has_state)
          s.arrivals.message[begin + i].state = s.batch.next_state[i * traits_.width + choice];
    }
  }

  static std::size_t first_free(std::uint32_t const* queued, std::span<PortId const> ports) {
    std::size_t choice = 0;
    while (choice + 1 < ports.size() && queued[ports[choice].v] > 0) ++choice;
    return choice;
  }
  /// Of the shortest ones, number (draw scaled to how many they are).
  static std::size_t shortest(Place const& place, std::uint32_t const* queued, std::span<PortId const> ports,
                              std::uint64_t name) {
    auto least = queued[ports[0].v];
    std::uint32_t equals = 1;
    std::size_t choice = 0;
    for (std::size_t k = 1; k < ports.size(); ++k) {
      auto const other = queued[ports[k].v];
      equals = other < least ? 1 : equals + (other == least);
      choice = other < least ? k : choice;
      least = std::min(least, other);
    }
    if (equals == 1) return choice;
    auto skip = scale32(static_cast<std::uint32_t>(place.ties(name)), equals);
    for (;; ++choice)
      if (queued[ports[choice].v] == least && skip-- == 0) return choice;
  }

  Network const& network_;
  PacketRouting const& routing_;
  PacketTraits traits_;
  ForwardSettings const& settings_;
};

}  // namespace weft::rounds
