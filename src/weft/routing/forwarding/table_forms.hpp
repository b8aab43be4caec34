// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/form/shares.hpp"
#include "weft/routing/forwarding/routing_tables.hpp"

/// Forms of a routing that is defined by switch tables, with service levels and virtual lanes. Virtual lane i
/// is virtual channel i.
namespace weft::routing {

using RoutingTablesPtr = std::shared_ptr<RoutingTables const>;

/// Returns 1 + the highest lane in use; no_vcs_suffice if packets can wait for one another in a cycle.
std::uint32_t vcs_of_tables(RoutingTables const& tables, Network const& network);

/// Creates the channel form. A router reaches a terminal if no packets from the terminals of the router are
/// dropped on the path. Throws InputError if the virtual channels do not suffice.
ChannelRoutingPtr channels_of_tables(std::string_view name, NetworkPtr network, RoutingTablesPtr tables,
                                     VcSupply const& supply);

SharesPtr shares_of_tables(NetworkPtr network, RoutingTablesPtr tables);

}  // namespace weft::routing
