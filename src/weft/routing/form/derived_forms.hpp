// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/form/packet_routing.hpp"
#include "weft/routing/form/shares.hpp"

namespace weft::routing {

/// Converts a channel routing to a packet routing. The state of a packet is its intermediate router and its
/// phase. Virtual channels are ignored, and only candidates of the highest priority are used. A routing that
/// uses queues observes empty queues. Throws InputError, naming the routing, if its intermediate routers do
/// not fit into the state.
PacketRoutingPtr packets_from_channels(std::string_view name, NetworkPtr network, ChannelRoutingPtr routing);

/// Makes a packet routing from shares: at every router, a packet draws its channel with the shares of its
/// pair as weights. Each channel carries its share on average. The state of a packet is its source.
PacketRoutingPtr packets_from_shares(NetworkPtr network, SharesPtr shares);

/// Computes the shares of an oblivious routing, from all its moves with their probabilities, pair by pair.
SharesPtr shares_from_channels(NetworkPtr network, ChannelRoutingPtr routing);

}  // namespace weft::routing
