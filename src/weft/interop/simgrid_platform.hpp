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

/// Properties of a link of bandwidth 1 and of a host of a SimGrid platform.
struct SimgridUnits {
  double bandwidth = 1e9;  ///< bytes per second
  double latency = 1e-6;   ///< seconds
  double speed = 1e9;      ///< flop per second
};

/// Returns the beginning of a platform with one zone, which ends with `simgrid_tail`. `routing`: routing of
/// the zone.
std::string simgrid_head(std::string_view routing);
inline constexpr std::string_view simgrid_tail = "  </zone>\n</platform>\n";

/// Writes the network as a SimGrid platform (simgrid.org, XML version 4.1) to `take`, piece by piece: a host
/// `h0`, `h1`, .. per terminal and a router `r0`, `r1`, .. per router; links `l0`, .., split into both
/// directions if the network is undirected; SimGrid computes shortest routes. SimGrid supports one route
/// between two routers and none from a router to itself, so Weft merges parallel links and omits loops.
/// Returns one sentence about each.
std::vector<std::string> write_simgrid_platform(GraphFile const& graph, SimgridUnits const& units,
                                                std::function<void(std::string_view)> const& take);

/// A route of a terminal: the channels from its injection router to the ejection router of `to`.
struct TerminalRoute {
  TerminalId to;
  std::vector<ChannelIndex> channels;
};

/// Writes the network as a SimGrid platform with a route for every pair of terminals (routing `Full`) to
/// `take`, piece by piece: a host `h0`, `h1`, .. per terminal, a link `c0`, `c1`, .. per channel, and per
/// terminal the links `i0`, .. into the network and `o0`, .. out of it. SimGrid uses only these routes.
/// `routes_from` returns the routes of a terminal to the others that it reaches; it is called once per
/// terminal.
void write_simgrid_routes(Network const& network, SimgridUnits const& units,
                          std::function<std::vector<TerminalRoute>(TerminalId)> const& routes_from,
                          std::function<void(std::string_view)> const& take);

}  // namespace weft
