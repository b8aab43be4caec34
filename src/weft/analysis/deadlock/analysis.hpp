// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "weft/analysis/deadlock/dependency_graph.hpp"
#include "weft/analysis/deadlock/escape_condition.hpp"
#include "weft/core/estimate.hpp"
#include "weft/network/network.hpp"

namespace weft::deadlock {

/// Result of checking whether bubble flow control makes a routing with a cyclic dependency graph free of
/// deadlock.
struct BubbleVerdict {
  std::uint64_t rings = 0;    ///< cycles of channels in which a bubble is reserved
  std::vector<Vertex> cycle;  ///< channels that no bubble protects; empty if all are protected
  std::string why;            ///< reason for the failure; empty if free of deadlock

  bool holds() const { return why.empty(); }
};

/// Checks bubble flow control (Puente et al., ICPP 1999): the channels of a ring that wait only for each
/// other never all fill up if packets enter the ring only if it has room for two packets. Each ring thus
/// counts as one resource, and the remaining dependencies must be acyclic. The rings and their entries are
/// found in the dependencies, not in the topology: a ring is a cyclic component of the dependencies that
/// require room for one packet, in which each channel has one successor with all its virtual channels
/// allowed.
BubbleVerdict bubble_condition(DependencyGraph const& graph);

/// Checks the condition for the escape channels of an adaptive routing if buffers hold whole packets: a
/// channel that a packet has left does not wait for the channel that the packet requests next.
BubbleVerdict bubble_condition_of_escapes(DependencyGraph const& graph);

/// The proof that a routing is free of deadlock; `none`: it can deadlock.
enum class Proof : std::uint8_t { none, acyclic, escape, bubble, bufferless };

/// A step of a cycle of virtual channels: a packet holds `held` and waits for `requested`.
struct CycleStep {
  VirtualChannel held, requested;
  Witness packet;
  bool indirect = false;  ///< the packet uses other channels in between, on adaptive paths
};

/// The analysis of a routing bound to a network and a number of virtual channels.
struct Analysis {
  Proof proof = Proof::none;
  bool whole_packets =
      false;  ///< the proof requires that downstream buffers hold whole packets (virtual cut-through)
  std::uint64_t channels = 0,
                dependencies = 0;  ///< virtual channels in use; pairs that a packet uses consecutively
  CycleFacts cycles;               ///< cycles of the dependency graph
  /// A shortest cycle, or one that violates the condition, if the routing can deadlock; computed by
  /// graph/shortest_cycle.cpp
  std::vector<CycleStep> cycle;
  std::string why;  ///< the reason why escape paths or bubbles do not suffice
  /// Counts for adaptive routings with escape paths
  std::uint64_t escape_channels = 0, escape_dependencies = 0;
  std::uint64_t rings = 0;     ///< rings with a bubble
  std::uint64_t stranded = 0;  ///< reachable states of packets on a leg without a next hop (after failures)

  bool free() const { return proof != Proof::none; }
};

/// Explores all moves that the routing allows with `vcs` virtual channels per port, and checks whether the
/// dependencies are acyclic (Dally & Seitz, 1987). If they are not, checks Duato's condition if the routing
/// has escape paths (weaker if buffers hold whole packets: only direct dependencies count), bubble flow
/// control if its rings have bubbles, or both. If the routing has neither, packets can close every cycle of
/// dependencies. Under a deflection routing packets wait for no channel, so there are no dependencies. Takes
/// the time of one search of the network per destination router, and one bit of memory per possible
/// dependency. The result does not depend on the number of threads.
Analysis analyze(Network const& network, routing::ChannelRouting const& routing, std::uint32_t vcs,
                 Progress& progress = no_progress());

/// Returns the estimated time and memory of an analysis for routes between `routers` routers of the network.
/// `bytes`: the result of bytes_needed().
Estimate estimate_analysis(NetworkSize const& size, std::uint64_t routers, std::uint64_t bytes);

}  // namespace weft::deadlock
