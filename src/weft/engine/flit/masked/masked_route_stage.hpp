#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "weft/core/random.hpp"
#include "weft/engine/flit/masked/masked_routers.hpp"
#include "weft/routing/form/channel_routing.hpp"

namespace weft::flit {

/// The first stage of a router, for routings that give a head one candidate: the output VCs that it wants.
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
        keeps_ejection_vc_(options.ejection_vc == EjectionVc::same),
        cut_through_(options.cut_through) {}

  /// Routes heads. Those at their destination's router ask for the ejection channel of their terminal.
  void route(std::span<VcEvent const> heads);

 private:
  /// A head with its packet.
  struct Place {
    VcEvent head;
    Packet* packet;
  };

  static constexpr std::size_t fetched_at_once = 32;

  void make_room(std::size_t heads);
  void fetch(std::span<VcEvent const> heads, Packet** packets) const;
  std::size_t sort(std::span<VcEvent const> heads);
  void wish(MaskedArrays<Word> const& routers, VcEvent head, std::uint32_t out, std::uint64_t vcs,
            std::uint32_t room) const;
  std::uint32_t class_shift(Packet const& packet) const { return packet.message_class * vcs_of_a_class_; }

  FlitNetwork const& network_;
  routing::ChannelRouting const& routing_;
  State& state_;
  MaskedArrays<Word> const routers_;
  std::uint32_t const vcs_of_a_class_;
  std::uint64_t const first_class_;  // its virtual channels, as a set
  bool const keeps_ejection_vc_, cut_through_;
  std::vector<Place> arrived_, places_;  // heads at their destination's router; the others
  std::vector<routing::Head> heads_;     // of the latter
  std::vector<routing::Candidate> out_;
  std::vector<std::uint16_t> count_;
};

/// The head at the front of an input VC waits for one of those virtual channels of an output port, with that
/// many credits.
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
  sets[std::size_t{routers.at.wish_port + out} * routers.lanes] |= bit;
  write(routers.at.wish_vc, routers.vcs, vcs);
  if (cut_through_) write(routers.at.room, routers.planes, std::min(room, (1u << routers.planes) - 1));
}

template <class Word>
void MaskedRouteStage<Word>::make_room(std::size_t heads) {
  if (heads_.size() >= heads) return;
  arrived_.resize(heads);
  places_.resize(heads);
  heads_.resize(heads);
  out_.resize(heads);
  count_.resize(heads);
}

/// Asks early for the memory of the packets of some heads.
template <class Word>
[[gnu::always_inline]] inline void MaskedRouteStage<Word>::fetch(std::span<VcEvent const> heads,
                                                                 Packet** packets) const {
  auto const routers = routers_;
  for (auto const it : heads) {
    *packets = &state_.packets[routers.front(router_of(it), vc_of(it)) & packet_mask];
    __builtin_prefetch(*packets++, 1);
  }
}

/// Writes the heads to one of the lists each, without a branch; returns how many are not where they go to.
template <class Word>
inline std::size_t MaskedRouteStage<Word>::sort(std::span<VcEvent const> heads) {
  auto const routers = routers_;
  Packet* packets[fetched_at_once];
  std::size_t moving = 0;
  for (std::size_t i = 0; i < heads.size(); ++i) {
    auto const number = i % fetched_at_once;
    if (number == 0) fetch(heads.subspan(i, std::min(fetched_at_once, heads.size() - i)), packets);
    auto const it = heads[i];
    auto const here = router_of(it), place = vc_of(it), r = routers.first + here;
    auto& packet = *packets[number];
    auto const port = place >> routers.shift, v = place - (port << routers.shift);
    ++packet.routers;
    if (packet.via == r) [[unlikely]] {
      packet.via = routing::no_via;
      packet.phase = routing_.after_via(packet.phase);
    }
    auto const target = packet.via == routing::no_via ? packet.to : packet.via;
    auto& arrived = arrived_[i - moving];
    auto& place_of_head = places_[moving];
    arrived.head = place_of_head.head = it;
    arrived.packet = place_of_head.packet = &packet;
    auto& head = heads_[moving];
    head.at = r;
    head.target = target;
    head.to = packet.to;
    head.terminal = packet.terminal;
    head.source = packet.source;
    head.draw = RandomWords::derived(packet.draw)(packet.routers);
    head.phase = packet.phase;
    head.in_port = port < network_.channels_in(r) ? static_cast<std::uint16_t>(port) : routing::from_source;
    head.in_vc = static_cast<std::uint8_t>(v - class_shift(packet));
    moving += target != r;
  }
  return moving;
}

template <class Word>
void MaskedRouteStage<Word>::route(std::span<VcEvent const> heads) {
  if (heads.empty()) return;
  make_room(heads.size());
  auto const routers = routers_;
  auto const size = sort(heads);
  for (auto const& [head, packet] : std::span(arrived_).first(heads.size() - size)) {
    auto const out = network_.ejection_port(packet->terminal) - network_.first_out(packet->to);
    auto const v = vc_of(head) & ((1u << routers.shift) - 1);
    wish(routers, head, out,
         keeps_ejection_vc_ ? std::uint64_t{1} << v : first_class_ << class_shift(*packet), packet->flits);
  }
  if (size == 0) return;
  routing_.route(std::span(heads_).first(size), {network_.first_outs(), state_.queue, state_.seen_queue},
                 std::span(out_).first(size), std::span(count_).first(size));
  for (std::size_t i = 0; i < size; ++i) {
    auto const& candidate = out_[i];
    auto& packet = *places_[i].packet;
    packet.phase = candidate.phase;
    packet.via = candidate.via;
    wish(routers, places_[i].head, candidate.port, candidate.vcs << class_shift(packet),
         std::uint32_t{packet.flits} * candidate.room);
  }
}

}  // namespace weft::flit
