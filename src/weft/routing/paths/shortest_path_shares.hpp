// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <vector>

#include "weft/routing/form/shares.hpp"
#include "weft/routing/paths/path_graph.hpp"

namespace weft::routing {

/// Hops from every state of a graph to a router, one row per destination, computed by breadth-first search on
/// first use. Stores the most recent rows, or all rows if they fit in 1 GiB; a HopTable, in contrast,
/// contains all pairs. Thread-safe.
class HopRows {
 public:
  using Row = std::vector<std::uint32_t>;
  static constexpr std::uint32_t unreachable = std::numeric_limits<std::uint32_t>::max();

  explicit HopRows(PathGraph const& graph);
  std::shared_ptr<Row const> to(std::uint32_t router) const;

 private:
  struct Entry {
    std::uint32_t router;
    Row row;
  };
  Row search(std::uint32_t router) const;

  PathGraph const* graph_;
  std::mutex mutable mutex_;  // protects entries_
  std::vector<std::shared_ptr<Entry const>> mutable entries_;
};

/// Shares if every router divides its traffic evenly among its ports on shortest paths: the expectation of
/// independent random choices at each router.
class SplitShares final : public Shares {
 public:
  explicit SplitShares(PathGraph graph);
  std::uint64_t denominator() const override { return whole; }
  bool append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const override;
  PathStructure structure() const override { return {.graph = graph_, .by_port = true}; }

 private:
  static constexpr std::uint64_t whole = even_denominator << 10;
  std::shared_ptr<PathGraph const> graph_;
  HopRows rows_;
};

/// Shares of two-leg paths via an intermediate router, each leg with the shares of another routing.
class TwoLegShares final : public Shares {
 public:
  /// `weights`: relative frequency of each router as the intermediate router.
  TwoLegShares(SharesPtr leg, std::vector<std::uint32_t> weights);
  std::uint64_t denominator() const override { return leg_->denominator() * sum_; }
  bool append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const override;
  PathStructure structure() const override;

 private:
  SharesPtr leg_;
  std::vector<std::uint32_t> weights_;
  std::uint64_t sum_;
};

/// All shortest paths of one pair, level by level. If a path count exceeds 2^500, all counts of its level are
/// scaled down.
class PathsOfPair {
 public:
  void find(PathGraph const& graph, HopRows::Row const& hops, std::uint32_t from);
  /// Appends the shares of the channels; returns whether they are exact.
  bool append(std::vector<ChannelShare>& out);

 private:
  struct Node {
    std::uint32_t state;
    std::size_t first_edge;
    double before, after;  // number of paths to the node, and from it
  };
  struct Edge {
    std::uint32_t to, channel;  // `to`: a state, later an index in nodes_
  };
  void next_level(PathGraph const& graph, HopRows::Row const& hops);
  void count();

  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> states_;
  std::vector<std::size_t> level_begin_;
};

/// Distribution of traffic over shortest paths: all, or the path over the lowest ports.
enum class PathChoice : std::uint8_t { all, lowest };

/// Shares of the shortest paths through a graph. The time for a pair is proportional to the number of
/// channels on its paths.
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
