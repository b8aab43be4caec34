#pragma once

#include <string>
#include <vector>

#include "weft/analysis/deadlock/dependency_graph.hpp"

namespace weft::deadlock {

/// Whether bubble flow control keeps a cyclic dependency graph free of deadlock.
struct BubbleVerdict {
  std::uint64_t rings = 0;    ///< cycles of channels in which a bubble is kept
  std::vector<Vertex> cycle;  ///< of channels that no bubble protects; empty if there is none
  std::string why;            ///< what is wrong; empty if it is free of deadlock

  bool holds() const { return why.empty(); }
};

/// Bubble flow control (Puente et al., ICPP 1999): channels that wait for each other in a ring, and nothing else, never all fill up if
/// packets enter the ring only where there is room for two. So such rings count as one resource, and what is left must be acyclic. Rings
/// and entries are told from the dependencies, not from the topology: a ring is a cyclic component of those that ask for room for one packet,
/// in which every channel is followed by one other and any virtual channel of that may be taken.
BubbleVerdict bubble_condition(DependencyGraph const& graph);

/// The same of the escape channels of an adaptive routing, for whole packets in buffers: what a packet has left does not wait for what it
/// asks for next.
BubbleVerdict bubble_condition_of_escapes(DependencyGraph const& graph);

}  // namespace weft::deadlock
