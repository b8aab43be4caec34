#pragma once

#include <utility>
#include <vector>

#include "weft/routing/form/packet_routing.hpp"

namespace weft {

/// Valiant's two legs over any routing without state: first to an intermediate router drawn at random, then
/// to the destination. A packet's state is its target. Packets to their own router stay there.
class ViaRandomRouter final : public PacketRouting {
 public:
  /// Any of that many routers, numbered from 0, with equal probability.
  ViaRandomRouter(PacketRoutingPtr leg, std::uint64_t routers);
  /// Any of these routers with equal probability; one that is named twice has twice the probability.
  /// `may_miss`: from some of them no path leads to some destinations; such packets go directly.
  ViaRandomRouter(PacketRoutingPtr leg, std::vector<std::uint32_t> routers, bool may_miss);
  PacketTraits traits() const override;
  void encode(std::span<std::uint32_t> routers) const override { leg_->encode(routers); }
  RouterId decode(std::uint32_t to) const override { return leg_->decode(to); }
  void start(Heads const& heads) const override;
  void route(Heads const& heads) const override;
  void hops_left(Heads const& heads, std::span<std::uint32_t> hops) const override;
  bool reaches(RouterId from, std::uint32_t to) const override { return leg_->reaches(from, to); }

 private:
  PacketRoutingPtr leg_;
  std::uint64_t routers_;
  std::vector<std::uint32_t> listed_ = {};
  bool may_miss_ = false;
};

}  // namespace weft
