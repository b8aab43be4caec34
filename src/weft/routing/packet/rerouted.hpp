#pragma once

#include <memory>

#include "weft/network/machine.hpp"
#include "weft/routing/packet/reachability.hpp"
#include "weft/routing/packet/shortest_paths.hpp"

namespace weft {

/// Makes any routing find its way on a network with failures. A packet follows the routing as long as it is offered
/// a channel that works and leads to where the destination can be reached from; then it leaves it for good and takes
/// a random one of the shortest surviving paths. On networks too large for a table of these (DistanceTable) it walks a
/// few hops at random instead, more the more often it had to, and then starts the routing afresh: it arrives with
/// probability 1, but no number of hops is certain. The highest bit of the state marks packets on a detour.
class Rerouted final : public PacketRouting {
 public:
  /// Networks of more routers than `table_limit` get no table.
  Rerouted(PacketRoutingPtr routing, NetworkPtr network,
           std::uint64_t table_limit = DistanceTable::most_routers);
  PacketTraits traits() const override { return traits_; }
  void encode(std::span<std::uint32_t> routers) const override { routing_->encode(routers); }
  RouterId decode(std::uint32_t to) const override { return routing_->decode(to); }
  void start(Heads const& heads) const override;
  void route(Heads const& heads) const override;
  void hops_left(Heads const& heads, std::span<std::uint32_t> hops) const override;
  bool reaches(RouterId from, std::uint32_t to) const override { return reaches(from, routing_->decode(to)); }

 private:
  static constexpr std::uint32_t detoured = 1u << 31, walk_unit = 1u << 25;
  static constexpr std::size_t block = 64;
  bool reaches(RouterId from, RouterId to) const;
  bool usable(RouterId at, PortId port, RouterId to) const;
  std::uint16_t keep_usable(RouterId at, RouterId to, PortId* ports, std::uint32_t* states,
                            std::uint16_t count) const;
  std::uint32_t after_detour(RouterId next, Heads const& heads, std::size_t i,
                             RandomWords const& words) const;
  PortId detour(RouterId at, RouterId to, RandomWords const& words) const;
  void route_block(Heads const& heads, std::size_t begin, std::size_t size) const;

  PacketRoutingPtr routing_;
  NetworkPtr network_;
  PacketTraits inner_, traits_;
  std::unique_ptr<DistanceTable const> table_;
  std::unique_ptr<Reachability const> components_;
};

}  // namespace weft
