// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/form/packet_routing.hpp"
#include "weft/routing/form/shares.hpp"

namespace weft::routing {

/// A routing of channels as one of packets. A packet's state is its intermediate router and its phase.
/// Virtual channels are ignored, and only the candidates of the highest priority remain. A routing that uses
/// queues finds them empty. Throws InputError, naming the routing, if its intermediate routers do not fit
/// into the state.
PacketRoutingPtr packets_from_channels(std::string_view name, NetworkPtr network, ChannelRoutingPtr routing);

/// At every router, a packet draws its channel with the shares of its pair as weights. Each channel carries
/// its share on average. A packet's state is its source.
PacketRoutingPtr packets_from_shares(NetworkPtr network, SharesPtr shares);

/// The shares of an oblivious routing, from all its moves with their probabilities, pair by pair.
SharesPtr shares_from_channels(NetworkPtr network, ChannelRoutingPtr routing);

}  // namespace weft::routing
