#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/shortest_paths.hpp"
#include "weft/routing/vc/vc_routing.hpp"

namespace weft::vc {

/// The routing `up_down`.
struct UpDown {
  struct Params {
    std::int64_t root = -1;
    MinimalChoice choice = MinimalChoice::random;
  };
  static constexpr std::string_view name = "up_down";
  static constexpr std::string_view doc =
      "up*/down* on any network of links (Schroeder et al., Autonet, IEEE J. Selected Areas in Communications 9(8), "
      "1991): first channels towards the root of a breadth-first tree, then channels away from it, by a shortest such "
      "way, around what has failed. One virtual channel. Ways may be longer than shortest, and those near the root "
      "carry the most.";
  static constexpr std::tuple schema{
      param("root", &Params::root, Range{-1, 4294967294},
            "root of the tree; -1: the router with the most channels"),
      param("choice", &Params::choice, "which of several ports that lie on shortest such ways"),
  };
  static constexpr std::string_view needs = "a topology whose channels all have a reverse";
  static constexpr bool knows_failures = true;

  explicit UpDown(Params const& params) : params_(params) {}
  bool serves(Machine const& machine) const { return machine.bidirectional(); }
  std::uint32_t vcs_needed(Machine const&) const { return 1; }
  RoutingPtr bind(Machine const& machine, VcSupply const& supply) const;

 private:
  Params params_;
};

}  // namespace weft::vc
