#pragma once

#include <cstdint>
#include <vector>

#include "weft/routing/balanced/destination_trees.hpp"

namespace weft::routing {

/// Trees and a layer for the route from each router with ends to each end, by end and router; other entries
/// are 0. The dependencies of each layer have no cycle.
struct LayeredTrees {
  DestinationTrees trees;
  std::vector<std::uint16_t> layer;
  std::uint32_t layers = 1;
};

/// Shortest paths, for one end after the other over the channels that carry the fewest packets so far.
LayeredTrees shortest_trees(ChannelGraph const& graph);

/// Paths that go up and then down in a breadth-first tree, in one layer. `network`: that of the graph; every
/// channel has a reverse.
LayeredTrees up_down_trees(ChannelGraph const& graph, Network const& network);

}  // namespace weft::routing
