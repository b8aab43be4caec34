// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <span>
#include <type_traits>
#include <vector>

#include "weft/engine/flit/flit_network.hpp"
#include "weft/engine/flit/router_params.hpp"
#include "weft/engine/flit/shared_places.hpp"
#include "weft/routing/form/channel_routing.hpp"

namespace weft::flit {

/// The state of a packet in flight.
struct alignas(64) Packet {
  static constexpr std::uint32_t no_message = 0xffffffff;
  std::uint64_t birth = 0;  ///< cycle in which its source made it
  std::uint64_t draw = 0;   ///< the random word that those of its hops derive from
  union {
    std::uint64_t request_begun = 0;  ///< of an answer: when its request left its source
    std::uint64_t slowest;            ///< of a timed message: the largest pace of the channels crossed so far
  };
  std::uint32_t via = routing::no_via;  ///< intermediate router that it still heads for
  std::uint32_t to = 0;                 ///< router of the destination, or the number of its tree
  std::uint32_t terminal = 0;           ///< the destination
  std::uint32_t source = 0;             ///< terminal
  std::uint32_t entered = 0;            ///< cycles from its birth to the injection of its first flit
  std::uint32_t routers = 0;            ///< whose front it has reached
  std::uint32_t path_cycles = 0;        ///< of an idle network as far as there, if packets are acknowledged
  std::uint16_t phase = 0;              ///< of the routing
  std::uint16_t flits = 1;
  std::uint32_t message = no_message;  ///< the number of the timed message that it is a part of
  std::uint8_t message_class = 0;      ///< the share of the virtual channels that it is in
  std::uint8_t traffic_class = 0;
  std::uint8_t priority = 0;
  bool marked : 1 = false;   ///< by explicit congestion notification, or its request was
  bool decided : 1 = false;  ///< has an early choice that it has not yet used
  bool is_answer : 1 = false;
  bool along_tree : 1 = false;  ///< see GroupTrees; `terminal` is the source until it leaves for a receiver
};

static_assert(sizeof(Packet) == 64);

/// The packets in flight, by number. Partitions take free numbers in bulk and reuse those of packets that
/// they eject; where one ejects more than it injects, it gives numbers back in bulk. Partitions share nothing
/// else.
class PacketStore {
 public:
  /// Numbers taken or given back together.
  static constexpr std::size_t bulk = 4096;

  PacketStore() : chunks_(most_chunks) {}
  Packet& operator[](std::uint32_t number) { return chunks_[number / bulk][number % bulk]; }
  Packet const& operator[](std::uint32_t number) const { return chunks_[number / bulk][number % bulk]; }

  /// The early choice of a packet at its source's router. Only if these choices are kept.
  routing::Candidate& early_choice(std::uint32_t number) {
    return early_choices_[number / bulk][number % bulk];
  }
  void keep_early_choices() { early_choices_.resize(most_chunks); }

  /// Appends `bulk` numbers that no packet has to `free`. Throws InputError beyond 2^30 packets.
  void take(std::vector<std::uint32_t>& free);
  /// Takes the last `bulk` numbers of `free` back.
  void give_back(std::vector<std::uint32_t>& free);
  /// Packets for which there is memory.
  std::size_t capacity() const { return used_ * bulk; }

 private:
  static constexpr std::size_t most_chunks = (std::size_t{1} << 30) / bulk;
  std::vector<std::unique_ptr<Packet[]>> chunks_;
  std::vector<std::unique_ptr<routing::Candidate[]>> early_choices_;
  std::size_t used_ = 0;
  std::vector<std::uint32_t> given_back_;
  std::mutex changing_;
};

/// The number of a flit's packet, and whether it is the first or the last of it.
using Flit = std::uint32_t;
inline constexpr Flit head_bit = 0x80000000, tail_bit = 0x40000000, packet_mask = 0x3fffffff;

/// The resource that an input virtual channel waits for (Dally & Towles, sec. 16.1).
/// `tree`: its packet is copied or added, see TreeStage.
enum class Phase : std::uint8_t { idle, routing, allocating, active, tree };

/// The state of all routers and injection channels, as arrays by port and virtual channel. Each user keeps a
/// copy of this list of spans next to its own data.
struct Arrays {
  /// An input virtual channel: its buffer, and once it is active the output that it has.
  struct Input {
    std::uint16_t head = 0, count = 0;
    std::uint16_t out = 0;  ///< output port, from the router's first
    std::uint8_t out_vc = 0;
    Phase phase = Phase::idle;
    std::uint32_t accept = 0;      ///< the output VC that it prefers
    std::uint16_t candidates = 0;  ///< how many of `candidate` are its head's
  };
  struct Output {
    std::uint32_t user = 0;   ///< the input VC that has it
    std::uint32_t grant = 0;  ///< the input VC that it prefers
    std::uint16_t credits = 0;
  };
  struct InPort {
    std::uint64_t allocating = 0, ready = 0;  ///< VCs that wait for an output VC; that can send a flit
    std::uint32_t accept = 0;                 ///< the output port that it prefers
    std::uint8_t first_vc = 0;                ///< the VC that goes first
    std::uint8_t held = 0;  ///< one more than the VC that keeps its path through the switch, or 0
  };
  struct OutPort {
    std::uint64_t free_vcs = 0;
    std::uint64_t sent = 0;   ///< flits since it was set to 0
    std::uint32_t grant = 0;  ///< the input port that it prefers
  };

  std::uint32_t vcs = 0, depth = 0;  ///< virtual channels per port; flits that one buffers at most
  std::uint32_t shift = 0;           ///< arrays by virtual channel have 2^shift places for each port
  std::size_t place(std::uint32_t port, std::uint32_t v) const { return (std::size_t{port} << shift) + v; }
  std::uint32_t port_of(std::size_t place) const { return static_cast<std::uint32_t>(place >> shift); }
  std::uint32_t vc_of(std::size_t place) const {
    return static_cast<std::uint32_t>(place & ((std::size_t{1} << shift) - 1));
  }
  std::uint16_t width = 0;
  bool queue_counts_waiting = false;  ///< see CongestionMetric
  std::uint32_t words = 0;            ///< 64-bit words of a set of input ports

  // by input virtual channel
  std::span<Input> input;
  std::span<Flit> buffer;                   ///< depth each
  std::span<routing::Candidate> candidate;  ///< width each
  // by port, by output virtual channel
  std::span<InPort> in_port;
  std::span<OutPort> out_port;
  std::span<Output> output;
  // by lane of the switch, as many for each port as its speedup: preferred lanes of the other side
  std::span<std::uint32_t> lane_accept, lane_grant;    ///< only if ports have several lanes
  std::span<std::uint32_t> guess_accept, guess_grant;  ///< of speculation
  // by router, `words` each: input ports of which `allocating` or `ready` is not empty
  std::span<std::uint64_t> allocating_ports, ready_ports;
  // by output port
  std::span<std::uint64_t> emptying_vcs;  ///< given back, with buffers not yet empty; only if VCs are atomic
  std::span<std::int32_t> queue;          ///< what routings see; see CongestionMetric
  std::span<std::int32_t> shown_queue;    ///< the same at its last update; only if it is not seen at once
  std::span<std::int32_t> seen_queue;     ///< the same some cycles ago; empty unless a routing uses it
  std::span<std::uint64_t> channel_free;  ///< when it can send, in 1 / 65,536 cycles; only if flits may queue
  SharedPlaces places;                    ///< behind them, which flits and packets take beside their credits
  /// Flits in the buffers behind an output port, on the way to them, or back as credits.
  std::int32_t credits_in_use(std::uint32_t port) const {
    if (!queue_counts_waiting) return queue[port];
    std::uint32_t used = 0;
    for (std::uint32_t v = 0; v < vcs; ++v) used += depth - output[place(port, v)].credits;
    return static_cast<std::int32_t>(used);
  }
  /// Whether a packet that has VC v of output port `out` may send a flit.
  bool may_send(std::uint32_t out, std::uint32_t v) const {
    auto const index = place(out, v);
    return output[index].credits > 0 && places.has_one(out, index);
  }
  /// Whether so many flits fit into the buffer behind VC v of output port `out` now.
  bool has_room(std::uint32_t out, std::uint32_t v, std::uint32_t flits) const {
    auto const index = place(out, v);
    return output[index].credits >= flits && places.have(out, index, flits);
  }
  // by terminal
  std::span<std::uint64_t> source_vcs;       ///< free VCs of the injection channel
  std::span<std::uint64_t> source_emptying;  ///< as emptying_vcs
  std::span<std::uint16_t> source_credits;   ///< vcs each
  SharedPlaces source_places;                ///< as places; vcs each
};

/// Elements first .. last - 1 of an array.
struct ElementRange {
  std::size_t first = 0, last = 0;
};

/// The arrays with their memory, and the packets. A partition accesses only the elements of its own routers.
/// The arrays have places for the whole network; those of other ranks' routers are never written and take no
/// memory. The arrays by port and virtual channel are empty until they are made.
struct State : Arrays {
  /// `own`: the routers of this rank.
  State(FlitNetwork const& network, RouterOptions const& options, routing::ChannelTraits const& routing,
        RouterRange const& own);

  /// Makes those arrays, unless they are there.
  void make_ports(FlitNetwork const& network, RouterOptions const& options);

  PacketStore packets;
  /// The elements of this rank's input and output ports.
  ElementRange own_in, own_out;
  /// Its places in arrays by input virtual channel.
  ElementRange own_inputs() const { return {own_in.first << shift, own_in.last << shift}; }

 private:
  void make_by_terminal(FlitNetwork const& network, RouterOptions const& options, RouterRange const& routers);
  std::uint64_t all_vcs() const;
  /// An array of which `own` gets the value.
  template <class T>
  void make(std::span<T>& array, std::size_t size, ElementRange const& own, T value = {}) {
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= alignof(std::max_align_t));
    if (size == 0) return;
    auto* const elements = static_cast<T*>(std::malloc(size * sizeof(T)));
    if (elements == nullptr) throw std::bad_alloc{};
    memory_.emplace_back(elements, std::free);
    std::uninitialized_fill(elements + own.first, elements + own.last, value);
    array = {elements, size};
  }
  RouterRange own_;
  std::vector<std::shared_ptr<void>> memory_;
};

}  // namespace weft::flit
