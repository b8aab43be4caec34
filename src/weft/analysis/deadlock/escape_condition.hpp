// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "weft/analysis/deadlock/dependency_graph.hpp"

namespace weft::deadlock {

/// A possible packet: its leg and its initial state.
struct Passage {
  Leg leg;
  PacketState start;
};

/// A packet that creates a dependency: its source, destination and intermediate routers.
struct Witness {
  std::uint32_t source = 0, destination = 0;  ///< terminals
  std::vector<std::uint32_t> intermediates;   ///< routers
};

/// Returns, for each of `dependencies`, the first passage that creates it; nullopt for dependencies that no
/// packet creates.
std::vector<std::optional<Passage>> find_passages(Legs const& legs, DependencyGraph const& graph,
                                                  std::vector<Arc> const& dependencies,
                                                  Progress& progress = no_progress());

/// Returns the packet of a passage, traced from its source to its destination.
Witness trace(Legs const& legs, Passage passage);

/// Result of checking whether escape paths, offered to every waiting packet, make an adaptive routing free of
/// deadlock.
struct EscapeVerdict {
  std::uint64_t dependencies = 0;                ///< examined dependencies between escape channels
  std::vector<Vertex> cycle;                     ///< a cycle of extended dependencies; empty if acyclic
  std::vector<std::optional<Passage>> passages;  ///< by step of the cycle; nullopt for direct dependencies

  bool holds() const { return cycle.empty(); }
};

/// Returns the dependencies of escape channels on the escape channels that their packets can request next.
Graph direct_escape_dependencies(DependencyGraph const& graph);

/// Checks Duato's condition (IEEE TPDS 4(12), 1993; 6(10), 1995): escape paths lead from every router to
/// every destination, and their extended dependencies are acyclic. These are the dependencies of an escape
/// channel on the escape channels that its packet can request next (direct) or after any number of hops on
/// other paths (indirect), regardless of how the packet acquired the first channel (cross dependencies).
/// Indirect dependencies are not enumerated: the channels are sorted in an order consistent with the known
/// dependencies, and a pass over all legs finds, for each channel, the first channel in this order for which
/// its packets can wait; dependencies that violate the order become known. The search ends if there is no
/// violation, or if the known dependencies are cyclic. The result is exact in both cases.
EscapeVerdict escape_condition(Legs const& legs, DependencyGraph const& graph,
                               Progress& progress = no_progress());

}  // namespace weft::deadlock
