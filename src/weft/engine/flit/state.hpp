#pragma once

#include <cstdint>
#include <vector>

#include "weft/engine/flit/machine.hpp"
#include "weft/engine/flit/options.hpp"
#include "weft/engine/flit/packet_store.hpp"
#include "weft/routing/vc/vc_routing.hpp"

namespace weft::flit {

/// The number of a flit's packet, and whether it is the first or the last of it.
using Flit = std::uint32_t;
inline constexpr Flit head_bit = 0x80000000, tail_bit = 0x40000000, packet_mask = 0x3fffffff;

/// What an input virtual channel is waiting for (Dally & Towles, sec. 16.1).
enum class Phase : std::uint8_t { idle, routing, allocating, active };

/// The state of all routers and injection channels, as arrays by port and virtual channel. A partition touches those of its own
/// routers only.
struct State {
  State(Machine const& machine, RouterOptions const& options, std::uint16_t width);

  /// An input virtual channel: its buffer, and once it is active the output that it has.
  struct Input {
    std::uint16_t head = 0, count = 0;
    std::uint16_t out = 0;  ///< output port, from the router's first
    std::uint8_t out_vc = 0;
    Phase phase = Phase::idle;
  };

  std::uint32_t vcs, depth;  ///< virtual channels per port; flits that one buffers
  std::uint32_t shift;       ///< arrays by virtual channel have 2^shift places for each port
  std::size_t place(std::uint32_t port, std::uint32_t v) const { return (std::size_t{port} << shift) + v; }
  std::uint32_t port_of(std::size_t place) const { return static_cast<std::uint32_t>(place >> shift); }
  std::uint32_t vc_of(std::size_t place) const {
    return static_cast<std::uint32_t>(place & ((std::size_t{1} << shift) - 1));
  }
  std::uint16_t width;
  std::uint32_t words;  ///< 64-bit words of a set of input ports

  // by input virtual channel
  std::vector<Input> input;
  std::vector<Flit> buffer;               ///< depth each
  std::vector<vc::Candidate> candidate;   ///< width each
  std::vector<std::uint16_t> candidates;  ///< how many
  std::vector<std::uint32_t> vc_accept;   ///< the output VC that it prefers
  // by input port
  std::vector<std::uint64_t> allocating, ready;  ///< VCs that wait for an output VC; that can send a flit
  std::vector<std::uint8_t> switch_vc;           ///< the VC that goes first
  std::vector<std::uint32_t> switch_accept;      ///< the output port that it prefers
  std::vector<std::uint8_t>
      held;  ///< one more than the VC that keeps its way through the switch, or 0; empty if none does
  // by router, `words` each: input ports of which `allocating` or `ready` is not empty
  std::vector<std::uint64_t> allocating_ports, ready_ports;
  // by output virtual channel
  std::vector<std::uint16_t> credits;
  std::vector<std::uint32_t> user;      ///< the input VC that has it
  std::vector<std::uint32_t> vc_grant;  ///< the input VC that it prefers
  // by output port
  std::vector<std::uint64_t> free_vcs;
  std::vector<std::uint64_t>
      emptying_vcs;  ///< given back, but their buffers are not yet empty; empty unless VCs are atomic
  std::vector<std::uint32_t> switch_grant;  ///< the input port that it prefers
  std::vector<std::int32_t> queue;          ///< credits in use
  std::vector<std::uint32_t> sent;          ///< flits, since somebody set them to 0
  std::vector<std::int32_t> seen_queue;     ///< the same some cycles ago; empty unless a routing looks at it
  std::vector<std::uint64_t>
      channel_free;  ///< when it can send again, in 1 / 65,536 cycles; empty unless flits may queue for it
  // by terminal
  std::vector<std::uint64_t> source_vcs;       ///< free VCs of the injection channel
  std::vector<std::uint64_t> source_emptying;  ///< as emptying_vcs
  std::vector<std::uint16_t> source_credits;   ///< vcs each

  PacketStore packets;
};

}  // namespace weft::flit
