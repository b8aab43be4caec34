#pragma once

#include <cstdint>
#include <vector>

#include "weft/routing/form/shares.hpp"
#include "weft/routing/paths/hop_rows.hpp"
#include "weft/routing/paths/path_graph.hpp"
#include "weft/routing/paths/scratch_pool.hpp"

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

/// The choice of traffic among shortest paths.
enum class PathChoice : std::uint8_t { all, lowest };

/// The shortest paths through a graph. A pair costs time in proportion to the channels on its paths.
class ShortestPathShares final : public Shares {
 public:
  ShortestPathShares(PathGraph graph, PathChoice choice);
  std::uint64_t denominator() const override { return choice_ == PathChoice::all ? even_denominator : 1; }
  bool append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const override;
  PathStructure structure() const override {
    return choice_ == PathChoice::all ? PathStructure{.graph = graph_} : PathStructure{};
  }

 private:
  void append_lowest(std::uint32_t from, HopRows::Row const& hops, std::vector<ChannelShare>& out) const;

  std::shared_ptr<PathGraph const> graph_;
  HopRows rows_;
  PathChoice choice_;
  ScratchPool<PathsOfPair> mutable scratch_;
};

}  // namespace weft::routing
