#pragma once

#include "weft/network/geometry/grid_geometry.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/vc/ugal_params.hpp"
#include "weft/routing/vc/vc_routing.hpp"

namespace weft::vc {

/// The routing `ugal`.
struct Ugal {
  using Params = UgalParams;
  static constexpr std::string_view name = "ugal";
  static constexpr std::string_view doc =
      "Universal globally-adaptive load balancing (Singh, Load-balanced routing in interconnection networks, "
      "PhD thesis, Stanford 2005; Kim, Dally & Abts, Flattened butterfly, ISCA 2007): at the source the minimal "
      "way, or the one by a router chosen at random if its queues are shorter. On HyperX and flattened butterflies in "
      "dimension order, each leg with half of the virtual channels; on dragonflies, PERCS and any other network as "
      "valiant, with as many virtual channels.";
  static constexpr auto schema = ugal_schema;
  static constexpr std::string_view needs =
      "no rings or paths to go the long way round, and terminals that are injected where they are ejected";

  static constexpr bool knows_failures = true;

  explicit Ugal(Params const& params) : params_(params) {}
  bool serves(Machine const& machine) const {
    return machine.grid() != nullptr ? machine.grid()->is_hamming() : machine.has_two_way_terminals();
  }
  std::uint32_t vcs_needed(Machine const& machine) const;
  RoutingPtr bind(Machine const& machine, VcSupply const& supply) const;

 private:
  Params params_;
};

}  // namespace weft::vc
