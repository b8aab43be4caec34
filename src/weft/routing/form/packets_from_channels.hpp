#pragma once

#include <string_view>

#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/form/packet_routing.hpp"

namespace weft::routing {

/// A routing of channels as one of packets. A packet's state is its intermediate router and its phase. Virtual channels are
/// ignored, and of the candidates only those of the highest priority are given. A routing that looks at queues finds them empty.
/// Throws InputError, naming the routing, if its intermediate routers do not fit into the state.
PacketRoutingPtr packets_from_channels(std::string_view name, NetworkPtr network, ChannelRoutingPtr routing);

}  // namespace weft::routing
