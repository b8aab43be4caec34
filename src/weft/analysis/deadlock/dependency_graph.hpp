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
  std::uint64_t components = 0;  ///< strongly connected ones that hold a cycle
  std::uint64_t vertices = 0;    ///< in some cycle
  std::vector<Vertex> shortest;  ///< the vertices of a shortest one, in order; empty if there is none

  bool cyclic() const { return components != 0; }
};

CycleFacts cycle_facts(Graph const& graph, Progress& progress = no_progress());

/// The channel dependency graph of a routing (Dally & Seitz, IEEE Trans. Comput. C-36, 1987): its vertices
/// are the virtual channels that packets can take; arcs lead from each to those that a packet can take next.
struct DependencyGraph {
  std::uint32_t vcs = 1;                 ///< of a channel
  std::vector<VirtualChannel> channels;  ///< of each vertex, ascending
  std::vector<Vertex> vertex;            ///< of channel * vcs + vc, where one can be taken
  Graph waits;
  /// If the routing keeps bubbles: the dependencies that ask for room for only one packet, and the channels
  /// that packets from their source enter so. Else empty.
  Graph tight;
  std::vector<bool> entered_tightly;
  /// If the routing has escape paths: the dependencies on channels offered as escapes, and the channels that
  /// ever are. Else empty.
  Graph to_escape;
  std::vector<bool> is_escape;
  bool escape_everywhere = true;  ///< every packet that waits is offered an escape path
  std::uint64_t stranded = 0;     ///< places, on a leg, that a packet can reach and where it has no next hop

  Vertex vertex_of(VirtualChannel it) const { return vertex[std::size_t{it.channel.v} * vcs + it.vc]; }
};

/// The approximate memory of the dependencies in `explore`, in bytes.
std::uint64_t bytes_needed(Network const& network, routing::ChannelTraits const& traits, std::uint32_t vcs);

/// Explores all that the routing can do with `vcs` virtual channels, leg by leg, and adds the rounds of legs
/// to `legs`, which must hold only the first. Throws InputError beyond 2^32 - 1 virtual channels.
DependencyGraph explore(Legs& legs, std::uint32_t vcs, Progress& progress = no_progress());

}  // namespace weft::deadlock
