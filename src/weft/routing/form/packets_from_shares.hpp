#pragma once

#include "weft/network/machine.hpp"
#include "weft/routing/form/packet_routing.hpp"
#include "weft/routing/form/shares.hpp"

namespace weft::routing {

/// At every router, a packet draws its channel with the shares of its pair as weights. Each channel carries its share on
/// average. A packet's state is its source.
PacketRoutingPtr packets_from_shares(NetworkPtr network, SharesPtr shares);

}  // namespace weft::routing
