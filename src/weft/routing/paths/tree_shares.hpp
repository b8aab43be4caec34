#pragma once

#include <cstdint>
#include <vector>

#include "weft/network/machine.hpp"
#include "weft/routing/form/shares.hpp"

namespace weft::routing {

/// Throws std::logic_error unless the routing has no state, one candidate per head, and knows its hops exactly.
void require_tree(PacketRouting const& routing);

/// The channels that share what takes `first`: the ports from it on that lead to the same router, if the routing draws
/// among parallel channels.
std::uint32_t parallel_channels(Network const& network, ChannelIndex first, PacketRouting const& routing);
/// All shares of a routing with one path per pair, but for ties and parallel channels, are multiples of 1 / this.
std::uint64_t tree_denominator(Network const& network, PacketRouting const& routing);

/// A routing of packets with one path per pair, but for ties and parallel channels, which share alike.
class TreeShares final : public Shares {
 public:
  TreeShares(NetworkPtr network, PacketRoutingPtr routing);
  std::uint64_t denominator() const override { return denominator_; }
  bool append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const override;
  PathStructure structure() const override { return {.tree = routing_}; }

 private:
  struct Part {
    RouterId at;
    std::uint64_t numerator;
  };
  PortId next(RouterId at, std::uint32_t encoded, std::uint64_t draw) const;
  NetworkPtr network_;
  PacketRoutingPtr routing_;
  std::uint64_t denominator_;
};

}  // namespace weft::routing
