#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/vc/grid/dimension_order_leg.hpp"

namespace weft::vc {

/// The routing `dimension_order`.
struct DimensionOrder {
  struct Params {
    RingVcs rings = RingVcs::balanced;
    RingWay way = RingWay::shortest;
    RingTie tie = RingTie::random;
  };
  static constexpr std::string_view name = "dimension_order";
  static constexpr std::string_view doc =
      "Corrects the coordinates one after the other, lowest dimension first, each by the shorter way (Dally "
      "& Towles, Principles and Practices of Interconnection Networks, ch. 8, 14.2). Deterministic but for ties, "
      "minimal. One virtual channel on meshes, hypercubes and HyperX; two on dimensions that wrap, one with bubble "
      "flow control.";
  static constexpr std::tuple schema{
      param("rings", &Params::rings, "virtual channels of dimensions that wrap"),
      param("way", &Params::way, "which way round a ring"),
      param("tie", &Params::tie, "which way if both are equally long"),
  };
  static constexpr std::string_view needs = "a grid (torus, mesh, hypercube, hyperx, ..)";

  explicit DimensionOrder(Params const& params) : params_(params) {}
  bool serves(Machine const& machine) const { return machine.grid() != nullptr; }
  std::uint32_t vcs_needed(Machine const& machine) const { return leg(machine).classes(); }
  RoutingPtr bind(Machine const& machine, VcSupply const& supply) const;

 private:
  DimensionOrderLeg leg(Machine const& machine) const {
    return {machine.grid(), {params_.rings, params_.way, params_.tie}};
  }
  Params params_;
};

}  // namespace weft::vc
