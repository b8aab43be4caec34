// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/network/machine.hpp"

namespace weft::routing {

/// Network structure that a routing uses.
enum class RouteStructure : std::uint8_t { automatic, grid, groups, graph };

}  // namespace weft::routing

namespace weft {
template <>
inline constexpr EnumValue<routing::RouteStructure> enum_values<routing::RouteStructure>[] = {
    {"automatic", routing::RouteStructure::automatic,
     "grid or groups if the topology has that structure, else graph; also graph on a grid with failures"},
    {"grid", routing::RouteStructure::grid, "dimension order on a grid"},
    {"groups", routing::RouteStructure::groups,
     "groups of routers (dragonfly, PERCS): at most one global channel per leg"},
    {"graph", routing::RouteStructure::graph, "shortest paths on the graph"},
};
}  // namespace weft

namespace weft::routing {

/// Returns `structure`, with `automatic` replaced by the structure of the machine: grids with failures are
/// routed as graphs, whereas routings on groups are rerouted. Throws InputError if the network does not have
/// the structure.
RouteStructure resolve_structure(std::string_view routing, RouteStructure structure, Machine const& machine);

/// Returns the routers from which intermediate routers in a graph are drawn: the router of each terminal or,
/// if it is a host, the routers at the other ends of its channels. A router may occur several times.
std::vector<std::uint32_t> intermediate_routers(Network const& network);
/// Returns the number of occurrences of each router in intermediate_routers().
std::vector<std::uint32_t> intermediate_weights(Network const& network);

}  // namespace weft::routing
