#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/shortest_paths.hpp"
#include "weft/routing/vc/vc_routing.hpp"

namespace weft::vc {

/// The routing `minimal`.
struct Minimal {
  struct Params {
    MinimalChoice choice = MinimalChoice::random;
  };
  static constexpr std::string_view name = "minimal";
  static constexpr std::string_view doc =
      "A shortest path around what has failed, hop i in the i-th class of virtual channels (Gopal, IEEE Trans. "
      "Communications 33(12), 1985): as many virtual channels as the longest path has hops; one on trees, where "
      "packets go up and then down. On dragonflies and PERCS one global channel at most, any of those between "
      "the two groups, with two virtual channels: the lower until the global channel, the upper from it on "
      "(Kim, Dally, Scott & Abts, ISCA 2008).";
  static constexpr std::tuple schema{
      param("choice", &Params::choice,
            "which of several ports that lie on shortest paths; on dragonflies and PERCS only random"),
  };
  static constexpr std::string_view needs = "any topology";
  static constexpr bool knows_failures = true;

  explicit Minimal(Params const& params) : params_(params) {}
  bool serves(Machine const&) const { return true; }
  std::uint32_t vcs_needed(Machine const& machine) const;
  RoutingPtr bind(Machine const& machine, VcSupply const& supply) const;

 private:
  Params params_;
};

}  // namespace weft::vc
