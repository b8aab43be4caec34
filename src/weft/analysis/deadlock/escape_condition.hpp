#pragma once

#include <optional>
#include <vector>

#include "weft/analysis/deadlock/witness.hpp"

namespace weft::deadlock {

/// Whether the escape paths of an adaptive routing, offered to every packet that waits, keep it free of deadlock.
struct EscapeVerdict {
  std::uint64_t dependencies = 0;                ///< between them, of those that were looked at
  std::vector<Vertex> cycle;                     ///< of extended dependencies; empty if they are acyclic
  std::vector<std::optional<Passage>> passages;  ///< of the indirect ones of the cycle; the others nothing

  bool holds() const { return cycle.empty(); }
};

/// The dependencies of escape channels on the escape paths that their packets may ask for next.
Graph direct_escape_dependencies(DependencyGraph const& graph);

/// Duato's condition (IEEE TPDS 4(12), 1993; 6(10), 1995): escape paths lead from everywhere to every destination, and their extended
/// dependencies are acyclic: of an escape channel on the escape channels that its packet may ask for next (direct) or after any number of hops
/// on other paths (indirect), however it came to hold the first (cross dependencies). Indirect ones are not enumerated: channels are
/// put in an order that the known dependencies keep to; a pass over all legs finds the least channel in that order that each may wait for,
/// and what breaks the order becomes known; until nothing does, or the known ones are cyclic. Exact either way.
EscapeVerdict escape_condition(Legs const& legs, DependencyGraph const& graph,
                               Progress& progress = no_progress());

}  // namespace weft::deadlock
