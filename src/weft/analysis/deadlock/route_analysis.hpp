// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/analysis/deadlock/dependency_graph.hpp"
#include "weft/analysis/deadlock/legs.hpp"
#include "weft/routing/layered/layering.hpp"

namespace weft::deadlock {

/// Routes as sequences of virtual channels.
struct VcRoutes {
  std::vector<VirtualChannel> hops;   ///< hops of the first route, then of the second, ..
  std::vector<std::size_t> first{0};  ///< start of the hops of each route, followed by the number of hops

  std::size_t size() const { return first.size() - 1; }
  std::span<VirtualChannel const> operator[](std::size_t route) const {
    return std::span(hops).subspan(first[route], first[route + 1] - first[route]);
  }
  void add(std::span<VirtualChannel const> route) {
    hops.insert(hops.end(), route.begin(), route.end());
    first.push_back(hops.size());
  }
};

/// The analysis of a set of routes.
struct RouteAnalysis {
  /// A step of a cycle of virtual channels: a packet on `route` holds `held` and waits for `requested`.
  struct Step {
    VirtualChannel held, requested;
    std::size_t route = 0;  ///< the first route with this dependency
  };
  std::uint64_t channels = 0, dependencies = 0;
  CycleFacts cycles;
  std::vector<Step> cycle;  ///< a shortest cycle; empty if the routes are free of deadlock
};

/// Analyzes packets that use exactly the given routes (Dally & Seitz, 1987).
RouteAnalysis analyze(VcRoutes const& routes, Progress& progress = no_progress());

/// Returns the routes as sequences of channels, without virtual channels.
routing::RouteSet without_vcs(VcRoutes const& routes);

/// The routes of a routing with a single route per pair of routers.
struct SingleRoutes {
  VcRoutes routes;                      ///< each hop uses its lowest allowed virtual channel
  std::vector<std::uint32_t> from, to;  ///< routers of each route
};

/// Returns the routes between all routers with terminals, ordered by source, then destination, including
/// single-hop routes, which never wait. Throws InputError for a routing that offers packets a choice or uses
/// intermediate routers.
SingleRoutes single_routes(Legs const& legs);

/// The routes in the minimum number of virtual layers that was found, and a lower bound on the number of
/// layers.
struct MinimumLayers {
  routing::Layering layering;
  std::uint32_t lower_bound = 1;  ///< lower bound on the layers
  bool exact() const { return lower_bound == layering.layers; }
};

/// Minimizes the number of virtual layers with acyclic dependencies. The problem is NP-complete (Domke,
/// Hoefler & Nagel, IPDPS 2011). Uses the better result of the LASH and DFSSSP heuristics, then searches for
/// fewer layers by backtracking, omitting routes that are in no cycle and routes with a subset of the
/// dependencies of another route. Makes at most `steps` attempts to assign a route to a layer. The result is
/// exact for few routes; otherwise the bounds are the layers found and the number of routes that pairwise
/// exclude each other. Throws InputError for a route that uses a channel twice.
MinimumLayers minimize_layers(routing::RouteSet const& routes, std::uint64_t steps = 2000000);

}  // namespace weft::deadlock
