// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "weft/engine/flit/flit_network.hpp"
#include "weft/engine/flit/masked/event_list.hpp"
#include "weft/engine/flit/masked/lanes.hpp"
#include "weft/engine/flit/router_params.hpp"
#include "weft/engine/flit/state.hpp"

namespace weft::flit {

/// Ring buffer of an input virtual channel.
struct MaskedRing {
  std::uint16_t head = 0;
  std::uint16_t end = 0;  ///< slot after the last flit, including flits in flight to the buffer
};

/// An input port: destination of its credits, as a word and bits of a credit delay line.
struct MaskedInPort {
  /// Router at the other end; for injection channels, this router, offset by the words of all blocks.
  std::uint32_t word = 0;
  std::uint32_t cycles = 0;   ///< latency of a credit
  std::uint8_t place = 0;     ///< bit of virtual channel 0
  bool is_elsewhere = false;  ///< the other end is a router of another partition
};

/// An output port: its flit count, and the other end of its channel.
struct MaskedOutPort {
  std::uint64_t sent = 0;     ///< flits since the last reset
  std::uint64_t free_at = 0;  ///< first cycle in which its channel accepts a flit
  /// VC 0 of the input port at the other end, or a terminal; unused if the other end is in another partition.
  std::uint32_t peer = 0;
  std::uint32_t cycles : 31 = 0;  ///< latency of a flit
  bool ejects : 1 = false;        ///< leads to a terminal
};

/// Layout of a block: offsets of its sets, in vectors. Bit (p << shift) + v of a set of virtual channels is
/// VC v of input or output port p. The preference of an arbiter is the set of positions from the preferred
/// one on; it is empty if the preferred one is after the last position.
struct MaskedLayout {
  MaskedLayout(std::uint32_t ports, std::uint32_t shift, RouterOptions const& options);

  std::uint32_t owner;     ///< by output VC: the input VC that owns it
  std::uint32_t vc_grant;  ///< by output VC: preference among input VCs
  /// By output port: input VCs that wait for one of its output VCs; input VCs that prefer this port or a
  /// later one.
  std::uint32_t request_port, accept_port;
  /// By virtual channel of a port: input VCs that may use this VC; input VCs that prefer a later VC.
  std::uint32_t request_vc, accept_vc;
  std::uint32_t out_grant;       ///< by output port: preference among input VCs
  std::uint32_t in_accept;       ///< by input port: preference among output ports
  std::uint32_t first_vc;        ///< input VCs: the preference of each port
  std::uint32_t active;          ///< input VCs that have an output VC
  std::uint32_t was_active;      ///< input VCs that had an output VC at the last search for heads, or since
  std::uint32_t inside;          ///< output VCs that lead to a router of the partition
  std::uint32_t count, credits;  ///< planes: flits of input VCs, credits of output VCs
  std::uint32_t room;            ///< planes, with cut-through: credits that input VCs require
  std::uint32_t size;            ///< vectors per block
};

/// Arrays of a partition's routers, with the same number of ports for each router. Each hot function copies
/// this list of arrays, so that no array can alias it.
template <class Word>
struct MaskedArrays {
  using Vector = typename Lanes<Word>::Vector;
  static constexpr std::uint32_t lanes = Lanes<Word>::count;

  MaskedArrays(RouterRange const& range, std::uint32_t max_ports, RouterOptions const& options);

  std::uint32_t first, size;  ///< first router, and number of routers
  std::uint32_t blocks;       ///< number of blocks, each with one router per vector lane
  std::uint32_t ports;        ///< maximum number of input or output ports of a router
  std::uint32_t shift, vcs, depth;
  std::uint32_t planes;      ///< bit planes of a flit count or credit count
  std::uint32_t all_places;  ///< virtual channels of all ports of a router
  /// Strides between the first flits of two buffers of a router, and between two flits of a buffer. The used
  /// slots of small buffers are adjacent; large buffers are contiguous.
  std::uint32_t vc_stride, place_stride;
  MaskedLayout at;
  Vector* vectors = nullptr;
  MaskedRing* rings = nullptr;         // by input virtual channel
  Flit* buffers = nullptr;             // by input virtual channel, depth each
  MaskedInPort* in_ports = nullptr;    // by input port
  MaskedOutPort* out_ports = nullptr;  // by output port

  Vector* block(std::uint32_t b) const { return vectors + std::size_t{b} * at.size; }
  BitPlanes<Word> counts(Vector* block) const { return {block + at.count, planes}; }
  BitPlanes<Word> credits(Vector* block) const { return {block + at.credits, planes}; }
  /// Returns the sets of router r: set i is element i * lanes.
  Word* sets(std::uint32_t r) const { return reinterpret_cast<Word*>(block(r / lanes)) + r % lanes; }
  Word& set(std::uint32_t r, std::uint32_t i) const { return sets(r)[std::size_t{i} * lanes]; }
  /// Returns the number that the planes from `first_plane` on contain at position `place` of router r.
  std::uint32_t number(std::uint32_t r, std::uint32_t first_plane, std::uint32_t place) const {
    std::uint32_t sum = 0;
    for (std::uint32_t k = 0; k < planes; ++k)
      sum |= static_cast<std::uint32_t>(set(r, first_plane + k) >> place & 1) << k;
    return sum;
  }
  std::size_t place_of(std::uint32_t r, std::uint32_t vc) const { return std::size_t{r} * all_places + vc; }
  MaskedInPort& in_port(std::uint32_t r, std::uint32_t port) const {
    return in_ports[std::size_t{r} * ports + port];
  }
  MaskedOutPort& out_port(std::uint32_t r, std::uint32_t port) const {
    return out_ports[std::size_t{r} * ports + port];
  }
  MaskedRing const& ring(std::uint32_t r, std::uint32_t vc) const { return rings[place_of(r, vc)]; }
  /// Returns slot i of the buffer of an input VC.
  Flit& flit(std::uint32_t r, std::uint32_t vc, std::uint32_t i) const {
    return buffers[std::size_t{r} * all_places * depth + std::size_t{vc} * vc_stride + i * place_stride];
  }
  /// Returns the front flit of a non-empty input VC.
  Flit front(std::uint32_t r, std::uint32_t vc) const { return flit(r, vc, ring(r, vc).head); }
  /// Removes and returns the front flit. An emptied buffer restarts at its first slot, so that few slots are
  /// used.
  Flit take(std::uint32_t r, std::uint32_t vc) const {
    auto& ring = rings[place_of(r, vc)];
    auto const taken = flit(r, vc, ring.head);
    auto const head = next(ring.head), end = ring.end;
    auto const unless_empty = static_cast<std::uint16_t>(0 - int{head != end});
    ring.head = head & unless_empty;
    ring.end = end & unless_empty;
    return taken;
  }
  /// Appends a flit to the buffer of an input VC. The flit is counted when it arrives.
  void put(std::uint32_t r, std::uint32_t vc, Flit arriving) const {
    auto& end = rings[place_of(r, vc)].end;
    flit(r, vc, end) = arriving;
    end = next(end);
  }

 private:
  std::uint16_t next(std::uint16_t i) const {
    return static_cast<std::uint16_t>(i + 1u == depth ? 0 : i + 1u);
  }
};

/// Arrays with their memory, initialized for the start of a simulation.
template <class Word>
class MaskedRouters {
 public:
  MaskedRouters(FlitNetwork const& network, RouterOptions const& options, RouterRange const& range);

  MaskedArrays<Word> const& arrays() const { return arrays_; }

 private:
  void prefer_first(std::uint32_t r);
  void connect_inputs(FlitNetwork const& network, RouterOptions const& options, RouterRange const& range);
  void connect_outputs(FlitNetwork const& network, RouterRange const& range);

  MaskedArrays<Word> arrays_;
  VectorMemory<Word> sets_;
  std::vector<MaskedRing> rings_;
  std::vector<Flit> buffers_;
  std::vector<MaskedInPort> in_ports_;
  std::vector<MaskedOutPort> out_ports_;
};

/// Calls run(routers) with the number of virtual channels as a constant if it is small, so that loops over
/// virtual channels are unrolled.
template <class Word, class Run>
[[gnu::always_inline]] inline auto with_known_vcs(MaskedArrays<Word> routers, Run const& run) {
  switch (routers.vcs) {
    case 1: routers.shift = 0; return run(routers);
    case 2: routers.shift = 1; return run(routers);
    case 3: routers.shift = 2; return run(routers);
    case 4: routers.shift = 2; return run(routers);
    default: return run(routers);
  }
}

/// Returns the maximum number of input or output ports of the routers of `range`.
std::uint32_t max_ports(FlitNetwork const& network, RouterRange const& range);

extern template class MaskedRouters<std::uint32_t>;
extern template class MaskedRouters<std::uint64_t>;

}  // namespace weft::flit
