#pragma once

#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/form/shares.hpp"

namespace weft::routing {

/// The shares of an oblivious routing, found by following all that it can do with its chances, pair by pair.
SharesPtr shares_from_channels(NetworkPtr network, ChannelRoutingPtr routing);

}  // namespace weft::routing
