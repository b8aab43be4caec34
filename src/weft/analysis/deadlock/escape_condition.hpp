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

/// A packet that makes a dependency, with its intermediate routers.
struct Witness {
  std::uint32_t source = 0, destination = 0;  ///< terminals
  std::vector<std::uint32_t> vias;            ///< routers
};

/// For each of these dependencies, the first leg in which a packet makes it; nothing for one that no packet
/// makes.
std::vector<std::optional<Passage>> find_passages(Legs const& legs, DependencyGraph const& graph,
                                                  std::vector<Arc> const& dependencies,
                                                  Progress& progress = no_progress());

/// The packet of a passage, from its source to its destination.
Witness trace(Legs const& legs, Passage passage);

/// Whether the escape paths of an adaptive routing, offered to every packet that waits, keep it free of
/// deadlock.
struct EscapeVerdict {
  std::uint64_t dependencies = 0;                ///< between them, of those that were looked at
  std::vector<Vertex> cycle;                     ///< a cycle of extended dependencies; empty if there is none
  std::vector<std::optional<Passage>> passages;  ///< for the indirect dependencies of the cycle; else nothing

  bool holds() const { return cycle.empty(); }
};

/// The dependencies of escape channels on the escape paths that their packets may ask for next.
Graph direct_escape_dependencies(DependencyGraph const& graph);

/// Duato's condition (IEEE TPDS 4(12), 1993; 6(10), 1995): escape paths lead from everywhere to every
/// destination, and their extended dependencies are acyclic: those of an escape channel on the escape
/// channels that its packet may ask for next (direct) or after any number of hops on other paths (indirect),
/// however the packet acquired the first (cross dependencies). Weft does not enumerate the indirect ones. It
/// sorts the channels in an order that the known dependencies obey. A pass over all legs finds the first
/// channel in that order that each may wait for; dependencies that break the order become known. This ends
/// when none does, or when the known ones are cyclic. The result is exact in both cases.
EscapeVerdict escape_condition(Legs const& legs, DependencyGraph const& graph,
                               Progress& progress = no_progress());

}  // namespace weft::deadlock
