// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "weft/network/machine.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/packet/shortest_paths.hpp"

namespace weft {

/// Reachability between routers over working channels, for networks too large for a table of all pairs:
/// strongly connected components, and a bit for each pair of components. 4 bytes per router. No path passes
/// through a host: hosts with several channels belong to no component.
class Reachability {
 public:
  /// `network` must outlive this object.
  explicit Reachability(Network const& network);
  bool reaches(RouterId from, RouterId to) const {
    if (network_->has_multihomed_hosts() && (network_->is_host(from) || network_->is_host(to)))
      return from == to || host_reaches(from, to);
    return joined(from, to);
  }

 private:
  bool joined(RouterId from, RouterId to) const {
    auto const a = component_[from.v], b = component_[to.v];
    return a == b || reached_[a * words_ + b / 64] >> b % 64 & 1;
  }
  bool host_reaches(RouterId from, RouterId to) const;

  Network const* network_;
  std::vector<std::uint32_t> component_;
  std::size_t words_ = 0;
  std::vector<std::uint64_t> reached_;
};

/// Reroutes any routing in a network with failures. A packet follows the routing as long as it offers a
/// working channel to a router from which the destination is reachable. Otherwise the packet leaves the
/// routing permanently and follows random shortest surviving paths. In networks too large for a table of
/// shortest paths (DistanceTable), it makes a random walk of a few hops instead, which is longer each time,
/// and then restarts the routing: it arrives with probability 1, but after an unbounded number of hops. The
/// highest bit of the state marks packets on a detour.
class Rerouted final : public PacketRouting {
 public:
  /// Uses no table for networks of more than `table_limit` routers.
  Rerouted(PacketRoutingPtr routing, NetworkPtr network,
           std::uint64_t table_limit = DistanceTable::max_routers);
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
