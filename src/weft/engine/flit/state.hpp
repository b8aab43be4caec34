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
#include "weft/engine/flit/shared_buffer.hpp"
#include "weft/routing/form/channel_routing.hpp"

namespace weft::flit {

/// State of a packet in flight.
struct alignas(64) Packet {
  static constexpr std::uint32_t no_message = 0xffffffff;
  std::uint64_t creation_cycle = 0;  ///< cycle in which its source created it
  std::uint64_t draw = 0;            ///< random word from which the draws of its hops are derived
  union {
    std::uint64_t request_start = 0;  ///< of a reply: cycle in which its request left its source
    std::uint64_t slowest;            ///< of a timed message: largest pace of the crossed channels
  };
  std::uint32_t intermediate = routing::no_intermediate;  ///< intermediate router that it has yet to reach
  std::uint32_t to = 0;                                   ///< destination router, or the index of its tree
  std::uint32_t terminal = 0;                             ///< destination terminal
  std::uint32_t source = 0;                               ///< source terminal
  std::uint32_t source_delay = 0;  ///< cycles from its creation to the injection of its first flit
  std::uint32_t routers = 0;       ///< routers reached by its head
  std::uint32_t path_cycles = 0;   ///< zero-load latency up to this router, if packets are acknowledged
  std::uint16_t phase = 0;         ///< state defined by the routing
  std::uint16_t flits = 1;
  std::uint32_t message = no_message;  ///< index of its timed message
  std::uint8_t message_class = 0;      ///< index of the block of virtual channels that it uses
  std::uint8_t traffic_class = 0;
  std::uint8_t priority = 0;
  bool marked : 1 = false;   ///< congestion was notified; a reply inherits the mark of its request
  bool decided : 1 = false;  ///< its early output choice has not been used yet
  bool is_reply : 1 = false;
  bool along_tree : 1 =
      false;  ///< see GroupTrees; `terminal` is the source until the packet leaves for a receiver
};

static_assert(sizeof(Packet) == 64);

/// Packets in flight, indexed by packet number. Partitions allocate free numbers in bulk and reuse the
/// numbers of packets that they eject; a partition that ejects more than it injects returns numbers in bulk.
/// Partitions share no other state.
class PacketStore {
 public:
  /// Packet numbers allocated or returned per call.
  static constexpr std::size_t bulk = 4096;

  PacketStore() : chunks_(max_chunks) {}
  Packet& operator[](std::uint32_t number) { return chunks_[number / bulk][number % bulk]; }
  Packet const& operator[](std::uint32_t number) const { return chunks_[number / bulk][number % bulk]; }

  /// Returns the output that a packet chose when it entered its source router. Requires keep_early_choices().
  routing::Candidate& early_choice(std::uint32_t number) {
    return early_choices_[number / bulk][number % bulk];
  }
  void keep_early_choices() { early_choices_.resize(max_chunks); }

  /// Appends `bulk` free numbers to `free`. Throws InputError above 2^30 packets.
  void take(std::vector<std::uint32_t>& free);
  /// Moves the last `bulk` numbers of `free` back to the store.
  void release(std::vector<std::uint32_t>& free);
  /// Returns the number of packets with allocated memory.
  std::size_t capacity() const { return used_ * bulk; }

 private:
  static constexpr std::size_t max_chunks = (std::size_t{1} << 30) / bulk;
  std::vector<std::unique_ptr<Packet[]>> chunks_;
  std::vector<std::unique_ptr<routing::Candidate[]>> early_choices_;
  std::size_t used_ = 0;
  std::vector<std::uint32_t> released_;
  std::mutex changing_;
};

/// The number of a flit's packet, with bits that mark the first and the last flit.
using Flit = std::uint32_t;
inline constexpr Flit head_bit = 0x80000000, tail_bit = 0x40000000, packet_mask = 0x3fffffff;

/// State of an input virtual channel: the resource that it waits for (Dally & Towles, sec. 16.1). `tree`: its
/// packet is replicated or reduced, see TreeStage.
enum class VcState : std::uint8_t { idle, routing, allocating, active, tree };

/// State of all routers and injection channels, as arrays indexed by port or virtual channel. `Routers` and
/// `State` extend this list of spans; each partition has its own copy.
struct Arrays {
  /// An input virtual channel: its buffer, and its allocated output when it is active.
  struct Input {
    std::uint16_t head = 0, count = 0;
    std::uint16_t out = 0;  ///< output port, relative to the first one of the router
    std::uint8_t out_vc = 0;
    VcState phase = VcState::idle;
    std::uint32_t accept_pointer = 0;  ///< preferred output VC
    std::uint16_t candidates = 0;      ///< number of candidates of its head
  };
  struct Output {
    std::uint32_t owner = 0;          ///< input VC to which it is allocated
    std::uint32_t grant_pointer = 0;  ///< preferred input VC
    std::uint16_t credits = 0;
  };
  struct InPort {
    std::uint64_t allocating = 0, ready = 0;  ///< VCs that wait for an output VC; VCs that can send a flit
    std::uint32_t accept_pointer = 0;         ///< preferred output port
    std::uint8_t first_vc = 0;                ///< VC that is considered first
    std::uint8_t held = 0;                    ///< 1 + the VC that keeps its path through the switch; 0: none
  };
  struct OutPort {
    std::uint64_t free_vcs = 0;
    std::uint64_t sent = 0;           ///< flits sent since the last reset
    std::uint32_t grant_pointer = 0;  ///< preferred input port
  };

  std::uint32_t vcs = 0;    ///< virtual channels per port
  std::uint32_t depth = 0;  ///< maximum number of flits in the buffer of a virtual channel
  std::uint32_t shift = 0;  ///< arrays indexed by virtual channel have 2^shift elements per port
  std::size_t place(std::uint32_t port, std::uint32_t v) const { return (std::size_t{port} << shift) + v; }
  std::uint32_t port_of(std::size_t place) const { return static_cast<std::uint32_t>(place >> shift); }
  std::uint32_t vc_of(std::size_t place) const {
    return static_cast<std::uint32_t>(place & ((std::size_t{1} << shift) - 1));
  }
  std::uint16_t width = 0;
  bool queue_counts_waiting = false;  ///< see CongestionMetric
  std::uint32_t words = 0;            ///< 64-bit words per set of input ports

  // by input virtual channel
  std::span<Input> input;
  std::span<Flit> buffer;                   ///< `depth` each
  std::span<routing::Candidate> candidate;  ///< `width` each
  // by port, by output virtual channel
  std::span<InPort> in_port;
  std::span<OutPort> out_port;
  std::span<Output> output;
  // By input or output lane of the switch, `input_speedup` or `output_speedup` lanes per port: preferred lane
  // on the other side.
  std::span<std::uint32_t> lane_accept, lane_grant;                ///< only if ports have several lanes
  std::span<std::uint32_t> speculative_accept, speculative_grant;  ///< only with speculation
  // By router, `words` each: input ports with non-empty `allocating` or `ready`.
  std::span<std::uint64_t> allocating_ports, ready_ports;
  // by output port
  std::span<std::uint64_t> draining_vcs;  ///< freed VCs with non-empty buffers; only if VCs are atomic
  std::span<std::int32_t> queue;          ///< queue length that routings observe; see CongestionMetric
  std::span<std::int32_t> delayed_queue;  ///< `queue` at the last update; only if updates are periodic
  /// `queue` less than lookahead() cycles ago; only if a routing observes the queues of all routers.
  std::span<std::int32_t> remote_queue;
  /// Time from which the channel accepts a flit, in 1 / 65,536 cycles; only if flits may queue behind the
  /// switch.
  std::span<std::uint64_t> channel_free;
  SharedBuffer slots;  ///< slots downstream of output ports, reserved in addition to credits
  /// Returns the credits in use at an output port: flits in the downstream buffers or on the channel, and
  /// credits on their way back.
  std::int32_t credits_in_use(std::uint32_t port) const {
    if (!queue_counts_waiting) return queue[port];
    std::uint32_t used = 0;
    for (std::uint32_t v = 0; v < vcs; ++v) used += depth - output[place(port, v)].credits;
    return static_cast<std::int32_t>(used);
  }
  /// Returns whether the packet to which VC v of output port `out` is allocated may send a flit.
  bool may_send(std::uint32_t out, std::uint32_t v) const {
    auto const index = place(out, v);
    return output[index].credits > 0 && slots.can_accept(out, index);
  }
  /// Returns whether the buffer downstream of VC v of output port `out` has room for `flits` flits now.
  bool has_room(std::uint32_t out, std::uint32_t v, std::uint32_t flits) const {
    auto const index = place(out, v);
    return output[index].credits >= flits && slots.has_slots(out, index, flits);
  }
  // by terminal
  std::span<std::uint64_t> source_vcs;       ///< free VCs of the injection channel
  std::span<std::uint64_t> source_draining;  ///< as draining_vcs
  std::span<std::uint16_t> source_credits;   ///< `vcs` each
  SharedBuffer source_slots;                 ///< slots downstream of injection channels; `vcs` each
};

/// Elements first .. last - 1 of an array.
struct ElementRange {
  std::size_t first = 0, last = 0;
};

/// Arrays with their memory, and the packets. The arrays have elements for the whole network, but a partition
/// accesses only the elements of its routers. Except in `remote_queue`, elements for routers of other ranks
/// are never written and occupy no physical memory. The arrays of the routers, except `queue` and
/// `remote_queue`, are empty until make_ports().
struct State : Arrays {
  /// `own`: the routers of this rank.
  State(FlitNetwork const& network, RouterOptions const& options, routing::ChannelTraits const& routing,
        RouterRange const& own);

  /// Allocates the empty arrays of the routers. Further calls have no effect.
  void make_ports(FlitNetwork const& network, RouterOptions const& options);

  PacketStore packets;
  /// This rank's ranges in arrays indexed by input port and by output port.
  ElementRange own_in, own_out;
  /// Returns this rank's range in arrays indexed by input virtual channel.
  ElementRange own_inputs() const { return {own_in.first << shift, own_in.last << shift}; }

 private:
  void make_by_terminal(FlitNetwork const& network, RouterOptions const& options, RouterRange const& routers);
  std::uint64_t all_vcs() const;
  /// Allocates an array of `size` elements, and sets the elements in `own` to `value`.
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
