#pragma once

#include <atomic>
#include <bit>
#include <vector>

#include "weft/core/parallel.hpp"
#include "weft/engine/rounds/forward/forward_heads.hpp"
#include "weft/engine/rounds/forward/forward_source.hpp"

namespace weft::rounds {

/// Synchronous store-and-forward. In a round every channel takes the first message of its output queue across; a message
/// that has crossed is routed and queued again at the beginning of the next round, in the order of input ports, and may
/// cross its next channel in that round.
///
/// Each round sweeps once over the chunks (Wiring), in parallel: what the last round's lists bring is sorted by input port,
/// merged with what terminals send, routed in few calls, linked by output channel and swept into the queues (ForwardQueues),
/// whose heads go on the lists of this round.
template <class M>
class ForwardKernel {
 public:
  ForwardKernel(Network const& network, Wiring const& wiring, PacketRouting const& routing,
                ForwardSettings const& settings);

  /// Takes the network through round 1, 2, .. in order.
  void advance(std::uint64_t round, MessageSource<M>& source);
  /// Messages in the network after the last round.
  std::uint64_t in_flight() const { return in_flight_; }
  std::uint64_t delivered() const { return delivered_; }
  /// Sums over the rounds since the last call.
  ForwardCounts take_counts();
  /// Messages carried by each channel so far; empty if not counted.
  std::span<std::uint32_t const> loads() const { return queues_.loads(); }

 private:
  using Chunk = Wiring::Chunk;

  ForwardCounts no_counts() const {
    ForwardCounts counts;
    counts.delays = DelayStatistics(settings_.delay_model);
    return counts;
  }
  void receive(Chunk const& chunk, Scratch<M>& s) const;
  void inject(Chunk const& chunk, MessageSource<M>& source, Scratch<M>& s);
  void merge(Arrivals<M> const& injected, Scratch<M>& s) const;
  void deliver(Scratch<M>& s) const;
  void chain(Chunk const& chunk, Scratch<M>& s) const;
  Network const& network_;
  Wiring const& wiring_;
  ForwardSettings settings_;
  HeadRouter<M> heads_;
  std::uint64_t round_ = 0, in_flight_ = 0, delivered_ = 0, taken_injected_ = 0, taken_delivered_ = 0;
  ForwardQueues<M> queues_;
  std::vector<std::uint8_t> silent_rounds_;  ///< of each chunk, up to 2
  Wire<M> wire_;
  std::vector<Scratch<M>> scratch_;
};

template <class M>
ForwardKernel<M>::ForwardKernel(Network const& network, Wiring const& wiring, PacketRouting const& routing,
                                ForwardSettings const& settings)
    : network_(network),
      wiring_(wiring),
      settings_(settings),
      heads_(network, routing, settings_),
      queues_(network, wiring, settings_),
      silent_rounds_(wiring.chunks().size()),
      wire_(wiring) {
  for (unsigned worker = 0; worker < num_threads(); ++worker)
    scratch_.emplace_back(wiring).counts = no_counts();
}

template <class M>
ForwardCounts ForwardKernel<M>::take_counts() {
  auto sum = no_counts();
  for (auto& s : scratch_) {
    sum.merge(s.counts);
    s.counts = no_counts();
  }
  taken_injected_ += sum.injected;
  taken_delivered_ += sum.delivered;
  return sum;
}

template <class M>
void ForwardKernel<M>::advance(std::uint64_t round, MessageSource<M>& source) {
  round_ = round;
  parallel_for(wiring_.chunks().size(), [&](std::size_t i, unsigned worker) {
    auto const& chunk = wiring_.chunks()[i];
    auto& s = scratch_[worker];
    auto const incoming = wire_.incoming(chunk, round);
    bool const sends = source.sends(chunk, round);
    if (incoming == 0 && queues_.waiting(i) == 0 && !sends) {
      if (silent_rounds_[i] < 2) {
        wire_.silence(chunk, round);
        ++silent_rounds_[i];
      }
      return;
    }
    silent_rounds_[i] = 0;
    s.arrivals.prepare(incoming);
    s.arrivals.size = 0;
    if (incoming > 0) receive(chunk, s);
    if (sends) inject(chunk, source, s);
    heads_.route(chunk, round, queues_, s);
    deliver(s);
    chain(chunk, s);
    s.sender.open(wire_, chunk, round);
    queues_.sweep(i, round, s);
    s.sender.close();
  });
  auto injected = taken_injected_;
  delivered_ = taken_delivered_;
  for (auto const& s : scratch_) {
    injected += s.counts.injected;
    delivered_ += s.counts.delivered;
  }
  in_flight_ = injected - delivered_;
}

/// Sorts what the lists bring by slot.
template <class M>
void ForwardKernel<M>::receive(Chunk const& chunk, Scratch<M>& s) const {
  auto* const message = s.slot_message.data();
  auto* const present = s.present.data();
  wire_.receive(chunk, round_, [=](std::uint16_t slot, M const& arrived_message) {
    message[slot] = arrived_message;
    present[slot] = 1;
  });
  if (wiring_.common_slots() == 0) {
    auto const begins = wiring_.slot_begins(chunk);
    for (std::uint32_t i = 0; i < chunk.routers; ++i)
      std::fill(s.slot_router.begin() + begins[i], s.slot_router.begin() + begins[i + 1],
                static_cast<std::uint16_t>(i));
  }
  auto* const out = s.arrivals.message.data();
  auto* const router = s.arrivals.router.data();
  auto const* const router_of = s.slot_router.data();
  std::size_t size = 0;
  for (std::uint32_t base = 0; base < chunk.slots; base += 64) {
    for (auto mask = nonzero_bytes(present + base); mask != 0; mask &= mask - 1) {
      auto const slot = base + static_cast<std::uint32_t>(std::countr_zero(mask));
      out[size] = message[slot];
      router[size++] = router_of[slot];
    }
  }
  std::fill_n(present, chunk.slots, std::uint8_t{0});
  s.arrivals.size = size;
}

/// Appends what the chunk's terminals send, or, behind messages of the network, merges it in by router.
template <class M>
void ForwardKernel<M>::inject(Chunk const& chunk, MessageSource<M>& source, Scratch<M>& s) {
  auto& messages = s.arrivals.size == 0 ? s.arrivals : s.merged;
  messages.size = 0;
  source.collect(chunk, round_, messages, s.counts);
  if (&messages == &s.merged) merge(messages, s);
}

template <class M>
void ForwardKernel<M>::merge(Arrivals<M> const& injected, Scratch<M>& s) const {
  auto& all = s.arrivals;
  std::size_t from_network = all.size, from_terminals = injected.size, end = from_network + from_terminals;
  all.grow(end);
  all.size = end;
  while (from_terminals > 0) {
    bool const later =
        from_network == 0 || all.router[from_network - 1] <= injected.router[from_terminals - 1];
    auto const& source = later ? injected : all;
    auto& position = later ? from_terminals : from_network;
    --position;
    --end;
    all.message[end] = source.message[position];
    all.router[end] = source.router[position];
  }
}

/// Counts the arrivals that are at their destinations.
template <class M>
void ForwardKernel<M>::deliver(Scratch<M>& s) const {
  auto const* const port = s.arrivals.port.data();
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < s.arrivals.size; ++i) {
    if (port[i] != arrived) [[likely]]
      continue;
    ++count;
    if constexpr (is_full<M>) {
      M const& message = s.arrivals.message[i];
      s.counts.delay.add(round_ - 1 - message.birth);
      s.counts.delays.add(round_ - 1 - message.birth, message.hops, message.distance);
    }
  }
  s.counts.delivered += count;
  if constexpr (!is_full<M>)
    if (count > 0) s.counts.delay.add(round_ - 1, count);
}

/// Links the arrivals of each channel in order.
template <class M>
void ForwardKernel<M>::chain(Chunk const& chunk, Scratch<M>& s) const {
  auto const& arrivals = s.arrivals;
  auto const first_channel = network_.first_channels().data() + chunk.first_router;
  auto const base = static_cast<std::uint32_t>(chunk.first_channel);
  auto* const first = s.first.data();
  auto* const fresh = s.fresh.data();
  auto* const next = s.arrivals.next.data();
  for (auto i = static_cast<std::uint32_t>(arrivals.size); i-- > 0;) {
    auto const port = arrivals.port[i];
    if (port == arrived) [[unlikely]]
      continue;
    auto const channel = first_channel[arrivals.router[i]] - base + port.v;
    next[i] = first[channel];
    first[channel] = i;
    fresh[channel] = 1;
  }
}

}  // namespace weft::rounds
