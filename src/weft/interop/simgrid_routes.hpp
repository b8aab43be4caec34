#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "weft/interop/simgrid_platform.hpp"
#include "weft/network/network.hpp"

namespace weft {

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
