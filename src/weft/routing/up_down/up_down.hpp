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
#include "weft/routing/up_down/up_levels.hpp"

namespace weft::routing {

/// Selection among shortest up*/down* paths.
enum class PathDraw : std::uint8_t { random, lowest, adaptive, even };

}  // namespace weft::routing

namespace weft {
template <>
inline constexpr EnumValue<routing::PathDraw> enum_values<routing::PathDraw>[] = {
    {"random", routing::PathDraw::random, "at each router any port on a shortest path, uniformly at random"},
    {"lowest", routing::PathDraw::lowest, "at each router the lowest port on a shortest path"},
    {"adaptive", routing::PathDraw::adaptive,
     "at each router, the port with the shorter queue of two randomly drawn ports on shortest paths "
     "(see samples)"},
    {"even", routing::PathDraw::even, "all paths share the traffic equally; only for exact loads"},
};
}  // namespace weft

namespace weft::routing {

/// The routing `up_down`.
class UpDown {
 public:
  struct Params : SampleParams {
    UpOrder up = UpOrder::automatic;
    std::int64_t root = -1;
    PathDraw choice = PathDraw::random;
  };
  static constexpr std::string_view name = "up_down";
  static constexpr std::string_view doc =
      "up*/down* on any network of links (Schroeder et al., Autonet, IEEE J. Selected Areas in "
      "Communications 9(8), 1991): packets take channels up, then channels down, along a shortest path "
      "of this form that avoids failures. In trees, fat or not, paths go through the nearest common "
      "ancestors. If two linked routers are on the same level, the one with the lower number is above. "
      "Needs one virtual channel. Paths may be longer than the shortest, and channels near the root "
      "carry the most traffic.";
  static constexpr std::tuple schema = std::tuple_cat(
      std::tuple{param("up", &Params::up, "rule for the upper one of two linked routers"),
                 param("root", &Params::root, Range{-1, 4294967294},
                       "with up=root: root of the tree; -1: the router with the most channels"),
                 param("choice", &Params::choice, "selection among the shortest up*/down* paths")},
      sample_schema<Params>);
  static constexpr std::string_view needs = "a topology in which every channel has a reverse";
  static constexpr bool supports_failures = true;

  explicit UpDown(Params const& params) : params_(params) {}
  static void check(Params const& params);
  static Params resolved(Params params, Machine const& machine);
  bool serves(Machine const& machine) const { return machine.bidirectional(); }
  void require_form(Form form) const;
  std::uint32_t vcs_needed(Machine const&) const { return 1; }
  ChannelRoutingPtr channels(Machine const& machine, VcSupply const& supply) const;
  SharesPtr shares(Machine const& machine) const;

 private:
  std::vector<std::uint32_t> levels(Machine const& machine) const;
  Params params_;
};

}  // namespace weft::routing
