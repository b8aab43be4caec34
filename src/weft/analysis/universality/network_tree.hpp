#pragma once

#include <cstdint>
#include <vector>

#include "weft/analysis/universality/channel_tree.hpp"
#include "weft/network/machine.hpp"

namespace weft {

/// The routers of a network as a tree. Channels between the same two vertices are taken together, as the
/// wires of a channel of a fat tree are. So are, on a tree whose vertices have several parents, the routers
/// of one level above the same leaves: its parallel roots are one root.
struct NetworkTree {
  ChannelTree tree;
  std::vector<std::uint32_t> vertex_of;  ///< of each router
  std::vector<std::uint32_t> routers;    ///< in each vertex
  std::vector<RouterId> first;           ///< the first router of each vertex
};

/// `capacity`: messages that pass a channel of bandwidth 1 at the same time. Failed channels have none: what
/// they cut off is below the root, with channels of capacity 0. The root is the top of a tree with levels,
/// else a centroid. Throws InputError for a network that is no such tree.
NetworkTree tree_of(Machine const& machine, double capacity);

/// The number of hops from each vertex to the farthest leaf below it.
std::vector<std::uint32_t> heights(ChannelTree const& tree);

}  // namespace weft
