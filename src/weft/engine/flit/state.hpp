#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "weft/engine/flit/flit_network.hpp"
#include "weft/engine/flit/options.hpp"
#include "weft/engine/flit/packet_store.hpp"
#include "weft/routing/form/channel_routing.hpp"

namespace weft::flit {

/// The number of a flit's packet, and whether it is the first or the last of it.
using Flit = std::uint32_t;
inline constexpr Flit head_bit = 0x80000000, tail_bit = 0x40000000, packet_mask = 0x3fffffff;

/// What an input virtual channel is waiting for (Dally & Towles, sec. 16.1).
enum class Phase : std::uint8_t { idle, routing, allocating, active };

/// The state of all routers and injection channels, as arrays by port and virtual channel. Each user keeps a copy of this list of spans
/// next to its own data.
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

  std::uint32_t vcs = 0, depth = 0;  ///< virtual channels per port; flits that one buffers
  std::uint32_t shift = 0;           ///< arrays by virtual channel have 2^shift places for each port
  std::size_t place(std::uint32_t port, std::uint32_t v) const { return (std::size_t{port} << shift) + v; }
  std::uint32_t port_of(std::size_t place) const { return static_cast<std::uint32_t>(place >> shift); }
  std::uint32_t vc_of(std::size_t place) const {
    return static_cast<std::uint32_t>(place & ((std::size_t{1} << shift) - 1));
  }
  std::uint16_t width = 0;
  std::uint32_t words = 0;  ///< 64-bit words of a set of input ports

  // by input virtual channel
  std::span<Input> input;
  std::span<Flit> buffer;                   ///< depth each
  std::span<routing::Candidate> candidate;  ///< width each
  // by port, by output virtual channel
  std::span<InPort> in_port;
  std::span<OutPort> out_port;
  std::span<Output> output;
  // by router, `words` each: input ports of which `allocating` or `ready` is not empty
  std::span<std::uint64_t> allocating_ports, ready_ports;
  // by output port
  std::span<std::uint64_t>
      emptying_vcs;  ///< given back, but their buffers are not yet empty; empty unless VCs are atomic
  std::span<std::int32_t> queue;       ///< credits in use
  std::span<std::int32_t> seen_queue;  ///< the same some cycles ago; empty unless a routing looks at it
  std::span<std::uint64_t>
      channel_free;  ///< when it can send again, in 1 / 65,536 cycles; empty unless flits may queue for it
  // by terminal
  std::span<std::uint64_t> source_vcs;       ///< free VCs of the injection channel
  std::span<std::uint64_t> source_emptying;  ///< as emptying_vcs
  std::span<std::uint16_t> source_credits;   ///< vcs each
};

/// The arrays with their memory, and the packets. A partition touches what belongs to its own routers only.
struct State : Arrays {
  State(FlitNetwork const& network, RouterOptions const& options, routing::ChannelTraits const& routing);

  PacketStore packets;

 private:
  template <class T>
  void make(std::span<T>& array, std::size_t size, T value = {}) {
    auto elements = std::make_shared<T[]>(size, value);
    array = {elements.get(), size};
    memory_.push_back(std::move(elements));
  }
  std::vector<std::shared_ptr<void>> memory_;
};

}  // namespace weft::flit
