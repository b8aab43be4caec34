// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/io/route_list.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"

namespace weft::routing {

/// The routing `table`: routes from a file.
class Table {
 public:
  struct Params {
    std::string file;
  };
  static constexpr std::string_view name = "table";
  static constexpr std::string_view doc =
      "Routes listed in a file, on any network. A line is a route: the routers that it visits, by number, or by "
      "name where the routers have names. Lines of the same pair share its traffic; `weight=3` at the end of a line gives it three shares. `router:vc` sets the virtual channel on which packets arrive at the router; by default they arrive on channel 0, or on all if the file sets none; `router@port` sets the output port of the previous router, if several lead there. `#` begins a comment. Weft rejects a route that visits a router twice or uses a channel that does not exist, and traffic between routers without a route; engine flit counts such packets as unreachable. `weft deadlock --routes` reads the "
      "same files.";
  static constexpr std::tuple schema{
      param("file", &Params::file, "path to the file of routes").required(),
  };
  static constexpr std::string_view needs = "any topology";

  explicit Table(Params const& params) : params_(params) {}
  bool serves(Machine const&) const { return true; }
  std::uint32_t vcs_needed(Machine const& machine) const;
  ChannelRoutingPtr channels(Machine const& machine, VcSupply const& supply) const;

 private:
  Params params_;
};

/// Returns the description of the network that reading routes from a file requires. Failed channels do not
/// exist.
RouteGround route_ground(Network const& network, std::vector<std::string> names);

}  // namespace weft::routing
