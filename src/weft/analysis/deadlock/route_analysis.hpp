#pragma once

#include <span>
#include <vector>

#include "weft/analysis/deadlock/cycle_facts.hpp"
#include "weft/analysis/deadlock/packet_state.hpp"
#include "weft/routing/layered/layering.hpp"

namespace weft::deadlock {

/// Routes, each the virtual channels that it takes, one after the other.
struct VcRoutes {
  std::vector<VirtualChannel> hops;   ///< of the first route, then of the second, ..
  std::vector<std::size_t> first{0};  ///< where the hops of each route begin, and at the end their number

  std::size_t size() const { return first.size() - 1; }
  std::span<VirtualChannel const> operator[](std::size_t route) const {
    return std::span(hops).subspan(first[route], first[route + 1] - first[route]);
  }
  void add(std::span<VirtualChannel const> route) {
    hops.insert(hops.end(), route.begin(), route.end());
    first.push_back(hops.size());
  }
};

/// What is known of a set of routes.
struct RouteAnalysis {
  /// One step of a cycle of virtual channels: a packet on the route holds one and waits for the other.
  struct Step {
    VirtualChannel held, wanted;
    std::size_t route = 0;  ///< the first that does
  };
  std::uint64_t channels = 0, dependencies = 0;
  CycleFacts cycles;
  std::vector<Step> cycle;  ///< a shortest one; empty if the routes are free of deadlock
};

/// Judges packets that take these routes and no others (Dally & Seitz, 1987).
RouteAnalysis analyze(VcRoutes const& routes, Progress& progress = no_progress());

/// The routes by channels alone, whatever their virtual channels.
routing::RouteSet without_vcs(VcRoutes const& routes);

}  // namespace weft::deadlock
