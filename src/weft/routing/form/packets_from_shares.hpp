#pragma once

#include "weft/network/machine.hpp"
#include "weft/routing/form/packet_routing.hpp"
#include "weft/routing/form/shares.hpp"

namespace weft::routing {

/// Packets that leave every router by a channel drawn with the shares of their pair, so that each channel carries its share on
/// average. A packet's state is its source.
PacketRoutingPtr packets_from_shares(NetworkPtr network, SharesPtr shares);

}  // namespace weft::routing
