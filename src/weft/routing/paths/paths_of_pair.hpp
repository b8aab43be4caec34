#pragma once

#include <cstdint>
#include <vector>

#include "weft/routing/form/shares.hpp"
#include "weft/routing/paths/hop_rows.hpp"
#include "weft/routing/paths/path_graph.hpp"

namespace weft::routing {

/// The shortest paths of one pair, level by level. Numbers of paths above 2^500 are halved, for a whole level
/// at once.
class PathsOfPair {
 public:
  void find(PathGraph const& graph, HopRows::Row const& hops, std::uint32_t from);
  /// Whether the shares are exact.
  bool append(std::vector<ChannelShare>& out);

 private:
  struct Node {
    std::uint32_t state;
    std::size_t first_edge;
    double before, after;  // paths to here, and from here
  };
  struct Edge {
    std::uint32_t to, channel;  // `to`: a state, then a position in nodes_
  };
  void next_level(PathGraph const& graph, HopRows::Row const& hops);
  void count();

  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> states_;
  std::vector<std::size_t> level_begin_;
};

}  // namespace weft::routing
