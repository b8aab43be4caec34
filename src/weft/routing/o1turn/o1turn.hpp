// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/network/machine.hpp"
#include "weft/routing/grid/grid_legs.hpp"

namespace weft::routing {

/// The routing `o1turn`.
struct O1turn {
  using Params = RingParams;
  static constexpr std::string_view name = "o1turn";
  static constexpr std::string_view aliases[] = {"xy_yx"};
  static constexpr std::string_view doc =
      "Dimension order, lowest or highest dimension first, chosen at random at the source (Seo, Ali, Lim, "
      "Rafique & Thottethodi, Near-optimal worst-case throughput routing for two-dimensional mesh networks, "
      "ISCA 2005). Minimal. Each order has half of the virtual channels: two on meshes, hypercubes and HyperX, "
      "four where dimensions wrap.";
  static constexpr auto schema = ring_schema;
  static constexpr std::array channels_only{"rings"};
  static constexpr std::string_view needs = "a grid (torus, mesh, hypercube, hyperx, ..)";

  explicit O1turn(Params const& params) : params_(params) {}
  bool serves(Machine const& machine) const { return machine.is_grid(); }
  std::uint32_t vcs_needed(Machine const& machine) const;
  ChannelRoutingPtr channels(Machine const& machine, VcSupply const& supply) const;

 private:
  std::vector<DimensionOrderLeg> legs(Machine const& machine) const;
  Params params_;
};

}  // namespace weft::routing
