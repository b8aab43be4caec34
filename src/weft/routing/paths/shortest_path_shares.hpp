#pragma once

#include "weft/routing/form/shares.hpp"
#include "weft/routing/paths/hop_rows.hpp"
#include "weft/routing/paths/path_graph.hpp"
#include "weft/routing/paths/paths_of_pair.hpp"
#include "weft/routing/paths/scratch_pool.hpp"

namespace weft::routing {

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
