// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "weft/engine/flit/masked/masked_core.hpp"

namespace weft::flit {
namespace {

void set_bit(std::uint64_t& word, std::uint32_t bit, bool value) {
  word = (word & ~(std::uint64_t{1} << bit)) | std::uint64_t{value} << bit;
}

/// Returns the preferred position of an arbiter with `size` positions: the first position in the set, or 0 if
/// the set is empty.
std::uint32_t preferred(std::uint64_t places, std::uint32_t size) {
  auto const first = static_cast<std::uint32_t>(std::countr_zero(places));
  return first < size ? first : 0;
}

}  // namespace

template <class Word, AllocatorKind kind>
void MaskedCore<Word, kind>::add_sent(std::span<std::uint64_t> flits) const {
  for (std::uint32_t r = 0; r < routers_.size; ++r)
    for (std::uint32_t port = 0; port < network_.outputs(routers_.first + r); ++port)
      flits[network_.first_out(routers_.first + r) + port] += routers_.out_port(r, port).sent;
}

template <class Word, AllocatorKind kind>
void MaskedCore<Word, kind>::reset_sent() {
  for (std::uint32_t r = 0; r < routers_.size; ++r)
    for (std::uint32_t port = 0; port < routers_.ports; ++port) routers_.out_port(r, port).sent = 0;
}

template <class Word, AllocatorKind kind>
void MaskedCore<Word, kind>::add_buffered(std::span<std::uint64_t> flits) const {
  for (std::uint32_t r = 0; r < routers_.size; ++r)
    for (std::uint32_t port = 0; port < routers_.ports; ++port)
      for (std::uint32_t v = 0; v < routers_.vcs; ++v)
        flits[v] += routers_.number(r, routers_.at.count, (port << routers_.shift) + v);
}

/// Returns the input VCs of a router that wait for an output VC.
template <class Word, AllocatorKind kind>
Word MaskedCore<Word, kind>::requesting(std::uint32_t r) const {
  Word all = 0;
  for (std::uint32_t out = 0; out < routers_.ports; ++out)
    all |= routers_.set(r, routers_.at.request_port + out);
  return all;
}

/// Writes the request of the head of an input VC as a candidate.
template <class Word, AllocatorKind kind>
void MaskedCore<Word, kind>::show_candidate(State& state, std::uint32_t r, std::uint32_t place,
                                            std::size_t index) const {
  auto const& at = routers_.at;
  auto const bit = Set::bit(place);
  std::uint16_t out = 0;
  while ((routers_.set(r, at.request_port + out) & bit) == 0) ++out;
  std::uint64_t vcs = 0;
  for (std::uint32_t v = 0; v < routers_.vcs; ++v)
    vcs |= std::uint64_t{(routers_.set(r, at.request_vc + v) & bit) != 0} << v;
  auto const& packet = state.packets[routers_.front(r, place) & packet_mask];
  auto const room = options_.cut_through ? routers_.number(r, at.room, place) : 0u;
  state.input[index].candidates = 1;
  state.candidate[index] = {
      .vcs = vcs, .port = out, .room = static_cast<std::uint8_t>(std::max(1u, room / packet.flits))};
}

template <class Word, AllocatorKind kind>
void MaskedCore<Word, kind>::show_inputs(State& state, std::uint32_t r) const {
  auto const& at = routers_.at;
  auto const first_in = network_.first_in(routers_.first + r);
  auto const mask = routing::VcBlocks(routers_.vcs, 1).all();
  Word const waiting = requesting(r);
  Word with_flits = 0, active = 0, ready = 0;
  for (std::uint32_t port = 0; port < network_.inputs(routers_.first + r); ++port) {
    for (std::uint32_t v = 0; v < routers_.vcs; ++v) {
      auto const place = (port << routers_.shift) + v;
      auto& to = state.input[state.place(first_in + port, v)];
      to.count = static_cast<std::uint16_t>(routers_.number(r, at.count, place));
      if (to.count > 0) with_flits |= Set::bit(place);
    }
  }
  for (std::uint32_t out = 0; out < network_.outputs(routers_.first + r); ++out)
    for (std::uint32_t v = 0; v < routers_.vcs; ++v) {
      auto const place = (out << routers_.shift) + v;
      auto const owner = routers_.set(r, at.owner + place);
      if (owner == 0) continue;
      active |= owner;
      if (routers_.number(r, at.credits, place) > 0) ready |= owner & with_flits;
      auto const from = static_cast<std::uint32_t>(std::countr_zero(owner));
      auto& to = state.input[state.place(first_in, from)];
      to.out = static_cast<std::uint16_t>(out);
      to.out_vc = static_cast<std::uint8_t>(v);
    }
  for (std::uint32_t port = 0; port < network_.inputs(routers_.first + r); ++port) {
    for (std::uint32_t v = 0; v < routers_.vcs; ++v) {
      auto const place = (port << routers_.shift) + v;
      auto const index = state.place(first_in + port, v);
      auto& to = state.input[index];
      to.head = routers_.ring(r, place).head;
      to.accept_pointer = accepted(r, place);
      to.phase = (active >> place & 1) != 0    ? VcState::active
                 : (waiting >> place & 1) != 0 ? VcState::allocating
                 : to.count > 0                ? VcState::routing
                                               : VcState::idle;
      for (std::uint32_t i = 0; i < routers_.depth; ++i)
        state.buffer[index * routers_.depth + i] = routers_.flit(r, place, i);
      if (to.phase == VcState::allocating) show_candidate(state, r, place, index);
    }
    auto const first = port << routers_.shift;
    auto& to = state.in_port[first_in + port];
    to.allocating = std::uint64_t{waiting} >> first & mask;
    to.ready = std::uint64_t{ready} >> first & mask;
    to.accept_pointer = preferred(routers_.set(r, at.in_accept + port), network_.outputs(routers_.first + r));
    to.first_vc = static_cast<std::uint8_t>(
        preferred(std::uint64_t{routers_.set(r, at.first_vc)} >> first & mask, routers_.vcs));
    auto const word = std::size_t{routers_.first + r} * state.words + port / 64;
    set_bit(state.allocating_ports[word], port % 64, to.allocating != 0);
    set_bit(state.ready_ports[word], port % 64, to.ready != 0);
  }
}

/// Returns the preferred output VC of an input VC.
template <class Word, AllocatorKind kind>
std::uint32_t MaskedCore<Word, kind>::accepted(std::uint32_t r, std::uint32_t place) const {
  auto const& at = routers_.at;
  auto const bit = Set::bit(place);
  for (std::uint32_t out = 0; out < network_.outputs(routers_.first + r); ++out) {
    if ((routers_.set(r, at.accept_port + out) & bit) == 0) continue;
    std::uint32_t v = 0;
    while (v < routers_.vcs && (routers_.set(r, at.accept_vc + v) & bit) != 0) ++v;
    return (out << routers_.shift) + v;
  }
  return 0;
}

template <class Word, AllocatorKind kind>
void MaskedCore<Word, kind>::show_outputs(State& state, std::uint32_t r) const {
  auto const& at = routers_.at;
  auto const first_in = network_.first_in(routers_.first + r),
             first_out = network_.first_out(routers_.first + r);
  auto const input_places = network_.inputs(routers_.first + r) << routers_.shift;
  for (std::uint32_t port = 0; port < network_.outputs(routers_.first + r); ++port) {
    auto& to = state.out_port[first_out + port];
    to.free_vcs = 0;
    to.sent = routers_.out_port(r, port).sent;
    to.grant_pointer = preferred(routers_.set(r, at.out_grant + port), input_places) >> routers_.shift;
    if (!state.channel_free.empty())
      state.channel_free[first_out + port] = routers_.out_port(r, port).free_at * ChannelTimes::cycle;
    std::int32_t in_use = 0;
    for (std::uint32_t v = 0; v < routers_.vcs; ++v) {
      auto const place = (port << routers_.shift) + v;
      auto const owner = routers_.set(r, at.owner + place);
      auto const credits = routers_.number(r, at.credits, place);
      auto& output = state.output[state.place(first_out + port, v)];
      to.free_vcs |= std::uint64_t{owner == 0} << v;
      output.owner = static_cast<std::uint32_t>(
          state.place(first_in, owner == 0 ? 0u : static_cast<std::uint32_t>(std::countr_zero(owner))));
      output.grant_pointer = preferred(routers_.set(r, at.vc_grant + place), input_places);
      output.credits = static_cast<std::uint16_t>(credits);
      in_use += static_cast<std::int32_t>(routers_.depth - credits);
    }
    state.queue[first_out + port] = in_use;
  }
}

template <class Word, AllocatorKind kind>
void MaskedCore<Word, kind>::show(State& state) const {
  for (std::uint32_t r = 0; r < routers_.size; ++r) {
    show_inputs(state, r);
    show_outputs(state, r);
  }
}

#define WEFT_MASKED_VIEW(word, kind)                                                                 \
  template void MaskedCore<word, AllocatorKind::kind>::add_sent(std::span<std::uint64_t>) const;     \
  template void MaskedCore<word, AllocatorKind::kind>::reset_sent();                                 \
  template void MaskedCore<word, AllocatorKind::kind>::add_buffered(std::span<std::uint64_t>) const; \
  template void MaskedCore<word, AllocatorKind::kind>::show(State&) const;
WEFT_MASKED_VIEW(std::uint32_t, islip)
WEFT_MASKED_VIEW(std::uint32_t, input_first)
WEFT_MASKED_VIEW(std::uint64_t, islip)
WEFT_MASKED_VIEW(std::uint64_t, input_first)
#undef WEFT_MASKED_VIEW

}  // namespace weft::flit
