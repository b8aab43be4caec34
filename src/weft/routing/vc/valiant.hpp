#pragma once

#include "weft/network/machine.hpp"
#include "weft/routing/vc/grid/grid_legs.hpp"

namespace weft::vc {

/// The routing `valiant`.
struct Valiant {
  using Params = RingParams;
  static constexpr std::string_view name = "valiant";
  static constexpr std::string_view doc =
      "By way of an intermediate router chosen uniformly at random (Valiant & Brebner, Universal schemes for "
      "parallel communication, STOC 1981): makes all traffic as good as two times uniform traffic. On grids in "
      "dimension order on either leg, each with half of the virtual channels: two on meshes, hypercubes and "
      "HyperX, four where dimensions wrap. On dragonflies and PERCS to where a global channel to a third group lands, "
      "as minimally from there (Kim, Dally, Scott & Abts, ISCA 2008): three. Elsewhere, and around failures, by "
      "shortest paths to the router of another terminal, a virtual channel for each hop; on trees one for each leg.";
  static constexpr auto schema = ring_schema;
  static constexpr std::string_view needs = "terminals that are injected where they are ejected";

  static constexpr bool knows_failures = true;

  explicit Valiant(Params const& params) : params_(params) {}
  bool serves(Machine const& machine) const { return machine.has_two_way_terminals(); }
  std::uint32_t vcs_needed(Machine const& machine) const;
  RoutingPtr bind(Machine const& machine, VcSupply const& supply) const;

 private:
  Params params_;
};

}  // namespace weft::vc
