#pragma once

#include <tuple>

#include "weft/network/machine.hpp"
#include "weft/routing/vc/grid/adaptive_choice.hpp"
#include "weft/routing/vc/grid/dimension_order_leg.hpp"

namespace weft::vc {

/// The routing `minimal_adaptive`.
struct MinimalAdaptive {
  struct Params {
    PortSelection selection = PortSelection::all;
    EscapeUse escape = EscapeUse::stay;
    RingVcs rings = RingVcs::balanced;
    RingTie tie = RingTie::random;
  };
  static constexpr std::string_view name = "minimal_adaptive";
  static constexpr std::string_view doc =
      "Any way that leads nearer, on any virtual channel but the lowest, which are the escape channels: dimension "
      "order, asked for at low priority (Duato, A new theory of deadlock-free adaptive routing in wormhole "
      "networks, IEEE TPDS 4(12), 1993). Minimal. Two virtual channels on meshes, hypercubes and HyperX; three "
      "where dimensions wrap, two with bubble flow control (Puente et al., The adaptive bubble router, JPDC 2001); "
      "with virtual cut-through or atomic virtual channels.";
  static constexpr std::tuple schema{
      param("selection", &Params::selection, "which of the ports that lead nearer a packet asks for"),
      param("escape", &Params::escape, "whether packets leave the escape channels again"),
      param("rings", &Params::rings, "escape channels of dimensions that wrap"),
      param("tie", &Params::tie, "which way round a ring if both are equally long, on the escape channels"),
  };
  static constexpr std::string_view needs = "a grid (torus, mesh, hypercube, hyperx, ..)";

  explicit MinimalAdaptive(Params const& params) : params_(params) {}
  bool serves(Machine const& machine) const { return machine.grid() != nullptr; }
  std::uint32_t vcs_needed(Machine const& machine) const { return escape_leg(machine).classes() + 1; }
  RoutingPtr bind(Machine const& machine, VcSupply const& supply) const;

 private:
  DimensionOrderLeg escape_leg(Machine const& machine) const {
    return {machine.grid(), {.rings = params_.rings, .tie = params_.tie}};
  }
  Params params_;
};

}  // namespace weft::vc
