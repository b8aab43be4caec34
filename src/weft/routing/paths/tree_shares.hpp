// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "weft/network/machine.hpp"
#include "weft/routing/form/shares.hpp"
#include "weft/routing/paths/path_graph.hpp"

namespace weft::routing {

/// Throws std::logic_error unless the routing has no state, one candidate per head, and exact hop counts.
void require_tree(PacketRouting const& routing);

/// Returns the number of channels that share the traffic of channel `first`: if the routing draws among
/// parallel channels, `first` and the channels at the following ports to the same router, else 1.
std::uint32_t parallel_channels(Network const& network, ChannelIndex first, PacketRouting const& routing);
/// Returns a common denominator of all shares of a routing that has one path per pair, except for ties and
/// parallel channels.
std::uint64_t tree_denominator(Network const& network, PacketRouting const& routing);

/// Shares of a packet routing that has one path per pair, except for ties and parallel channels, which share
/// traffic equally. For consecutive pairs with the same destination, the routing is queried once per router.
class TreeShares final : public Shares {
 public:
  TreeShares(NetworkPtr network, PacketRoutingPtr routing);
  std::uint64_t denominator() const override { return denominator_; }
  bool append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const override;
  PathStructure structure() const override { return {.tree = routing_}; }

 private:
  /// Ports of the routers queried so far towards one destination, for draws 0 and 1.
  struct Ports {
    std::uint32_t to;
    std::vector<std::array<PortId, 2>> of;
    std::vector<RouterId> known;
  };
  struct Part {
    RouterId at;
    std::uint64_t numerator;
  };
  bool append(RouterId from, RouterId to, Ports& ports, std::vector<ChannelShare>& out) const;
  std::array<PortId, 2> const& next(RouterId at, Ports& ports) const;

  NetworkPtr network_;
  PacketRoutingPtr routing_;
  std::uint64_t denominator_;
  ScratchPool<Ports> mutable ports_;
};

}  // namespace weft::routing
