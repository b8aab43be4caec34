#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "weft/routing/form/shares.hpp"
#include "weft/routing/paths/hop_rows.hpp"
#include "weft/routing/paths/path_graph.hpp"

namespace weft::routing {

/// Shortest paths through a graph on which every router divides its traffic evenly among its ports: the
/// average of a random choice at each router.
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

/// Two legs of another routing, through an intermediate router.
class TwoLegShares final : public Shares {
 public:
  /// `weights`: how often each router is the intermediate one, relative to each other.
  TwoLegShares(SharesPtr leg, std::vector<std::uint32_t> weights);
  std::uint64_t denominator() const override { return leg_->denominator() * sum_; }
  bool append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const override;
  PathStructure structure() const override;

 private:
  SharesPtr leg_;
  std::vector<std::uint32_t> weights_;
  std::uint64_t sum_;
};

}  // namespace weft::routing
