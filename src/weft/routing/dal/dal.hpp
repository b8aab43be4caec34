// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "weft/network/machine.hpp"
#include "weft/routing/grid/escape_on_grid.hpp"

namespace weft::routing {

/// The routing `dal`.
struct Dal {
  struct Params {
    EscapeUse escape = EscapeUse::stay;
    std::int64_t threshold = 0;
  };
  static constexpr std::string_view name = "dal";
  static constexpr std::string_view doc =
      "Dimensionally adaptive load balancing (Ahn, Binkert, Davis, McLaren & Schreiber, HyperX: topology, "
      "routing, and packaging of efficient large-scale networks, SC 2009): every router chooses the cheapest hop. A hop either corrects a coordinate, or it is a deroute: it leads to another router along a "
      "dimension that still needs correction. Each dimension allows one deroute. A hop costs the queue at "
      "its port times the number of hops to the destination, this hop included. Virtual channel 0 is the "
      "escape channel, in dimension order, requested at low priority. Needs virtual cut-through or atomic "
      "virtual channels.";
  static constexpr std::tuple schema{
      param("escape", &Params::escape, "permission to leave the escape channel"),
      param("threshold", &Params::threshold, Range{-1e9, 1e9}, "cost added to deroutes", "flits"),
  };
  static constexpr bool adaptive = true, compares_queues = true;
  static constexpr std::string_view needs =
      "a grid with links from each router to all others along every dimension (hyperx, flattened_butterfly, ..), "
      "of at most 15 dimensions of more than two routers";

  explicit Dal(Params const& params) : params_(params) {}
  bool serves(Machine const& machine) const;
  std::uint32_t vcs_needed(Machine const&) const { return 2; }
  ChannelRoutingPtr channels(Machine const& machine, VcSupply const& supply) const;

 private:
  Params params_;
};

}  // namespace weft::routing
