// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "weft/core/random.hpp"
#include "weft/engine/flit/masked/masked_routers.hpp"
#include "weft/routing/form/channel_routing.hpp"

namespace weft::flit {

/// The first stage of a router, for routings that return one candidate: computes the output VCs that each
/// head requests.
template <class Word>
class MaskedRouteStage {
 public:
  MaskedRouteStage(FlitNetwork const& network, routing::ChannelRouting const& routing,
                   RouterOptions const& options, State& state, MaskedArrays<Word> const& routers)
      : network_(network),
        routing_(routing),
        state_(state),
        routers_(routers),
        vcs_of_a_class_(options.vcs / options.message_classes),
        first_class_(routing::VcBlocks(vcs_of_a_class_, 1).all()),
        preserves_ejection_vc_(options.ejection_vc == EjectionVc::same),
        cut_through_(options.cut_through) {}

  /// Routes heads. Heads at their destination router request the ejection channel of their terminal.
  void route(std::span<VcEvent const> heads);

 private:
  static constexpr std::size_t prefetch_batch = 32;

  void make_room(std::size_t heads);
  void fetch(MaskedArrays<Word> const& routers, std::span<VcEvent const> heads, Packet** packets) const;
  std::size_t sort(std::span<VcEvent const> heads);
  void request_all(MaskedArrays<Word> const& routers, std::span<VcEvent const> heads, std::size_t size);
  void wish(MaskedArrays<Word> const& routers, VcEvent head, std::uint32_t out, std::uint64_t vcs,
            std::uint32_t room) const;
  std::uint32_t class_shift(Packet const& packet) const { return packet.message_class * vcs_of_a_class_; }

  FlitNetwork const& network_;
  routing::ChannelRouting const& routing_;
  State& state_;
  MaskedArrays<Word> const routers_;
  std::uint32_t const vcs_of_a_class_;
  std::uint64_t const first_class_;  // set of the virtual channels of the first class
  bool const preserves_ejection_vc_, cut_through_;
  std::vector<Packet*> packets_;                 // packets of the heads
  std::vector<std::uint32_t> arrived_, moving_;  // indices of heads at their destination router; other heads
  std::vector<routing::Head> heads_;             // the moving heads
  std::vector<routing::Candidate> out_;
  std::vector<std::uint16_t> count_;
};

/// Requests the virtual channels `vcs` of an output port, with `room` credits, for the head at the front of
/// an input VC.
template <class Word>
[[gnu::always_inline]] inline void MaskedRouteStage<Word>::wish(MaskedArrays<Word> const& routers,
                                                                VcEvent head, std::uint32_t out,
                                                                std::uint64_t vcs, std::uint32_t room) const {
  auto const place = vc_of(head);
  auto* const sets = routers.sets(router_of(head));
  auto const bit = Lanes<Word>::bit(place);
  auto const write = [&](std::uint32_t first, std::uint32_t count, std::uint64_t bits) {
    auto* set = sets + std::size_t{first} * routers.lanes;
    for (; count > 0; --count, bits >>= 1, set += routers.lanes)
      *set = static_cast<Word>((*set & ~bit) | static_cast<Word>(bits & 1) << place);
  };
  sets[std::size_t{routers.at.request_port + out} * routers.lanes] |= bit;
  write(routers.at.request_vc, routers.vcs, vcs);
  if (cut_through_) write(routers.at.room, routers.planes, std::min(room, (1u << routers.planes) - 1));
}

template <class Word>
void MaskedRouteStage<Word>::make_room(std::size_t heads) {
  if (heads_.size() >= heads) return;
  packets_.resize(heads);
  arrived_.resize(heads);
  moving_.resize(heads);
  heads_.resize(heads);
  out_.resize(heads);
  count_.resize(heads);
}

/// Finds the packets of `heads`, and prefetches them.
template <class Word>
[[gnu::always_inline]] inline void MaskedRouteStage<Word>::fetch(MaskedArrays<Word> const& routers,
                                                                 std::span<VcEvent const> heads,
                                                                 Packet** packets) const {
  for (auto const head : heads) {
    auto* const packet = &state_.packets[routers.front(router_of(head), vc_of(head)) & packet_mask];
    __builtin_prefetch(packet, 1);
    *packets++ = packet;
  }
}

/// Partitions the heads, without branches, into heads at their destination router and heads that move on.
/// Returns the number of heads that move on.
template <class Word>
inline std::size_t MaskedRouteStage<Word>::sort(std::span<VcEvent const> heads) {
  auto const routers = routers_;
  auto* const packets = packets_.data();
  auto* const heads_of_batch = heads_.data();
  auto* const moving = moving_.data();
  auto* const arrived = arrived_.data();
  auto const channels_in = network_.channels_in();
  auto const vcs_of_a_class = vcs_of_a_class_;
  std::uint32_t size = 0;
  for (std::uint32_t i = 0; i < heads.size(); ++i) {
    if (i % prefetch_batch == 0)
      fetch(routers, heads.subspan(i, std::min(prefetch_batch, heads.size() - i)), packets + i);
    auto const here = router_of(heads[i]), place = vc_of(heads[i]), r = routers.first + here;
    auto& packet = *packets[i];
    auto const port = place >> routers.shift, v = place - (port << routers.shift);
    ++packet.routers;
    if (packet.intermediate == r) [[unlikely]] {
      packet.intermediate = routing::no_intermediate;
      packet.phase = routing_.after_intermediate(packet.phase);
    }
    auto const target = packet.intermediate == routing::no_intermediate ? packet.to : packet.intermediate;
    arrived[i - size] = i;
    moving[size] = i;
    auto& head = heads_of_batch[size];
    head.at = r;
    head.target = target;
    head.to = packet.to;
    head.terminal = packet.terminal;
    head.source = packet.source;
    head.draw = RandomWords::derived(packet.draw)(packet.routers);
    head.phase = packet.phase;
    static_assert(routing::from_source == 0xffff);
    head.in_port = static_cast<std::uint16_t>(port | (0u - unsigned{port >= channels_in[r]}));
    head.in_vc = static_cast<std::uint8_t>(v - packet.message_class * vcs_of_a_class);
    size += target != r;
  }
  return size;
}

template <class Word>
void MaskedRouteStage<Word>::route(std::span<VcEvent const> heads) {
  if (heads.empty()) return;
  make_room(heads.size());
  auto const size = sort(heads);
  if (size > 0)
    routing_.route(std::span(heads_).first(size),
                   {network_.output_offsets(), state_.queue, state_.remote_queue},
                   std::span(out_).first(size), std::span(count_).first(size));
  with_known_vcs(
      routers_, [&](MaskedArrays<Word> const& routers)
                    __attribute__((always_inline)) { request_all(routers, heads, size); });
}

/// Requests output VCs for all heads. `size`: number of heads that move on to another router.
template <class Word>
[[gnu::always_inline]] inline void MaskedRouteStage<Word>::request_all(MaskedArrays<Word> const& routers,
                                                                       std::span<VcEvent const> heads,
                                                                       std::size_t size) {
  for (auto const i : std::span(arrived_).first(heads.size() - size)) {
    auto const& packet = *packets_[i];
    auto const out = network_.ejection_port(packet.terminal) - network_.first_out(packet.to);
    auto const v = vc_of(heads[i]) & ((1u << routers.shift) - 1);
    wish(routers, heads[i], out,
         preserves_ejection_vc_ ? std::uint64_t{1} << v : first_class_ << class_shift(packet), packet.flits);
  }
  for (std::size_t i = 0; i < size; ++i) {
    auto const& candidate = out_[i];
    auto& packet = *packets_[moving_[i]];
    packet.phase = candidate.phase;
    packet.intermediate = candidate.intermediate;
    wish(routers, heads[moving_[i]], candidate.port, candidate.vcs << class_shift(packet),
         std::uint32_t{packet.flits} * candidate.room);
  }
}

}  // namespace weft::flit
