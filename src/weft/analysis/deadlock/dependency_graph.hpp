// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/analysis/deadlock/legs.hpp"
#include "weft/core/progress.hpp"
#include "weft/graph/graph.hpp"

namespace weft::deadlock {

/// Statistics of the cycles of a dependency graph.
struct CycleFacts {
  std::uint64_t components = 0;  ///< strongly connected components that contain a cycle
  std::uint64_t vertices = 0;    ///< vertices that are in a cycle
  std::vector<Vertex> shortest;  ///< the vertices of a shortest cycle, in order; empty if acyclic

  bool cyclic() const { return components != 0; }
};

CycleFacts cycle_facts(Graph const& graph, Progress& progress = no_progress());

/// The channel dependency graph of a routing (Dally & Seitz, IEEE Trans. Comput. C-36, 1987): its vertices
/// are the virtual channels that packets can use; arcs lead from each virtual channel to the ones that a
/// packet can use next.
struct DependencyGraph {
  std::uint32_t vcs = 1;                 ///< per channel
  std::vector<VirtualChannel> channels;  ///< one per vertex, in ascending order
  std::vector<Vertex> vertex;            ///< indexed by channel * vcs + vc; set for channels in use
  Graph waits;
  /// For routings with bubbles: the dependencies that require room for one packet only, and the channels that
  /// packets can enter from their source under this condition. Otherwise empty.
  Graph tight;
  std::vector<bool> entered_without_bubble;
  /// For routings with escape paths: the dependencies on channels offered as escapes, and the channels that
  /// are offered as escapes at least once. Otherwise empty.
  Graph to_escape;
  std::vector<bool> is_escape;
  bool escape_everywhere = true;  ///< every waiting packet is offered an escape path
  std::uint64_t stranded = 0;     ///< reachable states of packets on a leg without a next hop

  Vertex vertex_of(VirtualChannel at) const { return vertex[std::size_t{at.channel.v} * vcs + at.vc]; }
};

/// Returns the approximate memory, in bytes, that `explore` needs for the dependencies.
std::uint64_t bytes_needed(Network const& network, routing::ChannelTraits const& traits, std::uint32_t vcs);

/// Explores, leg by leg, all moves that the routing allows with `vcs` virtual channels. Adds the rounds of
/// legs to `legs`, which must contain only the first round. Throws InputError for more than 2^32 - 1 virtual
/// channels.
DependencyGraph explore(Legs& legs, std::uint32_t vcs, Progress& progress = no_progress());

}  // namespace weft::deadlock
