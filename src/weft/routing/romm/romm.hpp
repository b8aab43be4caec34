// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/network/machine.hpp"
#include "weft/routing/grid/grid_legs.hpp"

namespace weft::routing {

/// The routing `romm`.
struct Romm {
  using Params = RingParams;
  static constexpr std::string_view name = "romm";
  static constexpr std::string_view doc =
      "Randomized, oblivious, multi-phase, minimal (Nesson & Johnsson, ROMM routing on mesh and torus "
      "networks, SPAA 1995), in two phases: first to a router chosen uniformly at random in the box that the "
      "source and the destination span, then to the destination. Each phase runs in dimension order. "
      "Minimal. Each phase has half of the virtual channels: two on meshes, hypercubes and HyperX, four "
      "where dimensions wrap.";
  static constexpr auto schema = ring_schema;
  static constexpr std::array channels_only{"rings"};
  static constexpr std::string_view needs = "a grid (torus, mesh, hypercube, hyperx, ..)";

  explicit Romm(Params const& params) : params_(params) {}
  bool serves(Machine const& machine) const { return machine.is_grid(); }
  std::uint32_t vcs_needed(Machine const& machine) const;
  ChannelRoutingPtr channels(Machine const& machine, VcSupply const& supply) const;

 private:
  Params params_;
};

}  // namespace weft::routing
