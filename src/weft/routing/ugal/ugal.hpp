#pragma once

#include <tuple>

#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/grid/grid_legs.hpp"
#include "weft/routing/ugal/ugal_params.hpp"

namespace weft::routing {

/// The routing `ugal`.
struct Ugal {
  struct Params : UgalParams, RingParams {};
  static constexpr std::string_view name = "ugal";
  static constexpr std::string_view doc =
      "Universal globally-adaptive load balancing (Singh, Load-balanced routing in interconnection networks, "
      "PhD thesis, Stanford 2005; Kim, Dally & Abts, Flattened butterfly, ISCA 2007): the source chooses the "
      "minimal path, or the path through a random router if its queues are shorter. On grids, packets follow "
      "dimension order, and each leg has half of the virtual channels: two on meshes, hypercubes and HyperX, "
      "four where dimensions wrap. On dragonflies, PERCS and any other network, paths and virtual channels "
      "are those of valiant.";
  static constexpr auto schema = std::tuple_cat(ugal_schema, ring_schema);
  static constexpr bool adaptive = true, looks_at_queues = true;
  static constexpr std::string_view needs = "terminals that inject and eject at the same router";
  static constexpr bool knows_failures = true;

  explicit Ugal(Params const& params) : params_(params) {}
  static Params resolved(Params params, Machine const& machine);
  /// The structure of the network that the routing uses, in words.
  static char const* structure(Machine const& machine);
  bool serves(Machine const& machine) const { return machine.has_two_way_terminals(); }
  std::uint32_t vcs_needed(Machine const& machine) const;
  ChannelRoutingPtr channels(Machine const& machine, VcSupply const& supply) const;

 private:
  Params params_;
};

}  // namespace weft::routing
