// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "weft/engine/flit/masked/masked_routers.hpp"
#include "weft/engine/flit/router_params.hpp"

namespace weft::flit {

/// The third stage of a router: grants the switch to flits, as `Allocator` does, in all routers of a block in
/// parallel.
template <class Word, AllocatorKind kind>
class MaskedSwitchStage {
 public:
  using Vector = typename Lanes<Word>::Vector;
  explicit MaskedSwitchStage(MaskedArrays<Word> const& routers) : routers_(routers) {
    for (std::uint32_t port = 0; port < routers.ports; ++port)
      tops_ |= Set::bit((port << routers.shift) + (1u << routers.shift) - 1);
  }

  /// Switch grants of a block: the input VCs that send a flit, at most one per input port of a router, and
  /// their output VCs, at most one per output port.
  struct Grants {
    Vector inputs, outputs;
  };
  Grants allocate(Vector* block) const;

 private:
  static constexpr auto word_bits = Lanes<Word>::bits;
  using Set = Lanes<Word>;
  using Arrays = MaskedArrays<Word>;

  /// Returns the input VCs of a port.
  static Word of_port(Arrays const& routers, std::uint32_t port) {
    auto const size = 1u << routers.shift;
    return static_cast<Word>(static_cast<Word>(~Word{0}) >> (word_bits - size) << (port << routers.shift));
  }
  /// Returns the last position of the port that contains the single input VC in `bit`.
  Vector last_of_port(Vector const& bit) const { return Set::lowest(~(bit - 1) & tops_); }
  Grants allocate_in(Arrays const& routers, Vector* block) const;
  bool find_ready(Arrays const& routers, Vector* block, Vector* ready) const;
  static Vector outputs_of(Arrays const& routers, std::uint32_t port, Vector const* sets);
  Vector match_by_output(Arrays const& routers, Vector* block, Vector const* ready) const;
  Vector match_by_input(Arrays const& routers, Vector* block, Vector const* ready) const;
  Vector pass(Arrays const& routers, Vector* block, std::uint32_t out, Vector const& chosen,
              Vector const& requesting) const;
  void advance_input(Arrays const& routers, Vector* block, std::uint32_t port, Vector const& winners,
                     Vector const& out) const;

  MaskedArrays<Word> const routers_;
  Word tops_ = 0;  // last position of each port
};

/// Finds, by output port, the input VCs that can send a flit there. Returns false if there are none.
template <class Word, AllocatorKind kind>
[[gnu::always_inline]] inline bool MaskedSwitchStage<Word, kind>::find_ready(Arrays const& routers,
                                                                             Vector* block,
                                                                             Vector* ready) const {
  Vector const buffered = routers.counts(block).positive(), credits = routers.credits(block).positive();
  Vector all{};
  for (std::uint32_t out = 0; out < routers.ports; ++out) {
    Vector users{};
    for (std::uint32_t v = 0; v < routers.vcs; ++v) {
      auto const place = (out << routers.shift) + v;
      users |= Set::if_meets(credits, Set::bit(place), block[routers.at.owner + place]);
    }
    ready[out] = users & buffered;
    all |= ready[out];
  }
  return Set::any(all);
}

/// Returns the output ports out for which sets[out] contains a virtual channel of input port `port`.
template <class Word, AllocatorKind kind>
[[gnu::always_inline]] inline auto MaskedSwitchStage<Word, kind>::outputs_of(Arrays const& routers,
                                                                             std::uint32_t port,
                                                                             Vector const* sets) -> Vector {
  auto const group = of_port(routers, port);
  Vector outputs{};
  for (std::uint32_t out = 0; out < routers.ports; ++out)
    outputs |= Set::if_meets(sets[out], group, Set::bit(out));
  return outputs;
}

/// Grants output port `out` to the input port of the virtual channel in `chosen`, if any. Returns the virtual
/// channel that sends: the next one of this input port among `requesting`, the virtual channels that request
/// the output port.
template <class Word, AllocatorKind kind>
[[gnu::always_inline]] inline auto MaskedSwitchStage<Word, kind>::pass(Arrays const& routers, Vector* block,
                                                                       std::uint32_t out,
                                                                       Vector const& chosen,
                                                                       Vector const& requesting) const
    -> Vector {
  Vector const last = last_of_port(chosen);
  Vector const port = (last << 1) - (last >> ((1u << routers.shift) - 1));
  auto& grant = block[routers.at.out_grant + out];
  grant = last != 0 ? Set::above(last) : grant;
  return Set::pick(requesting & port, block[routers.at.first_vc]);
}

/// Advances the preferences of input port `port` in the routers in which it sends a flit.
template <class Word, AllocatorKind kind>
[[gnu::always_inline]] inline void MaskedSwitchStage<Word, kind>::advance_input(Arrays const& routers,
                                                                                Vector* block,
                                                                                std::uint32_t port,
                                                                                Vector const& winners,
                                                                                Vector const& out) const {
  auto const& at = routers.at;
  auto const group = of_port(routers, port);
  auto& accept = block[at.in_accept + port];
  auto& first = block[at.first_vc];
  accept = winners != 0 ? Set::above(out) : accept;
  first = winners != 0 ? (first & ~group) | (Set::above(winners) & group) : first;
}

/// Matches with iSLIP: each output port grants the next input port that requests it, which accepts the next
/// of its grants. Returns the input VCs that send.
template <class Word, AllocatorKind kind>
[[gnu::always_inline]] inline auto MaskedSwitchStage<Word, kind>::match_by_output(Arrays const& routers,
                                                                                  Vector* block,
                                                                                  Vector const* ready) const
    -> Vector {
  auto const& at = routers.at;
  Vector granted[word_bits], accepted[word_bits], all_accepted{}, winners{};
  for (std::uint32_t out = 0; out < routers.ports; ++out)
    granted[out] = Set::pick(ready[out], block[at.out_grant + out]);
  for (std::uint32_t port = 0; port < routers.ports; ++port) {
    accepted[port] = Set::pick(outputs_of(routers, port, granted), block[at.in_accept + port]);
    all_accepted |= accepted[port];
  }
  for (std::uint32_t out = 0; out < routers.ports; ++out)
    winners |=
        pass(routers, block, out, Set::if_meets(all_accepted, Set::bit(out), granted[out]), ready[out]);
  for (std::uint32_t port = 0; port < routers.ports; ++port)
    advance_input(routers, block, port, winners & of_port(routers, port), accepted[port]);
  return winners;
}

/// Matches separably, input first: each input port requests only its next output port, which grants the next
/// request. Returns the input VCs that send.
template <class Word, AllocatorKind kind>
[[gnu::always_inline]] inline auto MaskedSwitchStage<Word, kind>::match_by_input(Arrays const& routers,
                                                                                 Vector* block,
                                                                                 Vector const* ready) const
    -> Vector {
  auto const& at = routers.at;
  Vector requesting[word_bits], next[word_bits], winners{};
  for (std::uint32_t out = 0; out < routers.ports; ++out) requesting[out] = Vector{};
  for (std::uint32_t port = 0; port < routers.ports; ++port) {
    auto const group = of_port(routers, port);
    next[port] = Set::pick(outputs_of(routers, port, ready), block[at.in_accept + port]);
    for (std::uint32_t out = 0; out < routers.ports; ++out)
      requesting[out] |= Set::if_meets(next[port], Set::bit(out), ready[out] & group);
  }
  for (std::uint32_t out = 0; out < routers.ports; ++out) {
    Vector const chosen = Set::pick(requesting[out], block[at.out_grant + out]);
    winners |= pass(routers, block, out, chosen, requesting[out]);
  }
  for (std::uint32_t port = 0; port < routers.ports; ++port)
    advance_input(routers, block, port, winners & of_port(routers, port), next[port]);
  return winners;
}

template <class Word, AllocatorKind kind>
inline auto MaskedSwitchStage<Word, kind>::allocate(Vector* block) const -> Grants {
  return with_known_vcs(
      routers_, [&](Arrays const& routers)
                    __attribute__((always_inline)) { return allocate_in(routers, block); });
}

template <class Word, AllocatorKind kind>
[[gnu::always_inline]] inline auto MaskedSwitchStage<Word, kind>::allocate_in(Arrays const& routers,
                                                                              Vector* block) const -> Grants {
  Vector ready[word_bits];
  Grants grants{};
  if (!find_ready(routers, block, ready)) return grants;
  if constexpr (kind == AllocatorKind::islip)
    grants.inputs = match_by_output(routers, block, ready);
  else
    grants.inputs = match_by_input(routers, block, ready);
  for (std::uint32_t out = 0; out < routers.ports; ++out)
    for (std::uint32_t v = 0; v < routers.vcs; ++v) {
      auto const place = (out << routers.shift) + v;
      Vector const sends = block[routers.at.owner + place] & grants.inputs;
      grants.outputs |= sends != 0 ? Vector{} + Set::bit(place) : Vector{};
    }
  return grants;
}

}  // namespace weft::flit
