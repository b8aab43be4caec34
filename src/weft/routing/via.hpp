#pragma once

#include <utility>

#include "weft/routing/routing.hpp"

namespace weft {

/// Valiant's two legs over any routing without state: first to a router drawn uniformly, then to the destination. A packet's
/// state is where it is heading for. Packets to their own router stay there.
class ViaRandomRouter final : public RoutingFunction {
 public:
  ViaRandomRouter(RoutingPtr leg, std::uint64_t routers);
  RoutingTraits traits() const override;
  void encode(std::span<std::uint32_t> routers) const override { leg_->encode(routers); }
  RouterId decode(std::uint32_t to) const override { return leg_->decode(to); }
  void start(Heads const& heads) const override;
  void route(Heads const& heads) const override;
  void hops_left(Heads const& heads, std::span<std::uint32_t> hops) const override;
  bool reaches(RouterId from, std::uint32_t to) const override { return leg_->reaches(from, to); }

 private:
  RoutingPtr leg_;
  std::uint64_t routers_;
};

}  // namespace weft
