// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "weft/io/fabric/fabric.hpp"
#include "weft/network/any_topology.hpp"
#include "weft/network/network.hpp"

namespace weft {

/// A topology with the InfiniBand names and numbers of its parts.
struct NumberedFabric {
  std::shared_ptr<Fabric const> fabric;
  FabricNumbers numbers;
};

/// Returns the fabric from which the topology was read. For any other topology, returns a fabric with a
/// switch for each router and an adapter for each terminal: output port p of a router is port p + 1, followed
/// by its terminals; router r is the switch with GUID 0x200000 + r, terminal t the adapter with GUID
/// 0x1000000 + 2t, and the port of the adapter has the next GUID. Throws InputError for channels without a
/// reverse, for terminals that are injected and ejected at different routers, and for routers that are not
/// switches (numbered_switch).
NumberedFabric fabric_of(AnyTopology const& topology);

/// Returns the fabric without the cables that have failed in `network`. All cables of a failed switch are
/// removed.
Fabric without_failed(NumberedFabric const& fabric, Network const& network);

/// Returns the fabric with its physical cables, for files: hosts that are vertices of the topology are
/// adapters, not switches. Omits the failed parts of `network`, which may be null.
Fabric wired_fabric(AnyTopology const& topology, Network const* network);

/// Returns the approximate memory, in bytes, of the names and cables of a fabric and of the hops between its
/// switches.
constexpr std::uint64_t bytes_of_fabric(NetworkSize const& size) {
  constexpr std::uint64_t per_router = 400, per_terminal = 600, per_channel = 150;
  return per_router * size.routers + per_terminal * size.terminals + per_channel * size.channels +
         size.routers * size.routers;
}

}  // namespace weft
