// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "weft/core/interrupt.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/ranks.hpp"
#include "weft/engine/rounds/forward/forward_queues.hpp"
#include "weft/engine/rounds/forward/forward_scratch.hpp"
#include "weft/engine/rounds/forward/forward_settings.hpp"
#include "weft/engine/rounds/forward/forward_source.hpp"
#include "weft/engine/rounds/forward/forward_wire.hpp"
#include "weft/engine/rounds/forward/round_kernel.hpp"
#include "weft/engine/rounds/forward/store_and_forward.hpp"
#include "weft/routing/form/packet_routing.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft::rounds {

/// Data common to all store-and-forward runs. The constructor throws InputError if the options, the network
/// and the traffic are incompatible.
struct ForwardSetup {
  ForwardSetup(StoreAndForward::Params const& params, ForwardJob const& job, Traffic const& traffic);
  ForwardSettings settings;
  Wiring wiring;
};

/// Returns the loads of the channel classes, summed over all ranks, from the loads of the channels. `loads`
/// may be empty.
std::vector<ClassLoad> class_loads(Network const& network, std::span<std::uint32_t const> loads);

/// Assignment of output ports to the arrivals of a chunk, with batched calls of the routing. If the routing
/// returns several candidates, the port is selected by queue length, in the order of the arrivals; the
/// lengths include earlier arrivals.
template <class M>
class HeadRouter {
 public:
  HeadRouter(Network const& network, PacketRouting const& routing, ForwardSettings const& settings)
      : network_(network), routing_(routing), traits_(routing.traits()), settings_(settings) {}

  /// Assigns output ports to the arrivals `s.arrivals`. Random draws depend on (round, router, index among
  /// the router's arrivals of the round).
  void route(Wiring::Chunk const& chunk, std::uint64_t round, ForwardQueues<M> const& queues,
             Scratch<M>& s) const {
    RandomWords const draws(settings_.seed, Purpose::route, round),
        ties(settings_.seed, Purpose::arbitration, round);
    RoutingContext context{chunk, s, ties};
    auto& b = s.batch;
    b.prepare(traits_.width);
    if (traits_.width > 1) queues.lengths(chunk, s.queued);
    for (std::size_t begin = 0; begin < s.arrivals.size; begin += HeadBatch::size) {
      throw_if_interrupted();
      auto const size = std::min(HeadBatch::size, s.arrivals.size - begin);
      load(context, begin, size);
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
        select(context, begin, size);
      else if constexpr (has_state<M>)
        if (traits_.has_state)
          for (std::size_t i = 0; i < size; ++i) message[i].state = b.next_state[i];
    }
  }

 private:
  struct RoutingContext {
    Wiring::Chunk const& chunk;
    Scratch<M>& s;
    RandomWords const& ties;
    std::uint32_t router = ~0u, ordinal = 0;  ///< of the last arrival that drew
  };

  void load(RoutingContext& context, std::size_t begin, std::size_t size) const {
    auto& b = context.s.batch;
    auto const* const message = context.s.arrivals.message.data() + begin;
    auto const* const router = context.s.arrivals.router.data() + begin;
    for (std::size_t i = 0; i < size; ++i) b.at[i] = {context.chunk.first_router + router[i]};
    for (std::size_t i = 0; i < size; ++i) b.to[i] = message[i].to;
    if constexpr (has_state<M>)
      for (std::size_t i = 0; i < size; ++i) b.state[i] = message[i].state;
    if (!traits_.draws && traits_.width == 1) return;
    for (std::size_t i = 0; i < size; ++i) {
      context.ordinal = b.at[i].v == context.router ? context.ordinal + 1 : 0;
      context.router = b.at[i].v;
      b.name[i] = std::uint64_t{context.router} << 32 | context.ordinal;
    }
  }

  /// Selects a candidate for each head.
  void select(RoutingContext& context, std::size_t begin, std::size_t size) const {
    auto& s = context.s;
    auto const* const first_channel = network_.first_channels().data();
    for (std::size_t i = 0; i < size; ++i) {
      PortId const* const port = s.batch.port.data() + i * traits_.width;
      auto& taken = s.arrivals.port[begin + i];
      taken = port[0];
      if (taken == arrived) continue;
      std::uint32_t* const queued =
          s.queued.data() + (first_channel[s.batch.at[i].v] - context.chunk.first_channel);
      std::span const ports{port, s.batch.candidates[i]};
      auto const choice = ports.size() == 1 ? 0
                          : traits_.selection == Selection::first_free
                              ? first_free(queued, ports)
                              : shortest(context, queued, ports, s.batch.name[i]);
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
  /// Returns the index of the port with the shortest queue; a draw breaks ties.
  static std::size_t shortest(RoutingContext const& context, std::uint32_t const* queued,
                              std::span<PortId const> ports, std::uint64_t name) {
    auto minimum = queued[ports[0].v];
    std::uint32_t equals = 1;
    std::size_t choice = 0;
    for (std::size_t k = 1; k < ports.size(); ++k) {
      auto const other = queued[ports[k].v];
      equals = other < minimum ? 1 : equals + (other == minimum);
      choice = other < minimum ? k : choice;
      minimum = std::min(minimum, other);
    }
    if (equals == 1) return choice;
    auto skip = scale32(static_cast<std::uint32_t>(context.ties(name)), equals);
    for (;; ++choice)
      if (queued[ports[choice].v] == minimum && skip-- == 0) return choice;
  }

  Network const& network_;
  PacketRouting const& routing_;
  PacketTraits traits_;
  ForwardSettings const& settings_;
};

/// Synchronous store and forward. In a round, every channel transmits the first message of its output queue.
/// At the beginning of the next round, the message is routed and queued again, in the order of input ports,
/// and may cross its next channel in the same round.
///
/// Each round sweeps once over the chunks (Wiring), in parallel: the arrivals in the lists of the previous
/// round are sorted by input port, merged with the messages of terminals, routed in batches, linked by output
/// channel and swept into the queues (ForwardQueues), and the heads of the queues are added to the lists of
/// this round.
template <class M>
class ForwardKernel final : public RoundKernel<M> {
 public:
  ForwardKernel(Network const& network, Wiring const& wiring, PacketRouting const& routing,
                ForwardSettings const& settings)
      : network_(network),
        wiring_(wiring),
        settings_(settings),
        heads_(network, routing, settings_),
        queues_(network, wiring, settings_),
        rounds_(wiring) {
    for (unsigned worker = 0; worker < num_threads(); ++worker)
      scratch_.emplace_back(wiring).counts = no_counts();
  }

  void advance(std::uint64_t round, MessageSource<M>& source) override {
    round_ = round;
    rounds_.run(
        round, source, scratch_, [&](std::size_t i) { return queues_.waiting(i); },
        [&](std::size_t i, bool sends, Scratch<M>& s) {
          auto const& chunk = wiring_.chunks()[i];
          if (sends) inject(chunk, source, s);
          heads_.route(chunk, round, queues_, s);
          deliver(s);
          chain(chunk, s);
          queues_.sweep(i, round, s);
        });
    totals_.update(scratch_);
  }
  std::uint64_t in_flight() const override { return totals_.in_flight(); }
  std::uint64_t delivered() const override { return totals_.delivered(); }
  ForwardCounts take_counts() override { return totals_.take(scratch_, no_counts()); }
  std::span<std::uint32_t const> loads() const override { return queues_.loads(); }

 private:
  using Chunk = Wiring::Chunk;
  /// Number of arrivals between two checks for Ctrl-C
  static constexpr std::uint32_t max_unchecked = 1 << 20;

  ForwardCounts no_counts() const {
    ForwardCounts counts;
    counts.delays = DelayStatistics(settings_.beta_ns_per_meter);
    return counts;
  }
  /// Adds the messages of the chunk's terminals to the arrivals: at each router, after the arrivals from the
  /// network.
  void inject(Chunk const& chunk, MessageSource<M>& source, Scratch<M>& s) {
    auto& messages = s.arrivals.size == 0 ? s.arrivals : s.merged;
    messages.size = 0;
    source.collect(chunk, round_, messages, s.counts);
    if (&messages == &s.merged) merge(messages, s);
  }
  void merge(Arrivals<M> const& injected, Scratch<M>& s) const {
    auto& all = s.arrivals;
    std::size_t from_network = all.size, from_terminals = injected.size, end = from_network + from_terminals;
    all.grow(end);
    all.size = end;
    while (from_terminals > 0) {
      bool const take_injected =
          from_network == 0 || all.router[from_network - 1] <= injected.router[from_terminals - 1];
      auto const& source = take_injected ? injected : all;
      auto& position = take_injected ? from_terminals : from_network;
      --position;
      --end;
      all.message[end] = source.message[position];
      all.router[end] = source.router[position];
    }
  }
  /// Counts the arrivals that have reached their destinations.
  void deliver(Scratch<M>& s) const {
    auto const* const port = s.arrivals.port.data();
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < s.arrivals.size; ++i) {
      if (i % max_unchecked == 0) throw_if_interrupted();
      if (port[i] != arrived) [[likely]]
        continue;
      ++count;
      if constexpr (is_full<M>) {
        M const& message = s.arrivals.message[i];
        auto const rounds = round_ - 1 - message.creation_round;
        s.counts.delay.add(rounds);
        if constexpr (is_followed<M>)
          s.counts.delays.add({rounds, message.hops, message.distance, message.hop_ps, message.time_ps});
      }
    }
    s.counts.delivered += count;
    if constexpr (!is_full<M>)
      if (count > 0) s.counts.delay.add(round_ - 1, count);
  }
  /// Links the arrivals by output channel, in order.
  void chain(Chunk const& chunk, Scratch<M>& s) const {
    auto const& arrivals = s.arrivals;
    auto const first_channel = network_.first_channels().data() + chunk.first_router;
    auto const base = static_cast<std::uint32_t>(chunk.first_channel);
    auto* const first = s.first.data();
    auto* const fresh = s.fresh.data();
    auto* const next = s.arrivals.next.data();
    for (auto i = static_cast<std::uint32_t>(arrivals.size); i-- > 0;) {
      if (i % max_unchecked == 0) throw_if_interrupted();
      auto const port = arrivals.port[i];
      if (port == arrived) [[unlikely]]
        continue;
      auto const channel = first_channel[arrivals.router[i]] - base + port.v;
      next[i] = first[channel];
      first[channel] = i;
      fresh[channel] = 1;
    }
  }
  Network const& network_;
  Wiring const& wiring_;
  ForwardSettings settings_;
  HeadRouter<M> heads_;
  std::uint64_t round_ = 0;
  MessageTotals totals_;
  ForwardQueues<M> queues_;
  ChunkRounds<M> rounds_;
  std::vector<Scratch<M>> scratch_;
};

}  // namespace weft::rounds
