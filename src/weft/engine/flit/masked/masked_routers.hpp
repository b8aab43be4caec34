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

/// The buffer of an input virtual channel, which flits go around.
struct MaskedRing {
  std::uint16_t head = 0;
  std::uint16_t end = 0;  ///< behind the last flit, those in flight to it included
};

/// An input port: where its credits go, as a place of a line of credits.
struct MaskedInPort {
  std::uint32_t word = 0;  ///< the router at the other end; this one behind all routers, if terminals inject
  std::uint32_t cycles = 0;   ///< until a credit is there
  std::uint8_t place = 0;     ///< of virtual channel 0
  bool is_elsewhere = false;  ///< the other end is a router of another partition
};

/// An output port: where its flits go.
struct MaskedOutPort {
  std::uint64_t sent = 0;     ///< flits since it was set to 0
  std::uint64_t free_at = 0;  ///< the first cycle in which its channel takes a flit
  /// VC 0 of the input port at the other end, or a terminal; nothing if that is in another partition.
  std::uint32_t peer = 0;
  std::uint32_t cycles : 31 = 0;  ///< until a flit is there
  bool ejects : 1 = false;        ///< to a terminal
};

/// The places of a router's sets in a block, in vectors. Place (p << shift) + v of a set of virtual channels
/// is VC v of input or output port p. An arbiter's preference is the set of places from the one that it
/// prefers on; it is empty if that is behind the last place.
struct MaskedLayout {
  MaskedLayout(std::uint32_t ports, std::uint32_t shift, RouterOptions const& options);

  std::uint32_t user;      ///< by output VC: the input VC that has it
  std::uint32_t vc_grant;  ///< by output VC: preference among input VCs
  /// By output port: input VCs that wait for an output VC of it; those whose preference is in it.
  std::uint32_t wish_port, accept_port;
  /// By virtual channel of a port: input VCs that may take it; those whose preference is behind it.
  std::uint32_t wish_vc, accept_vc;
  std::uint32_t out_grant;       ///< by output port: preference among input VCs
  std::uint32_t in_accept;       ///< by input port: preference among output ports
  std::uint32_t first_vc;        ///< input VCs: the preference of each port
  std::uint32_t active;          ///< input VCs that have an output VC
  std::uint32_t was_active;      ///< those that had one when heads were last looked for, or since
  std::uint32_t inside;          ///< output VCs that lead to a router of the partition
  std::uint32_t count, credits;  ///< planes: flits of input VCs, credits of output VCs
  std::uint32_t room;            ///< planes, with cut-through: credits that input VCs must find
  std::uint32_t size;            ///< of a block
};

/// The arrays of a partition's routers, of which all have places for equally many ports. Each function that
/// is hot keeps a copy of this list of arrays, which no array can alias.
template <class Word>
struct MaskedArrays {
  using Vector = typename Lanes<Word>::Vector;
  static constexpr std::uint32_t lanes = Lanes<Word>::count;

  MaskedArrays(RouterRange const& range, std::uint32_t most_ports, RouterOptions const& options);

  std::uint32_t first, size;  ///< routers of the network
  std::uint32_t blocks;       ///< of as many routers as a vector has lanes
  std::uint32_t ports;        ///< of a router: the most input or output ports
  std::uint32_t shift, vcs, depth;
  std::uint32_t planes;      ///< of a number of flits in a buffer
  std::uint32_t all_places;  ///< virtual channels of all ports of a router
  /// Between the first flits of two buffers of a router, and between two flits of a buffer. What is used of
  /// small buffers is side by side; large ones are one after the other.
  std::uint32_t vc_stride, place_stride;
  MaskedLayout at;
  Vector* vectors = nullptr;
  MaskedRing* rings = nullptr;         // by input virtual channel
  Flit* buffers = nullptr;             // likewise, depth each
  MaskedInPort* in_ports = nullptr;    // by input port
  MaskedOutPort* out_ports = nullptr;  // by output port

  Vector* block(std::uint32_t b) const { return vectors + std::size_t{b} * at.size; }
  BitPlanes<Word> counts(Vector* block) const { return {block + at.count, planes}; }
  BitPlanes<Word> credits(Vector* block) const { return {block + at.credits, planes}; }
  /// The sets of router r: set i is element i * lanes.
  Word* sets(std::uint32_t r) const { return reinterpret_cast<Word*>(block(r / lanes)) + r % lanes; }
  Word& set(std::uint32_t r, std::uint32_t i) const { return sets(r)[std::size_t{i} * lanes]; }
  /// A number of a place of router r.
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
  /// The flit of an input VC in that place of its buffer.
  Flit& flit(std::uint32_t r, std::uint32_t vc, std::uint32_t i) const {
    return buffers[std::size_t{r} * all_places * depth + std::size_t{vc} * vc_stride + i * place_stride];
  }
  /// The front flit of an input VC that has one.
  Flit front(std::uint32_t r, std::uint32_t vc) const { return flit(r, vc, ring(r, vc).head); }
  /// Takes it. A buffer that has become empty starts again at its first place, so that few places are used.
  Flit take(std::uint32_t r, std::uint32_t vc) const {
    auto& it = rings[place_of(r, vc)];
    auto const taken = flit(r, vc, it.head);
    auto const head = next(it.head), end = it.end;
    auto const unless_empty = static_cast<std::uint16_t>(0 - int{head != end});
    it.head = head & unless_empty;
    it.end = end & unless_empty;
    return taken;
  }
  /// Puts a flit behind those in the buffer of an input VC. It counts there once it has arrived.
  void put(std::uint32_t r, std::uint32_t vc, Flit it) const {
    auto& end = rings[place_of(r, vc)].end;
    flit(r, vc, end) = it;
    end = next(end);
  }

 private:
  std::uint16_t next(std::uint16_t i) const {
    return static_cast<std::uint16_t>(i + 1u == depth ? 0 : i + 1u);
  }
};

/// The same with their memory, as they are at the start of a simulation.
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

/// Calls run(routers). Few virtual channels are constants there, so that loops over them are unrolled.
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

/// The most input or output ports of a router among those.
std::uint32_t most_ports(FlitNetwork const& network, RouterRange const& range);

extern template class MaskedRouters<std::uint32_t>;
extern template class MaskedRouters<std::uint64_t>;

}  // namespace weft::flit
