#pragma once

#include <memory>

#include "weft/io/fabric/fabric.hpp"
#include "weft/network/any_topology.hpp"
#include "weft/network/network.hpp"

namespace weft {

/// A topology with the names and numbers that InfiniBand gives its parts.
struct NumberedFabric {
  std::shared_ptr<Fabric const> fabric;
  FabricNumbers numbers;
};

/// The fabric that the topology was read from. For any other topology, one with a switch for each router and
/// an adapter for each terminal: output port p of a router is port p + 1, its terminals follow, router r is
/// the switch of GUID 0x200000 + r, terminal t the adapter of GUID 0x1000000 + 2t, whose port has the next
/// GUID. Throws InputError for channels without a reverse, for terminals with two routers, and for routers of
/// more than 254 ports.
NumberedFabric fabric_of(AnyTopology const& topology);

/// The fabric without the cables that have failed in its network. A switch that has failed has none.
Fabric without_failed(NumberedFabric const& fabric, Network const& network);

}  // namespace weft
