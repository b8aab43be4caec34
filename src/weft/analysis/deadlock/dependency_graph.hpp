// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/analysis/deadlock/legs.hpp"
#include "weft/core/progress.hpp"
#include "weft/graph/graph.hpp"

namespace weft::deadlock {

/// The cycles of a dependency graph.
struct CycleFacts {
  std::uint64_t components = 0;  ///< strongly connected components that contain a cycle
  std::uint64_t vertices = 0;    ///< vertices in some cycle
  std::vector<Vertex> shortest;  ///< the vertices of a shortest cycle, in order; empty if acyclic

  bool cyclic() const { return components != 0; }
};

CycleFacts cycle_facts(Graph const& graph, Progress& progress = no_progress());

/// The channel dependency graph of a routing (Dally & Seitz, IEEE Trans. Comput. C-36, 1987): its vertices
/// are the virtual channels that packets can use; arcs lead from each to the channels that a packet can use
/// next.
struct DependencyGraph {
  std::uint32_t vcs = 1;                 ///< per channel
  std::vector<VirtualChannel> channels;  ///< one per vertex, in ascending order
  std::vector<Vertex> vertex;            ///< indexed by channel * vcs + vc; set for channels in use
  Graph waits;
  /// If the routing uses bubbles: the dependencies that require room for only one packet, and the channels
  /// that packets from their source enter under this condition. Otherwise empty.
  Graph tight;
  std::vector<bool> entered_tightly;
  /// If the routing has escape paths: the dependencies on channels offered as escapes, and the channels that
  /// are ever offered as escapes. Otherwise empty.
  Graph to_escape;
  std::vector<bool> is_escape;
  bool escape_everywhere = true;  ///< every waiting packet is offered an escape path
  std::uint64_t stranded = 0;     ///< reachable states of packets, on a leg, without a next hop

  Vertex vertex_of(VirtualChannel at) const { return vertex[std::size_t{at.channel.v} * vcs + at.vc]; }
};

/// Returns the approximate memory of the dependencies in `explore`, in bytes.
std::uint64_t bytes_needed(Network const& network, routing::ChannelTraits const& traits, std::uint32_t vcs);

/// Explores all moves that the routing allows with `vcs` virtual channels, leg by leg, and adds the rounds of
/// legs to `legs`, which must contain only the first. Throws InputError beyond 2^32 - 1 virtual channels.
DependencyGraph explore(Legs& legs, std::uint32_t vcs, Progress& progress = no_progress());

}  // namespace weft::deadlock
