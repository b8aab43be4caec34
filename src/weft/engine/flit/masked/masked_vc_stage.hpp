// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "weft/engine/flit/masked/masked_routers.hpp"
#include "weft/engine/flit/router_params.hpp"

namespace weft::flit {

/// The second stage of a router: allocates output VCs to heads, as `Allocator` does, in all routers of a
/// block in parallel. A head requests output VCs of one port only.
template <class Word, AllocatorKind kind>
class MaskedVcStage {
 public:
  using Vector = typename Lanes<Word>::Vector;
  MaskedVcStage(MaskedArrays<Word> const& routers, RouterOptions const& options)
      : routers_(routers), cut_through_(options.cut_through) {}

  /// Allocates free output VCs to waiting input VCs.
  void allocate(Vector* block) const;

 private:
  static constexpr auto word_bits = Lanes<Word>::bits;
  using Set = Lanes<Word>;
  using Arrays = MaskedArrays<Word>;
  /// Matches of a block.
  struct Matches {
    explicit Matches(MaskedArrays<Word> const& routers) {
      for (std::uint32_t v = 0; v < routers.vcs; ++v) of_vc[v] = Vector{};
      for (std::uint32_t out = 0; out <= routers.ports; ++out) prefer[out] = Vector{};
    }
    Vector inputs{};               // matched input VCs
    Vector of_vc[word_bits];       // matched input VCs, by virtual channel of their output VC
    Vector prefer[word_bits + 1];  // matched input VCs, by the output port that they prefer from now on
  };

  void allocate_in(Arrays const& routers, Vector* block) const;
  void find_candidates(Arrays const& routers, Vector* block, std::uint32_t out, Vector const& requesting,
                       Vector* candidates) const;
  void match(Arrays const& routers, Vector* block, std::uint32_t out, Vector* candidates) const;
  void take_in_turn(Arrays const& routers, Vector* block, std::uint32_t out, Vector* sets) const;
  void pick_inputs(Arrays const& routers, Vector* block, std::uint32_t out, Vector* sets) const;
  void advance(Arrays const& routers, Vector* block, Matches const& matches) const;

  MaskedArrays<Word> const routers_;
  bool const cut_through_;
};

/// Finds, for each virtual channel of output port `out`, the input VCs that may use it now.
template <class Word, AllocatorKind kind>
[[gnu::always_inline]] inline void MaskedVcStage<Word, kind>::find_candidates(Arrays const& routers,
                                                                              Vector* block,
                                                                              std::uint32_t out,
                                                                              Vector const& requesting,
                                                                              Vector* candidates) const {
  auto const& at = routers.at;
  for (std::uint32_t v = 0; v < routers.vcs; ++v) {
    auto const place = (out << routers.shift) + v;
    candidates[v] = block[at.owner + place] == 0 ? requesting & block[at.request_vc + v] : Vector{};
    if (cut_through_)
      candidates[v] &=
          BitPlanes<Word>{block + at.room, routers.planes}.at_most(routers.credits(block), place);
  }
}

/// For each input VC, keeps only its next virtual channel.
template <class Word, AllocatorKind kind>
[[gnu::always_inline]] inline void MaskedVcStage<Word, kind>::take_in_turn(Arrays const& routers,
                                                                           Vector* block, std::uint32_t out,
                                                                           Vector* sets) const {
  auto const& at = routers.at;
  Vector const prefer = block[at.accept_port + out];
  Vector taken{}, first[word_bits];
  for (std::uint32_t v = 0; v < routers.vcs; ++v) {
    first[v] = sets[v] & ~(prefer & block[at.accept_vc + v]) & ~taken;
    taken |= first[v];
  }
  for (std::uint32_t v = 0; v < routers.vcs; ++v) {
    Vector const later = sets[v] & ~taken;
    taken |= later;
    sets[v] = first[v] | later;
  }
}

/// For each virtual channel, keeps only its next input VC.
template <class Word, AllocatorKind kind>
[[gnu::always_inline]] inline void MaskedVcStage<Word, kind>::pick_inputs(Arrays const& routers,
                                                                          Vector* block, std::uint32_t out,
                                                                          Vector* sets) const {
  auto const* const grant = block + routers.at.vc_grant + (out << routers.shift);
  for (std::uint32_t v = 0; v < routers.vcs; ++v) sets[v] = Set::pick(sets[v], grant[v]);
}

/// Matches with iSLIP: each virtual channel grants the next input VC that requests it, which accepts the next
/// of its grants. Or separably, input first: each input VC requests only its next virtual channel, which
/// grants the next request.
template <class Word, AllocatorKind kind>
[[gnu::always_inline]] inline void MaskedVcStage<Word, kind>::match(Arrays const& routers, Vector* block,
                                                                    std::uint32_t out,
                                                                    Vector* candidates) const {
  if constexpr (kind == AllocatorKind::islip) pick_inputs(routers, block, out, candidates);
  take_in_turn(routers, block, out, candidates);
  if constexpr (kind == AllocatorKind::input_first) pick_inputs(routers, block, out, candidates);
}

template <class Word, AllocatorKind kind>
inline void MaskedVcStage<Word, kind>::allocate(Vector* block) const {
  with_known_vcs(
      routers_, [&](Arrays const& routers) __attribute__((always_inline)) { allocate_in(routers, block); });
}

template <class Word, AllocatorKind kind>
[[gnu::always_inline]] inline void MaskedVcStage<Word, kind>::allocate_in(Arrays const& routers,
                                                                          Vector* block) const {
  auto const& at = routers.at;
  Matches matches(routers);
  for (std::uint32_t out = 0; out < routers.ports; ++out) {
    Vector const requesting = block[at.request_port + out];
    if (!Set::any(requesting)) continue;
    Vector sets[word_bits];
    find_candidates(routers, block, out, requesting, sets);
    match(routers, block, out, sets);
    Vector matched{};
    for (std::uint32_t v = 0; v < routers.vcs; ++v) {
      auto const place = (out << routers.shift) + v;
      block[at.owner + place] |= sets[v];
      auto& grant = block[at.vc_grant + place];
      grant = sets[v] != 0 ? Set::above(sets[v]) : grant;
      matched |= sets[v];
      matches.of_vc[v] |= sets[v];
      matches.prefer[out + ((v + 1) >> routers.shift)] |= sets[v];
    }
    block[at.request_port + out] = requesting & ~matched;
    matches.inputs |= matched;
  }
  if (Set::any(matches.inputs)) advance(routers, block, matches);
}

/// Activates the matched input VCs, and advances the preference of each to the output VC after the one
/// allocated.
template <class Word, AllocatorKind kind>
[[gnu::always_inline]] inline void MaskedVcStage<Word, kind>::advance(Arrays const& routers, Vector* block,
                                                                      Matches const& matches) const {
  auto const& at = routers.at;
  block[at.active] |= matches.inputs;
  for (std::uint32_t out = 0; out < routers.ports; ++out) {
    auto& prefer = block[at.accept_port + out];
    prefer = (prefer & ~matches.inputs) | matches.prefer[out];
  }
  Vector behind{};
  for (auto v = routers.vcs; v-- > 0;) {
    if ((v + 1) >> routers.shift == 0) behind |= matches.of_vc[v];
    auto& later = block[at.accept_vc + v];
    later = (later & ~matches.inputs) | behind;
  }
}

}  // namespace weft::flit
