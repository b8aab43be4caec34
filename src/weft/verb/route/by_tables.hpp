#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/result.hpp"
#include "weft/network/layout.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"
#include "weft/routing/forwarding/routing_tables.hpp"

namespace weft::verb {

/// Adds the table `route` of a packet under a routing by tables, hop by hop with the names and ports of the
/// switches, its service level and its virtual lanes; the answer, if the packet does not arrive. Returns the
/// routers of its path, that of the sender first.
std::vector<std::uint32_t> add_route_by_tables(routing::RoutingTables const& tables,
                                               NumberedFabric const& fabric, AnyTopology const& topology,
                                               Network const& network, LayoutParams const& layout,
                                               TerminalId from, TerminalId to, Result& result);

}  // namespace weft::verb
