// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "weft/analysis/deadlock/dependency_graph.hpp"

namespace weft::deadlock {

/// A packet that some state allows: its leg and its start.
struct Passage {
  Leg leg;
  PacketState start;
};

/// A packet that creates a dependency, with its intermediate routers.
struct Witness {
  std::uint32_t source = 0, destination = 0;  ///< terminals
  std::vector<std::uint32_t> intermediates;   ///< routers
};

/// Finds, for each of these dependencies, the first leg in which a packet creates it; nullopt for
/// dependencies without a packet.
std::vector<std::optional<Passage>> find_passages(Legs const& legs, DependencyGraph const& graph,
                                                  std::vector<Arc> const& dependencies,
                                                  Progress& progress = no_progress());

/// Returns the packet of a passage, from its source to its destination.
Witness trace(Legs const& legs, Passage passage);

/// Result of the check whether the escape paths of an adaptive routing, offered to every waiting packet, keep
/// it free of deadlock.
struct EscapeVerdict {
  std::uint64_t dependencies = 0;                ///< dependencies between escape channels, as far as examined
  std::vector<Vertex> cycle;                     ///< a cycle of extended dependencies; empty if acyclic
  std::vector<std::optional<Passage>> passages;  ///< one per indirect dependency of the cycle; else nullopt

  bool holds() const { return cycle.empty(); }
};

/// Returns the dependencies of escape channels on the escape paths that their packets may request next.
Graph direct_escape_dependencies(DependencyGraph const& graph);

/// Checks Duato's condition (IEEE TPDS 4(12), 1993; 6(10), 1995): escape paths lead from every router to
/// every destination, and their extended dependencies are acyclic: dependencies of an escape channel on the
/// escape channels that its packet may request next (direct) or after any number of hops on other paths
/// (indirect), however the packet acquired the first (cross dependencies). Weft does not enumerate the
/// indirect ones. It sorts the channels in an order consistent with the known dependencies. A pass over all
/// legs finds the first channel in that order for which each may wait; dependencies that violate the order
/// become known. This ends without violations, or if the known dependencies are cyclic. The result is exact
/// in both cases.
EscapeVerdict escape_condition(Legs const& legs, DependencyGraph const& graph,
                               Progress& progress = no_progress());

}  // namespace weft::deadlock
