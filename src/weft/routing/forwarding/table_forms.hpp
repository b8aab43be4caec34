// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/form/shares.hpp"
#include "weft/routing/forwarding/routing_tables.hpp"

/// Forms of a routing that is defined by the tables of switches, with their service levels and virtual lanes.
/// A virtual lane is the virtual channel of that number.
namespace weft::routing {

using RoutingTablesPtr = std::shared_ptr<RoutingTables const>;

/// Returns the highest used lane plus 1; no_vcs_suffice if packets can wait for each other in a cycle.
std::uint32_t vcs_of_tables(RoutingTables const& tables, Network const& network);

/// Makes the channel form. A router reaches a terminal if no packet on the path is dropped, for any source
/// there. Throws InputError for too few virtual channels.
ChannelRoutingPtr channels_of_tables(std::string_view name, NetworkPtr network, RoutingTablesPtr tables,
                                     VcSupply const& supply);

SharesPtr shares_of_tables(NetworkPtr network, RoutingTablesPtr tables);

}  // namespace weft::routing
