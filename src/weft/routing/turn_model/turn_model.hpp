// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "weft/network/machine.hpp"
#include "weft/routing/form/sample_params.hpp"
#include "weft/routing/grid/escape_on_grid.hpp"

namespace weft::routing {

/// The turns that the routing forbids.
enum class ForbiddenTurns : std::uint8_t { west_first, north_last, negative_first, odd_even };

}  // namespace weft::routing

namespace weft {
template <>
inline constexpr EnumValue<routing::ForbiddenTurns> enum_values<routing::ForbiddenTurns>[] = {
    {"west_first", routing::ForbiddenTurns::west_first,
     "hops in the minus direction come first, in all dimensions but the last (all-but-one-negative-first)"},
    {"north_last", routing::ForbiddenTurns::north_last,
     "hops in the plus direction come last, in all dimensions but the first (all-but-one-positive-last)"},
    {"negative_first", routing::ForbiddenTurns::negative_first,
     "hops in minus directions come first; on hypercubes: p-cube"},
    {"odd_even", routing::ForbiddenTurns::odd_even,
     "eastbound packets do not turn in even columns, and packets do not turn west in odd columns (Chiu, IEEE "
     "TPDS 11(7), 2000); at most two dimensions"},
};
}  // namespace weft

namespace weft::routing {

/// The routing `turn_model`.
struct TurnModel {
  struct Params : SampleParams {
    ForbiddenTurns model = ForbiddenTurns::west_first;
    PortSelection selection = PortSelection::all;
  };
  static constexpr std::string_view name = "turn_model";
  static constexpr std::string_view doc =
      "Adaptive without escape channels: some turns are forbidden, so that channel dependencies are acyclic "
      "(Glass & Ni, The turn model for adaptive routing, ISCA 1992). Minimal. Needs one virtual channel. For "
      "meshes and hypercubes.";
  static constexpr std::tuple schema = std::tuple_cat(
      std::tuple{
          param("model", &Params::model, "rule that forbids turns"),
          param("selection", &Params::selection, "selection of the requested ports among the allowed ones")},
      sample_schema<Params>);
  static constexpr bool adaptive = true;
  static constexpr std::string_view needs =
      "a grid without dimensions that wrap (mesh, hypercube, ..); model=odd_even: at most two dimensions";

  explicit TurnModel(Params const& params) : params_(params) {}
  static void check(Params const& params);
  bool serves(Machine const& machine) const;
  std::uint32_t vcs_needed(Machine const&) const { return 1; }
  ChannelRoutingPtr channels(Machine const& machine, VcSupply const& supply) const;

 private:
  Params params_;
};

}  // namespace weft::routing
