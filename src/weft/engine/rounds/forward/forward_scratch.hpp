// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "weft/core/ids.hpp"
#include "weft/core/lost_pairs.hpp"
#include "weft/core/statistics.hpp"
#include "weft/engine/rounds/delay_statistics.hpp"
#include "weft/engine/rounds/forward/forward_wire.hpp"
#include "weft/routing/form/packet_routing.hpp"

namespace weft::rounds {

/// A message that stores only its destination. A run uses the smallest sufficient message type, since memory
/// traffic dominates its time.
struct CompactMessage {
  std::uint32_t to;  ///< destination router as encoded by the routing
};

/// A message with a word of routing state.
struct StatefulMessage {
  std::uint32_t to, state;
};

/// A message with its creation round, queue key and source, as required by farthest-first queues and by runs
/// with continuous injection.
struct FullMessage {
  std::uint32_t to, state;
  std::uint64_t creation_round;  ///< round after which it entered the network
  std::uint32_t key;             ///< remaining hops with farthest-first queues, else 0
  std::uint32_t source;          ///< terminal
};

/// A message with a recorded path and time.
struct FollowedMessage : FullMessage {
  std::uint32_t hops;
  std::uint32_t distance;  ///< cable length so far, in millimeters
  std::uint64_t counted;   ///< last round included in time_ps
  std::uint64_t hop_ps, time_ps;
};

template <class M>
inline constexpr bool has_state = !std::is_same_v<M, CompactMessage>;
template <class M>
inline constexpr bool is_full = std::is_base_of_v<FullMessage, M>;
template <class M>
inline constexpr bool is_followed = std::is_same_v<M, FollowedMessage>;

template <class M>
std::uint32_t key_of(M const& message) {
  if constexpr (is_full<M>)
    return message.key;
  else
    return 0;
}

/// Counters of a worker. They are integers and histograms, so the order of merging does not matter.
struct ForwardCounts {
  std::uint64_t injected = 0, delivered = 0, hops = 0;
  std::uint64_t unreachable = 0;  ///< messages with no path, which were not injected
  LostPairs lost;
  std::uint64_t transmissions = 0;  ///< hops, including lost and repeated ones
  std::uint64_t duplicates = 0;     ///< dropped copies
  std::uint64_t deflections = 0;    ///< hops that did not reduce the distance to the destination
  std::uint64_t longest_queue = 0;
  Histogram delay;         ///< rounds from creation to delivery
  DelayStatistics delays;  ///< of delivered messages, if messages are recorded

  void merge(ForwardCounts const& other) {
    injected += other.injected;
    delivered += other.delivered;
    hops += other.hops;
    unreachable += other.unreachable;
    lost.merge(other.lost);
    transmissions += other.transmissions;
    duplicates += other.duplicates;
    deflections += other.deflections;
    longest_queue = std::max(longest_queue, other.longest_queue);
    delay.merge(other.delay);
    delays.merge(other.delays);
  }
  void write(ByteWriter& out) const {
    for (auto const number :
         {injected, delivered, hops, unreachable, transmissions, duplicates, deflections, longest_queue})
      out.put(number);
    lost.write(out);
    delay.write(out);
    delays.write(out);
  }
  static ForwardCounts read(ByteReader& in) {
    ForwardCounts counts;
    for (auto* number :
         {&counts.injected, &counts.delivered, &counts.hops, &counts.unreachable, &counts.transmissions,
          &counts.duplicates, &counts.deflections, &counts.longest_queue})
      *number = in.read<std::uint64_t>();
    counts.lost = LostPairs::read(in);
    counts.delay = Histogram::read(in);
    counts.delays = DelayStatistics::read(in);
    return counts;
  }
};

/// The messages that reach the routers of a chunk in a round, with their output ports. At each router,
/// messages from the network come first, in the order (input port, lane), then injected messages, in the
/// order (terminal, sequence number).
template <class M>
struct Arrivals {
  Buffer<M> message;
  Buffer<std::uint16_t> router;  ///< relative to the first router of the chunk
  Buffer<PortId> port;           ///< output port
  Buffer<std::uint32_t> next;    ///< next arrival for the same channel
  std::size_t size = 0;

  /// Returns the capacity of `message`; the other arrays have at least this capacity.
  std::size_t capacity() const { return message.capacity(); }
  /// Reserves memory for `count` messages. If the memory grows, its contents are lost.
  void prepare(std::size_t count) {
    if (count <= capacity()) return;
    message.prepare(count);
    router.prepare(capacity());
    port.prepare(capacity());
    next.prepare(capacity());
  }
  /// Reserves memory for `count` messages and keeps the current ones.
  void grow(std::size_t count) {
    if (count <= capacity()) return;
    message.grow(count, size);
    router.grow(capacity(), size);
    port.grow(capacity(), size);
    next.grow(capacity(), size);
  }
};

/// Arguments and results of a batched routing call.
struct HeadBatch {
  static constexpr std::size_t size = 256;
  RouterId at[size]{};
  std::uint32_t to[size]{}, state[size]{}, hops[size]{};
  std::uint64_t name[size]{}, draw[size]{};
  std::uint16_t candidates[size]{};
  std::vector<PortId> port;  ///< by candidate
  std::vector<std::uint32_t> next_state;

  void prepare(std::size_t width) {
    port.resize(size * width);
    next_state.resize(size * width);
  }
  Heads heads(std::size_t count, PacketTraits const& traits, PortId* ports) {
    return {.at = {at, count},
            .to = {to, count},
            .state = {state, traits.has_state ? count : 0},
            .draw = {draw, traits.draws ? count : 0},
            .port = {ports, count * traits.width},
            .next_state = {next_state.data(), traits.has_state ? count * traits.width : 0},
            .candidates = {candidates, traits.width > 1 ? count : 0}};
  }
};

/// Scratch space of a worker for one round of a chunk.
template <class M>
struct Scratch {
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  Buffer<M> slot_message;
  std::vector<std::uint8_t> present;       ///< by slot: 1 if it has a message; all 0 between chunks
  std::vector<std::uint16_t> slot_router;  ///< by slot: its router, relative to the first router of the chunk
  Arrivals<M> arrivals, merged;
  /// By channel of the chunk: its first arrival; all `none` between chunks
  std::vector<std::uint32_t> first;
  /// By channel of the chunk: 1 if it has an arrival; all 0 between chunks
  std::vector<std::uint8_t> fresh;
  /// By channel of the chunk: queue length during the selection of candidates
  std::vector<std::uint32_t> queued;
  HeadBatch batch;
  Buffer<M> stream;
  typename Wire<M>::Sender sender;
  ForwardCounts counts;

  explicit Scratch(Wiring const& wiring)
      : present(wiring.max_slots() + 64),
        slot_router(wiring.max_slots()),
        first(wiring.max_channels(), none),
        fresh(wiring.max_channels() + 64) {
    slot_message.prepare(wiring.max_slots());
    if (auto const slots = wiring.common_slots(); slots > 0)
      for (std::size_t i = 0; i < slot_router.size(); ++i)
        slot_router[i] = static_cast<std::uint16_t>(i / slots);
  }
};

/// Returns the mask of the non-zero bytes among 64 bytes.
inline std::uint64_t nonzero_bytes(std::uint8_t const* bytes) {
  std::uint64_t mask = 0;
  for (unsigned i = 0; i < 8; ++i) {
    std::uint64_t word;
    std::memcpy(&word, bytes + 8 * i, 8);
    constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7fu;
    std::uint64_t const high = (((word & low) + low) | word) >> 7 & 0x0101010101010101u;
    mask |= (high * 0x0102040810204080u >> 56) << 8 * i;
  }
  return mask;
}

/// Returns the mask of the non-zero bytes among the first min(size, 64) bytes.
inline std::uint64_t nonzero_bytes(std::uint8_t const* bytes, std::size_t size) {
  if (size >= 64) return nonzero_bytes(bytes);
  std::uint8_t copy[64] = {};
  std::memcpy(copy, bytes, size);
  return nonzero_bytes(copy);
}

/// Writes the messages that reach a chunk in a round to s.arrivals, sorted by slot.
template <class M>
void receive_sorted(Wire<M> const& wire, Wiring const& wiring, Wiring::Chunk const& chunk,
                    std::uint64_t round, Scratch<M>& s) {
  auto* const message = s.slot_message.data();
  auto* const present = s.present.data();
  wire.receive(chunk, round, [=](std::uint16_t slot, M const& arrived_message) {
    message[slot] = arrived_message;
    present[slot] = 1;
  });
  if (wiring.common_slots() == 0) {
    auto const begins = wiring.slot_begins(chunk);
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

}  // namespace weft::rounds
