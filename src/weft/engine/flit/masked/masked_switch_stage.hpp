#pragma once

#include <cstdint>

#include "weft/engine/flit/masked/masked_routers.hpp"
#include "weft/engine/flit/options.hpp"

namespace weft::flit {

/// The third stage of a router: flits win the switch, as with `Allocator`, in all routers of a block at once.
template <class Word, AllocatorKind kind>
class MaskedSwitchStage {
 public:
  using Vector = typename Lanes<Word>::Vector;
  explicit MaskedSwitchStage(MaskedArrays<Word> const& routers) : routers_(routers) {
    for (std::uint32_t port = 0; port < routers.ports; ++port)
      tops_ |= Set::bit((port << routers.shift) + (1u << routers.shift) - 1);
  }

  /// The input VCs whose flits pass: at most one of each input port and for each output port.
  Vector allocate(Vector* block) const;

 private:
  static constexpr auto most = Lanes<Word>::bits;
  using Set = Lanes<Word>;

  /// The input VCs of a port.
  Word of_port(std::uint32_t port) const {
    auto const size = 1u << routers_.shift;
    return static_cast<Word>(static_cast<Word>(~Word{0}) >> (most - size) << (port << routers_.shift));
  }
  /// The last place of the port of a single input VC.
  Vector last_of_port(Vector const& bit) const { return Set::lowest(~(bit - 1) & tops_); }
  bool find_ready(Vector const* block, Vector* ready) const;
  Vector match_by_output(Vector* block, Vector const* ready) const;
  Vector match_by_input(Vector* block, Vector const* ready) const;
  Vector pass(Vector* block, std::uint32_t out, Vector const& chosen, Vector const& asking) const;
  void advance_input(Vector* block, std::uint32_t port, Vector const& won, Vector const& out) const;

  MaskedArrays<Word> const routers_;
  Word tops_ = 0;  // the last place of each port
};

/// By output port: the input VCs that can send a flit there. False if there is none.
template <class Word, AllocatorKind kind>
[[gnu::always_inline]] inline bool MaskedSwitchStage<Word, kind>::find_ready(Vector const* block,
                                                                             Vector* ready) const {
  auto const& at = routers_.at;
  Vector buffered{}, credits{}, all{};
  for (std::uint32_t k = 0; k < routers_.planes; ++k) {
    buffered |= block[at.count + k];
    credits |= block[at.credits + k];
  }
  for (std::uint32_t out = 0; out < routers_.ports; ++out) {
    Vector users{};
    for (std::uint32_t v = 0; v < routers_.vcs; ++v) {
      auto const place = (out << routers_.shift) + v;
      users |= Set::if_meets(credits, Set::bit(place), block[at.user + place]);
    }
    ready[out] = users & buffered;
    all |= ready[out];
  }
  return Set::any(all);
}

/// The input port of the virtual channel in `chosen`, if there is one, wins an output port: the next of its
/// virtual channels that ask for that sends a flit.
template <class Word, AllocatorKind kind>
[[gnu::always_inline]] inline auto MaskedSwitchStage<Word, kind>::pass(Vector* block, std::uint32_t out,
                                                                       Vector const& chosen,
                                                                       Vector const& asking) const -> Vector {
  Vector const last = last_of_port(chosen);
  Vector const port = (last << 1) - (last >> ((1u << routers_.shift) - 1));
  auto& grant = block[routers_.at.out_grant + out];
  grant = last != 0 ? Set::above(last) : grant;
  return Set::pick(asking & port, block[routers_.at.first_vc]);
}

/// The winner of an input port advances its preferences.
template <class Word, AllocatorKind kind>
[[gnu::always_inline]] inline void MaskedSwitchStage<Word, kind>::advance_input(Vector* block,
                                                                                std::uint32_t port,
                                                                                Vector const& won,
                                                                                Vector const& out) const {
  auto const& at = routers_.at;
  auto const group = of_port(port);
  auto& accept = block[at.in_accept + port];
  auto& first = block[at.first_vc];
  accept = won != 0 ? Set::above(out) : accept;
  first = won != 0 ? (first & ~group) | (Set::above(won) & group) : first;
}

/// iSLIP: each output port goes to the next input port that asks for it, which accepts the next of those.
template <class Word, AllocatorKind kind>
[[gnu::always_inline]] inline auto MaskedSwitchStage<Word, kind>::match_by_output(Vector* block,
                                                                                  Vector const* ready) const
    -> Vector {
  auto const& at = routers_.at;
  Vector granted[most], accepted[most], all_accepted{}, winners{};
  for (std::uint32_t out = 0; out < routers_.ports; ++out)
    granted[out] = Set::pick(ready[out], block[at.out_grant + out]);
  for (std::uint32_t port = 0; port < routers_.ports; ++port) {
    auto const group = of_port(port);
    Vector offers{};
    for (std::uint32_t out = 0; out < routers_.ports; ++out)
      offers |= Set::if_meets(granted[out], group, Set::bit(out));
    accepted[port] = Set::pick(offers, block[at.in_accept + port]);
    all_accepted |= accepted[port];
  }
  for (std::uint32_t out = 0; out < routers_.ports; ++out)
    winners |= pass(block, out, Set::if_meets(all_accepted, Set::bit(out), granted[out]), ready[out]);
  for (std::uint32_t port = 0; port < routers_.ports; ++port)
    advance_input(block, port, winners & of_port(port), accepted[port]);
  return winners;
}

/// Separable input first: each input port asks for its next output port only, which takes the next of those.
template <class Word, AllocatorKind kind>
[[gnu::always_inline]] inline auto MaskedSwitchStage<Word, kind>::match_by_input(Vector* block,
                                                                                 Vector const* ready) const
    -> Vector {
  auto const& at = routers_.at;
  Vector asking[most], next[most], winners{};
  for (std::uint32_t out = 0; out < routers_.ports; ++out) asking[out] = Vector{};
  for (std::uint32_t port = 0; port < routers_.ports; ++port) {
    auto const group = of_port(port);
    Vector outputs{};
    for (std::uint32_t out = 0; out < routers_.ports; ++out)
      outputs |= Set::if_meets(ready[out], group, Set::bit(out));
    next[port] = Set::pick(outputs, block[at.in_accept + port]);
    for (std::uint32_t out = 0; out < routers_.ports; ++out)
      asking[out] |= Set::if_meets(next[port], Set::bit(out), ready[out] & group);
  }
  for (std::uint32_t out = 0; out < routers_.ports; ++out) {
    Vector const chosen = Set::pick(asking[out], block[at.out_grant + out]);
    winners |= pass(block, out, chosen, asking[out]);
  }
  for (std::uint32_t port = 0; port < routers_.ports; ++port)
    advance_input(block, port, winners & of_port(port), next[port]);
  return winners;
}

template <class Word, AllocatorKind kind>
inline auto MaskedSwitchStage<Word, kind>::allocate(Vector* block) const -> Vector {
  Vector ready[most];
  if (!find_ready(block, ready)) return Vector{};
  if constexpr (kind == AllocatorKind::islip)
    return match_by_output(block, ready);
  else
    return match_by_input(block, ready);
}

}  // namespace weft::flit
