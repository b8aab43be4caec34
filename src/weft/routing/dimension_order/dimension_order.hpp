// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/packet_routing.hpp"
#include "weft/routing/form/shares.hpp"
#include "weft/routing/grid/dimension_order_leg.hpp"

namespace weft::routing {

/// The routing `dimension_order`.
struct DimensionOrder {
  struct Params {
    RingVcs rings = RingVcs::automatic;
    RingDirection direction = RingDirection::shortest;
    /// Implemented by grid/dimension_order_leg.hpp (flits) and packet/grid_ports.cpp (rounds, loads).
    RingTie tie = RingTie::random;
  };
  static constexpr std::string_view name = "dimension_order";
  static constexpr std::string_view aliases[] = {"dor", "dim_order", "xy"};
  static constexpr std::string_view doc =
      "Corrects the coordinates one after another, lowest dimension first, each along the shorter direction "
      "(Dally & Towles, Principles and Practices of Interconnection Networks, ch. 8, 14.2). Minimal, and "
      "deterministic except for ties: halfway around a ring of even size, a packet goes in either direction. "
      "Parallel links share the load equally. Needs one virtual channel on meshes, hypercubes and HyperX, "
      "and two on dimensions that wrap (one with bubble flow control). A packet that reaches a failed link "
      "continues by an up*/down* path on a further virtual channel. On engine rounds it continues by a "
      "shortest path.";
  static constexpr std::tuple schema{
      param("rings", &Params::rings, "virtual channels of dimensions that wrap"),
      param("direction", &Params::direction, "direction of packets on a ring").formerly("way"),
      param("tie", &Params::tie, "direction on a ring if both directions are equally long"),
  };
  static constexpr std::array channels_only{"rings"};
  static constexpr std::string_view needs =
      "a grid (torus, mesh, hypercube, hyperx, .., sparse_torus, coated_mesh)";
  static constexpr bool rerouted = true;

  explicit DimensionOrder(Params const& params) : params_(params) {}
  static Params resolved(Params params, Machine const& machine);
  bool serves(Machine const& machine) const { return machine.has_grid(); }
  std::uint32_t vcs_needed(Machine const& machine) const { return leg(machine).classes(); }
  ChannelRoutingPtr channels(Machine const& machine, VcSupply const& supply) const;
  PacketRoutingPtr packets(Machine const& machine) const;
  SharesPtr shares(Machine const& machine) const;

 private:
  DimensionOrderLeg leg(Machine const& machine) const {
    auto const params = resolved(params_, machine);
    return {machine.grid(), {params.rings, params.direction, params.tie}};
  }
  Params params_;
};

}  // namespace weft::routing
