// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/graph/graph_file.hpp"
#include "weft/interop/simgrid_platform.hpp"
#include "weft/network/network.hpp"

namespace weft {

/// The properties of a link of bandwidth 1 and of a host on SimGrid's platform.
struct SimgridUnits {
  double bandwidth = 1e9;  ///< bytes per second
  double latency = 1e-6;   ///< seconds
  double speed = 1e9;      ///< flop per second
};

/// How a platform with one zone begins, and how it ends. `routing`: the zone's.
std::string simgrid_head(std::string_view routing);
inline constexpr std::string_view simgrid_tail = "  </zone>\n</platform>\n";

/// Writes the network as a platform of SimGrid (simgrid.org, XML version 4.1), piece by piece to `take`: a
/// host `h0`, `h1`, .. per terminal and a router `r0`, `r1`, .. per router; links as `l0`, .., split into
/// both directions if the network is undirected; SimGrid finds shortest routes. SimGrid has one route between
/// two routers and none from a router to itself. So Weft merges parallel links and omits loops; it returns
/// one sentence about each.
std::vector<std::string> write_simgrid_platform(GraphFile const& graph, SimgridUnits const& units,
                                                std::function<void(std::string_view)> const& take);

/// The channels from the router where a terminal injects to the one where `to` ejects.
struct TerminalRoute {
  TerminalId to;
  std::vector<ChannelIndex> channels;
};

/// Writes the network as a platform of SimGrid with a route for every pair of terminals (routing `Full`),
/// piece by piece to `take`: a host `h0`, `h1`, .. per terminal, a link `c0`, `c1`, .. per channel, and per
/// terminal the links `i0`, .. into the network and `o0`, .. out of it. SimGrid takes these routes and no
/// others. `routes_from` gives those of a terminal to the others that it reaches; it is called once for each.
void write_simgrid_routes(Network const& network, SimgridUnits const& units,
                          std::function<std::vector<TerminalRoute>(TerminalId)> const& routes_from,
                          std::function<void(std::string_view)> const& take);

}  // namespace weft
