#pragma once

#include <string>
#include <vector>

#include "weft/analysis/deadlock/bubble_condition.hpp"
#include "weft/analysis/deadlock/cycle_facts.hpp"
#include "weft/analysis/deadlock/escape_condition.hpp"

namespace weft::deadlock {

/// Why a routing is free of deadlock; `none`: it can deadlock.
enum class Proof : std::uint8_t { none, acyclic, escape, bubble };

/// One step of a cycle of virtual channels: `held` waits for `wanted` in the way of some packet.
struct CycleStep {
  VirtualChannel held, wanted;
  Witness packet;
  bool indirect = false;  ///< the packet takes other channels between the two, on adaptive paths
};

/// What is known of a routing, bound to a network and a number of virtual channels.
struct Analysis {
  Proof proof = Proof::none;
  bool whole_packets =
      false;  ///< the proof holds only where packets fit into the buffer that they move to (virtual cut-through)
  std::uint64_t channels = 0,
                dependencies = 0;  ///< virtual channels that packets take; consecutive ones of some packet
  CycleFacts cycles;               ///< of the dependency graph
  std::vector<CycleStep> cycle;    ///< if it can deadlock: the shortest, or one that breaks its condition;
                                   ///< found by graph/shortest_cycle.cpp
  std::string why;                 ///< if it has escape paths or bubbles that do not help: what is wrong
  std::uint64_t escape_channels = 0, escape_dependencies = 0;  ///< of adaptive routings with escape paths
  std::uint64_t rings = 0;                                     ///< that keep a bubble
  std::uint64_t stranded =
      0;  ///< places where packets can come, on legs, and get no path on (after failures)

  bool free() const { return proof != Proof::none; }
};

/// Explores all that the routing can do with `vcs` virtual channels per port and judges it: acyclic dependencies (Dally & Seitz, 1987),
/// else Duato's condition if it has escape paths (which for whole packets in buffers asks for less: only direct dependencies count), or rings
/// that keep a bubble, or both. Without either, a cycle of dependencies is one that packets can close.
/// Time: a search of the network for each router that packets head for; memory: a bit for each dependency that there could be. The
/// same on any number of threads.
Analysis analyze(Network const& network, routing::ChannelRouting const& routing, std::uint32_t vcs,
                 Progress& progress = no_progress());

}  // namespace weft::deadlock
