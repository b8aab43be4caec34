// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/graph/graph.hpp"

namespace weft {

/// Hops from every vertex of a graph to selected targets: 1 byte per pair, or 2 if any path has more than 254
/// hops. Computed by breadth-first searches toward 64 targets simultaneously, one bit each, on all threads
/// (M. Then et al., The more the merrier: efficient multi-source graph traversal, VLDB 2014). Paths do not
/// traverse ends of the graph. To obtain hops from the targets, pass the transposed graph.
class HopTable {
 public:
  static constexpr std::uint32_t unreachable = 0xffff;

  /// Computes the hops to `targets`. Throws InputError if the table does not fit in memory, or if a path has
  /// 65,535 hops or more.
  HopTable(Graph const& graph, std::vector<Vertex> targets);
  /// Computes the hops to all vertices: target(v) is v.
  explicit HopTable(Graph const& graph);

  std::size_t num_targets() const { return targets_.size(); }
  Vertex target(std::size_t row) const { return targets_[row]; }
  /// Returns the hops to target(row), or unreachable.
  std::uint32_t hops(std::size_t row, Vertex from) const {
    auto const index = row * vertices_ + from;
    if (!wide_.empty()) return wide_[index];
    return narrow_[index] == 0xff ? unreachable : narrow_[index];
  }
  /// Returns the maximum number of hops over all pairs that have a path.
  std::uint32_t max_hops() const { return max_hops_; }

 private:
  template <class Entry>
  bool fill(std::vector<Entry>& table, Graph const& tails);

  std::size_t vertices_;
  std::vector<Vertex> targets_;
  std::uint32_t max_hops_ = 0;
  std::vector<std::uint8_t> narrow_;
  std::vector<std::uint16_t> wide_;
};

}  // namespace weft
