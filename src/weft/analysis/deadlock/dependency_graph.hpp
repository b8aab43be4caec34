#pragma once

#include <vector>

#include "weft/analysis/deadlock/legs.hpp"
#include "weft/graph/graph.hpp"

namespace weft::deadlock {

/// The channel dependency graph of a routing (Dally & Seitz, IEEE Trans. Comput. C-36, 1987): its vertices are the virtual channels that
/// some packet can take, an arc leads from each to those that a packet can take next.
struct DependencyGraph {
  std::uint32_t vcs = 1;                 ///< of a channel
  std::vector<VirtualChannel> channels;  ///< of each vertex, ascending
  std::vector<Vertex> vertex;            ///< of channel * vcs + vc, where one can be taken
  Graph waits;
  /// Where the routing keeps bubbles: the dependencies that ask for room for one packet alone, and the channels that packets
  /// enter from their source so. Else empty.
  Graph tight;
  std::vector<bool> entered_tightly;
  /// Where the routing has escape paths: the dependencies on channels offered as such, and which channels ever are. Else empty.
  Graph to_escape;
  std::vector<bool> is_escape;
  bool escape_everywhere = true;  ///< every packet that waits is offered an escape path
  std::uint64_t stranded = 0;     ///< places where a packet can come, on a leg, and is given no path on

  Vertex vertex_of(VirtualChannel it) const { return vertex[std::size_t{it.channel.v} * vcs + it.vc]; }
};

/// Memory that `explore` takes for the dependencies themselves, about, in bytes.
std::uint64_t bytes_needed(Network const& network, routing::ChannelTraits const& traits, std::uint32_t vcs);

/// Explores all that the routing can do with `vcs` virtual channels, leg by leg, and adds the rounds of legs to `legs`, which must have the first
/// alone. Throws InputError beyond 2^32 - 1 virtual channels.
DependencyGraph explore(Legs& legs, std::uint32_t vcs, Progress& progress = no_progress());

}  // namespace weft::deadlock
