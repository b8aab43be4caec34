#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/random.hpp"
#include "weft/engine/flit/allocator.hpp"
#include "weft/engine/flit/masked/masked_routers.hpp"
#include "weft/routing/form/channel_routing.hpp"

namespace weft::flit {

/// The first stage of a router, for routings that give a head one candidate: the output VCs that it wants.
class MaskedRouteStage {
 public:
  MaskedRouteStage(FlitNetwork const& network, routing::ChannelRouting const& routing,
                   RouterOptions const& options, State& state)
      : network_(network),
        routing_(routing),
        state_(state),
        vcs_of_a_class_(options.vcs / options.message_classes),
        first_class_(routing::VcBlocks(vcs_of_a_class_, 1).all()),
        keeps_ejection_vc_(options.ejection_vc == EjectionVc::same),
        cut_through_(options.cut_through) {}

  /// Routes heads. Those at their destination's router ask for the ejection channel of their terminal.
  void route(MaskedRouters& routers, std::span<VcEvent const> heads);

 private:
  struct Place {
    MaskedWish* wish;
    Packet* packet;
  };

  void add(MaskedRouters& routers, VcEvent head);
  void route_batch(MaskedRouters const& routers);
  std::uint32_t class_shift(Packet const& packet) const { return packet.message_class * vcs_of_a_class_; }

  FlitNetwork const& network_;
  routing::ChannelRouting const& routing_;
  State& state_;
  std::uint32_t const vcs_of_a_class_;
  std::uint64_t const first_class_;  // its virtual channels, as a set
  bool const keeps_ejection_vc_, cut_through_;
  // the batch
  std::vector<Place> places_;
  std::vector<routing::Head> heads_;
  std::vector<routing::Candidate> out_;
  std::vector<std::uint16_t> count_;
};

inline void MaskedRouteStage::route(MaskedRouters& routers, std::span<VcEvent const> heads) {
  for (auto const head : heads) add(routers, head);
  route_batch(routers);
}

/// Adds a head to the batch, unless it is at its destination's router.
inline void MaskedRouteStage::add(MaskedRouters& routers, VcEvent head) {
  auto const here = router_of(head), bit = vc_of(head), r = routers.first + here;
  auto& router = routers[here];
  auto& packet = state_.packets[routers.buffer(router, bit)[routers.inputs(router)[bit].head] & packet_mask];
  auto& wish = routers.wishes(router)[bit];
  auto const port = bit >> routers.shift, v = bit - (port << routers.shift);
  auto const shift = class_shift(packet);
  router.allocating |= std::uint64_t{1} << bit;
  ++packet.routers;
  if (packet.via == r) {
    packet.via = routing::no_via;
    packet.phase = routing_.after_via(packet.phase);
  }
  if (packet.via == routing::no_via && packet.to == r) {
    auto const out = network_.ejection_port(packet.terminal) - network_.first_out(r);
    auto const vcs = keeps_ejection_vc_ ? std::uint64_t{1} << v : first_class_ << shift;
    wish.outputs = vcs << (out << routers.shift);
    wish.room = cut_through_ ? packet.flits : 0u;
    return;
  }
  places_.push_back({&wish, &packet});
  heads_.push_back(
      {.at = r,
       .target = packet.via == routing::no_via ? packet.to : packet.via,
       .to = packet.to,
       .terminal = packet.terminal,
       .source = packet.source,
       .draw = RandomWords::derived(packet.draw)(packet.routers),
       .phase = packet.phase,
       .in_port = port < network_.channels_in(r) ? static_cast<std::uint16_t>(port) : routing::from_source,
       .in_vc = static_cast<std::uint8_t>(v - shift)});
}

/// Gives the heads of the batch their candidate.
inline void MaskedRouteStage::route_batch(MaskedRouters const& routers) {
  auto const size = heads_.size();
  if (size == 0) return;
  if (out_.size() < size) {
    out_.resize(size);
    count_.resize(size);
  }
  routing_.route(heads_, {network_.first_outs(), state_.queue, state_.seen_queue},
                 std::span(out_).first(size), std::span(count_).first(size));
  for (std::size_t i = 0; i < size; ++i) {
    auto const& candidate = out_[i];
    auto& wish = *places_[i].wish;
    auto& packet = *places_[i].packet;
    wish.outputs = candidate.vcs << class_shift(packet) << (std::uint32_t{candidate.port} << routers.shift);
    wish.room = cut_through_ ? std::uint32_t{packet.flits} * candidate.room : 0u;
    packet.phase = candidate.phase;
    packet.via = candidate.via;
  }
  heads_.clear();
  places_.clear();
}

}  // namespace weft::flit
