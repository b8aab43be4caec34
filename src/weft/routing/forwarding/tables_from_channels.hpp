#pragma once

#include <string_view>

#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/forwarding/routing_tables.hpp"

namespace weft::routing {

/// A routing of channels as switches hold it, if its next hop depends on the router and the destination only.
/// The service level of a pair is its virtual channel, if that does not change on the way. Routers that no
/// path passes have no entry. Throws InputError, naming the routing and two routes that disagree, for any
/// other routing.
RoutingTables tables_from_channels(std::string_view name, NumberedFabric const& fabric,
                                   Network const& network, ChannelRouting const& routing, FabricEnds ends);

}  // namespace weft::routing
