// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/form/form.hpp"
#include "weft/routing/form/sample_params.hpp"
#include "weft/routing/form/shares.hpp"
#include "weft/routing/packet/shortest_paths.hpp"
#include "weft/routing/shape/route_over.hpp"

namespace weft::routing {

/// The routing `minimal`.
class Minimal {
 public:
  struct Params : SampleParams {
    MinimalChoice choice = MinimalChoice::random;
    RouteStructure structure = RouteStructure::automatic;
  };
  static constexpr std::string_view name = "minimal";
  static constexpr std::string_view aliases[] = {"min"};
  static constexpr std::string_view doc =
      "Routes along a shortest path of the working network. Hop i uses the i-th class of virtual channels (Gopal, IEEE "
      "Trans. Communications 33(12), 1985), so it needs one virtual channel per hop of the longest path. Trees, where packets go up and then down, need one. On dragonflies and PERCS, a path has at most one global channel, a random one between the two groups. This needs two virtual channels: the "
      "lower before the global channel, the upper from the global channel on (Kim, Dally, Scott & Abts, "
      "ISCA 2008). With failures, a packet uses another global channel between the two groups, and if none remains, an up*/down* path on further virtual channels.";
  static constexpr std::tuple schema = std::tuple_cat(
      std::tuple{param("choice", &Params::choice,
                       "choice among the ports on shortest paths; with structure=groups, only random"),
                 param("structure", &Params::structure,
                       "structure of the network that the routing uses: groups or a graph")
                     .formerly("over")},
      sample_schema<Params>);
  static constexpr std::array channels_only{"samples", "threshold"};
  static constexpr std::string_view needs = "any topology";
  static constexpr bool supports_failures = true;

  explicit Minimal(Params const& params) : params_(params) {}
  static void check(Params const& params);
  static Params resolved(Params params, Machine const& machine);
  bool serves(Machine const&) const { return true; }
  void require_form(Form form) const;
  std::uint32_t vcs_needed(Machine const& machine) const;
  ChannelRoutingPtr channels(Machine const& machine, VcSupply const& supply) const;
  PacketRoutingPtr packets(Machine const& machine) const;
  SharesPtr shares(Machine const& machine) const;

 private:
  bool over_groups(Machine const& machine) const;
  Params params_;
};

/// The routing `all_minimal`: every shortest path.
class AllMinimal {
 public:
  struct Params {};
  static constexpr std::string_view name = "all_minimal";
  static constexpr std::string_view doc =
      "Every shortest path between two routers carries an equal share, on any network. Each parallel channel forms a separate path.";
  static constexpr std::tuple schema{};
  static constexpr std::string_view needs = "any topology";
  static constexpr bool supports_failures = true;

  explicit AllMinimal(Params const&) {}
  bool serves(Machine const&) const { return true; }
  SharesPtr shares(Machine const& machine) const;
};

}  // namespace weft::routing
