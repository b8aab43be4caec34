// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "weft/network/machine.hpp"
#include "weft/routing/form/packet_routing.hpp"
#include "weft/routing/form/sample_params.hpp"
#include "weft/routing/grid/escape_on_grid.hpp"
#include "weft/routing/grid/grid_legs.hpp"

namespace weft::routing {

/// The routing `minimal_adaptive`.
struct MinimalAdaptive {
  struct Params : RingParams, SampleParams {
    PortSelection selection = PortSelection::all;
    EscapeUse escape = EscapeUse::stay;
  };
  static constexpr std::string_view name = "minimal_adaptive";
  static constexpr std::string_view doc =
      "Any productive port, on any virtual channel except the lowest ones. These are the escape "
      "channels, requested at low priority (Duato, A new theory of deadlock-free adaptive routing in "
      "wormhole networks, IEEE TPDS 4(12), 1993). Needs virtual cut-through or atomic virtual channels. On "
      "grids, packets escape in dimension order, and all paths are minimal. Meshes, hypercubes and HyperX "
      "need two virtual channels. Dimensions that wrap need three, or two with bubble flow control (Puente "
      "et al., The adaptive bubble router, JPDC 2001). On other topologies, and with failures, packets escape by "
      "up*/down* paths, which may be longer (Silla & Duato, High-performance routing in networks of "
      "workstations with irregular topology, IEEE TPDS 11(7), 2000). This needs two virtual channels.";
  static constexpr std::tuple schema = std::tuple_cat(
      std::tuple{
          param("selection", &Params::selection,
                "selection of the requested ports among the productive ports"),
          param("escape", &Params::escape, "permission to leave the escape channels; `leave` is for grids"),
          param("rings", &Params::rings, "escape channels of dimensions that wrap"),
          param("tie", &Params::tie,
                "direction on a ring if both directions are equally long, on the "
                "escape channels")},
      sample_schema<Params>);
  static constexpr std::array channels_only{"escape", "rings", "tie", "samples", "threshold"};
  static constexpr bool adaptive = true;
  static constexpr std::string_view needs = "a topology in which every channel has a reverse";
  static constexpr bool supports_failures = true;

  explicit MinimalAdaptive(Params const& params) : params_(params) {}
  static void check(Params const& params);
  static Params resolved(Params params, Machine const& machine);
  bool serves(Machine const& machine) const { return machine.bidirectional(); }
  std::uint32_t vcs_needed(Machine const& machine) const;
  ChannelRoutingPtr channels(Machine const& machine, VcSupply const& supply) const;
  PacketRoutingPtr packets(Machine const& machine) const;

 private:
  Params params_;
};

}  // namespace weft::routing
