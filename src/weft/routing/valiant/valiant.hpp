// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <tuple>

#include "weft/network/machine.hpp"
#include "weft/routing/form/packet_routing.hpp"
#include "weft/routing/form/shares.hpp"
#include "weft/routing/grid/grid_legs.hpp"
#include "weft/routing/shape/route_over.hpp"

namespace weft::routing {

/// The routing `valiant`.
class Valiant {
 public:
  struct Params : RingParams {
    RouteStructure structure = RouteStructure::automatic;
  };
  static constexpr std::string_view name = "valiant";
  static constexpr std::string_view aliases[] = {"val", "vlb"};
  static constexpr std::string_view doc =
      "Routes through an intermediate router chosen at random (Valiant & Brebner, Universal schemes for parallel "
      "communication, STOC 1981): any traffic loads the network like twice uniform traffic. On grids the "
      "intermediate router is any router. Each leg runs in dimension order with half of the virtual "
      "channels: two in total on meshes, hypercubes and HyperX, four where dimensions wrap. On dragonflies "
      "and PERCS the intermediate router is the end of a global channel to a third group; from there the path is minimal (Kim, Dally, Scott & Abts, ISCA 2008). This needs three virtual channels. "
      "With failures, a packet uses another third group, or another of its global channels; if none is left, and after the intermediate router, see minimal. "
      "Elsewhere, and on grids with failures, the intermediate router is the router of another terminal, or for a host, a router linked to it: hosts do not forward. Each leg follows "
      "random shortest paths, with a virtual channel for each hop; on trees, for each leg.";
  static constexpr auto schema = std::tuple_cat(
      ring_schema,
      std::tuple{param("structure", &Params::structure, "structure of the network that the routing uses")
                     .formerly("over")});
  static constexpr std::array channels_only{"rings"};
  static constexpr std::string_view needs = "terminals that inject and eject at the same router";
  static constexpr bool supports_failures = true;

  explicit Valiant(Params const& params) : params_(params) {}
  static Params resolved(Params params, Machine const& machine);
  bool serves(Machine const& machine) const { return machine.has_two_way_terminals(); }
  std::uint32_t vcs_needed(Machine const& machine) const;
  ChannelRoutingPtr channels(Machine const& machine, VcSupply const& supply) const;
  PacketRoutingPtr packets(Machine const& machine) const;
  SharesPtr shares(Machine const& machine) const;

 private:
  RouteStructure structure(Machine const& machine) const { return resolved(params_, machine).structure; }
  Params params_;
};

}  // namespace weft::routing
