// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "weft/analysis/deadlock/dependency_graph.hpp"
#include "weft/analysis/deadlock/escape_condition.hpp"
#include "weft/core/estimate.hpp"
#include "weft/network/network.hpp"

namespace weft::deadlock {

/// Whether bubble flow control keeps a cyclic dependency graph free of deadlock.
struct BubbleVerdict {
  std::uint64_t rings = 0;    ///< cycles of channels in which a bubble is kept
  std::vector<Vertex> cycle;  ///< of channels that no bubble protects; empty if there is none
  std::string why;            ///< what is wrong; empty if it is free of deadlock

  bool holds() const { return why.empty(); }
};

/// Bubble flow control (Puente et al., ICPP 1999): channels that wait only for each other, in a ring, never
/// all fill up if packets enter the ring only where there is room for two. So each ring counts as one
/// resource, and the remaining dependencies must be acyclic. Weft finds the rings and their entries in the
/// dependencies, not in the topology: a ring is a cyclic component of the dependencies that ask for room for
/// one packet. In it each channel has one successor, all of whose virtual channels are allowed.
BubbleVerdict bubble_condition(DependencyGraph const& graph);

/// The same for the escape channels of an adaptive routing, with whole packets in buffers: a channel that a
/// packet has left does not wait for the one that it asks for next.
BubbleVerdict bubble_condition_of_escapes(DependencyGraph const& graph);

/// Why a routing is free of deadlock; `none`: it can deadlock.
enum class Proof : std::uint8_t { none, acyclic, escape, bubble, bufferless };

/// One step of a cycle of virtual channels: `held` waits for `wanted` on the path of some packet.
struct CycleStep {
  VirtualChannel held, wanted;
  Witness packet;
  bool indirect = false;  ///< the packet takes other channels between the two, on adaptive paths
};

/// The result for a routing, bound to a network and a number of virtual channels.
struct Analysis {
  Proof proof = Proof::none;
  bool whole_packets =
      false;  ///< the proof requires that packets fit into their next buffer (virtual cut-through)
  std::uint64_t channels = 0,
                dependencies = 0;  ///< virtual channels that packets take; consecutive ones of some packet
  CycleFacts cycles;               ///< of the dependency graph
  std::vector<CycleStep> cycle;    ///< if it can deadlock: the shortest, or one that breaks its condition;
                                   ///< found by graph/shortest_cycle.cpp
  std::string why;                 ///< if it has escape paths or bubbles that do not help: what is wrong
  std::uint64_t escape_channels = 0, escape_dependencies = 0;  ///< of adaptive routings with escape paths
  std::uint64_t rings = 0;                                     ///< that keep a bubble
  std::uint64_t stranded =
      0;  ///< places, on legs, that packets can reach and where they have no next hop (after failures)

  bool free() const { return proof != Proof::none; }
};

/// Explores all that the routing can do with `vcs` virtual channels per port and judges it: acyclic
/// dependencies (Dally & Seitz, 1987), else Duato's condition if it has escape paths (which is weaker for
/// whole packets in buffers: only direct dependencies count), or rings that keep a bubble, or both. Without
/// either, a cycle of dependencies is one that packets can close. Under a routing that deflects, packets wait
/// for no channel, so there are no dependencies. Time: a search of the network for each
/// router that packets head for; memory: a bit for each possible dependency. The result is the same on any
/// number of threads.
Analysis analyze(Network const& network, routing::ChannelRouting const& routing, std::uint32_t vcs,
                 Progress& progress = no_progress());

/// The same for routes between that many routers of the network. `bytes`: bytes_needed().
Estimate estimate_analysis(NetworkSize const& size, std::uint64_t routers, std::uint64_t bytes);

}  // namespace weft::deadlock
