// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/form/packet_routing.hpp"
#include "weft/routing/form/shares.hpp"

namespace weft::routing {

/// Converts a channel routing to a packet routing. The state of a packet consists of its intermediate router
/// and its phase. Virtual channels are ignored, and only candidates of the highest priority are used. A
/// routing that uses queues observes empty queues. Throws InputError, naming the routing, if the state cannot
/// represent all intermediate routers.
PacketRoutingPtr packets_from_channels(std::string_view name, NetworkPtr network, ChannelRoutingPtr routing);

/// Converts shares to a packet routing: at every router, a packet draws its channel, weighted by the shares
/// of its pair. The mean frequency of each channel equals its share. The state of a packet is its source
/// router.
PacketRoutingPtr packets_from_shares(NetworkPtr network, SharesPtr shares);

/// Computes the shares of an oblivious routing, pair by pair, from all its moves and their probabilities.
SharesPtr shares_from_channels(NetworkPtr network, ChannelRoutingPtr routing);

}  // namespace weft::routing
