// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/analysis/deadlock/dependency_graph.hpp"
#include "weft/analysis/deadlock/legs.hpp"
#include "weft/routing/layered/layering.hpp"

namespace weft::deadlock {

/// Routes, each a sequence of virtual channels.
struct VcRoutes {
  std::vector<VirtualChannel> hops;   ///< hops of the first route, then of the second, ..
  std::vector<std::size_t> first{0};  ///< start of each route's hops, followed by their number

  std::size_t size() const { return first.size() - 1; }
  std::span<VirtualChannel const> operator[](std::size_t route) const {
    return std::span(hops).subspan(first[route], first[route + 1] - first[route]);
  }
  void add(std::span<VirtualChannel const> route) {
    hops.insert(hops.end(), route.begin(), route.end());
    first.push_back(hops.size());
  }
};

/// The result for a set of routes.
struct RouteAnalysis {
  /// A step of a cycle of virtual channels: a packet on the route holds one and waits for the other.
  struct Step {
    VirtualChannel held, wanted;
    std::size_t route = 0;  ///< the first such route
  };
  std::uint64_t channels = 0, dependencies = 0;
  CycleFacts cycles;
  std::vector<Step> cycle;  ///< a shortest cycle; empty if the routes are free of deadlock
};

/// Analyzes packets that use exactly these routes (Dally & Seitz, 1987).
RouteAnalysis analyze(VcRoutes const& routes, Progress& progress = no_progress());

/// Returns the routes as channels, without virtual channels.
routing::RouteSet without_vcs(VcRoutes const& routes);

/// The routes of a routing with one route for each pair of routers.
struct SingleRoutes {
  VcRoutes routes;                      ///< routes on the lowest virtual channel that each hop may use
  std::vector<std::uint32_t> from, to;  ///< routers, of each route
};

/// Returns the routes between all routers with terminals, by source, then destination, including single-hop
/// routes, which never wait. Throws InputError for a routing that offers packets a choice or intermediate
/// routers.
SingleRoutes single_routes(Legs const& legs);

/// The routes in the minimum number of virtual layers found, and a lower bound on the layers.
struct MinimumLayers {
  routing::Layering layering;
  std::uint32_t lower_bound = 1;  ///< lower bound on the layers
  bool exact() const { return lower_bound == layering.layers; }
};

/// Minimizes the number of virtual layers with acyclic dependencies. The problem is NP-complete (Domke,
/// Hoefler & Nagel, IPDPS 2011). Weft uses the better of the heuristics of LASH and DFSSSP, then searches for
/// fewer layers by backtracking. The search omits routes that are in no cycle, and routes with a subset of
/// another route's dependencies. It makes at most `steps` trials of a route in a layer. The result is exact
/// for few routes, else between two bounds: the layers found, and the number of routes that exclude each
/// other in pairs. Throws InputError for a route that uses a channel twice.
MinimumLayers minimize_layers(routing::RouteSet const& routes, std::uint64_t steps = 2000000);

}  // namespace weft::deadlock
