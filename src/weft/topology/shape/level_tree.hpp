// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/topology/family.hpp"

namespace weft {

/// Base of all trees with equivalent vertices on each level, including trees with several parents per vertex.
/// On levels 0 (the leaves) .. height, a vertex of level l >= 1 has children[l - 1] children, and a vertex of
/// level l < height has parents[l] parents. A vertex of level l is a number with the digits d_height, ..,
/// d_1, the lowest last: d_k has radix parents[k - 1] for k <= l and children[k - 1] above. Vertices of
/// levels k - 1 and k are linked if all their digits except d_k are equal. Routers are numbered level by
/// level from the leaves. Ports: children first, then parents. Channel class k - 1 contains the links between
/// levels k - 1 and k. The terminals are attached to the leaves. Source: S. R. Ohring, M. Ibel, S. K. Das, M.
/// J. Kumar, On generalized fat trees, IPPS 1995.
class LevelTree {
 public:
  static constexpr bool bidirectional = true;
  static constexpr bool nodes_are_hosts = true;  ///< applies if the leaves are computing nodes

  std::uint32_t height() const { return static_cast<std::uint32_t>(stages_.size()); }
  /// Returns the number of vertices of a level.
  std::uint64_t level_size(std::uint32_t level) const { return first_[level + 1] - first_[level]; }
  std::uint32_t level_of(RouterId r) const {
    std::uint32_t level = 0;
    while (r.v >= first_[level + 1]) ++level;
    return level;
  }

  std::uint64_t num_routers() const { return first_.back(); }
  std::uint64_t num_terminals() const { return level_size(0) * concentration_.value(); }
  std::uint16_t degree(RouterId r) const {
    auto const level = level_of(r);
    return static_cast<std::uint16_t>(children(level) + parents(level));
  }
  Hop neighbor(RouterId r, PortId p) const;
  RouterId injection_router(TerminalId e) const { return {concentration_.quotient(e.v)}; }
  RouterId ejection_router(TerminalId e) const { return injection_router(e); }
  TerminalRange terminals_at(RouterId r) const {
    auto const count = static_cast<std::uint32_t>(concentration_.value());
    if (r.v >= first_[1]) return {};
    return {{r.v * count}, count};
  }
  /// Returns the classes level1 (at the leaves), level2, ..
  std::vector<ChannelClass> classes() const { return numbered_classes("level", 1, std::max(height(), 1u)); }
  ClassId class_of(RouterId r, PortId p) const {
    auto const level = level_of(r);
    return {static_cast<std::uint16_t>(p.v < children(level) ? level - 1 : level)};
  }
  /// Returns the distance. Every shortest path goes at most once up and once down, and crosses each stage in
  /// which the digits differ.
  std::uint32_t distance(RouterId a, RouterId b) const;
  std::uint32_t diameter() const;
  /// Returns all metrics except the bisection of the vertices, for links of bandwidth 1; the edge
  /// connectivity only if a vertex of degree 1 determines it.
  KnownMetrics known() const;
  LevelLayout layout_hint() const {
    LevelLayout hint;
    for (std::uint32_t level = 0; level <= height(); ++level) hint.sizes.push_back(level_size(level));
    return hint;
  }

 protected:
  /// Constructs a tree from `children[k]` and `parents[k]` of stage k + 1, with `concentration` terminals per
  /// leaf.
  LevelTree(Sides const& children, Sides const& parents, std::int64_t concentration);
  /// Throws InputError if the number of vertices exceeds the range of ids.
  static void check_shape(Sides const& children, Sides const& parents, std::int64_t concentration);
  /// Returns the number of leaves, for trees with computing nodes as leaves.
  std::uint64_t num_nodes() const { return level_size(0); }
  bool is_node(RouterId r) const { return r.v < first_[1]; }
  /// Returns the second smallest eigenvalue of the Laplacian: the minimum over its tridiagonal blocks.
  double algebraic_connectivity() const;
  /// Sets terminal bisection and uniform load for links of bandwidth[k] between levels k and k + 1.
  void set_capacity_metrics(KnownMetrics& known, std::vector<double> const& bandwidth) const;

 private:
  struct Stage {
    Divisor children, parents;
    Divisor below;  // product of the parents of all lower stages
  };
  std::uint32_t children(std::uint32_t level) const {
    return level == 0 ? 0 : static_cast<std::uint32_t>(stages_[level - 1].children.value());
  }
  std::uint32_t parents(std::uint32_t level) const {
    return level == height() ? 0 : static_cast<std::uint32_t>(stages_[level].parents.value());
  }
  std::vector<std::uint64_t> pairs_between(std::uint32_t low_level, std::uint32_t high_level) const;
  std::uint32_t girth() const;

  std::vector<Stage> stages_;
  std::vector<std::uint64_t> first_;  // first vertex of each level, followed by the number of vertices
  Divisor concentration_;
};

inline Hop LevelTree::neighbor(RouterId r, PortId p) const {
  auto const level = level_of(r);
  auto const down = children(level);
  bool const up = p.v >= down;
  auto const& stage = stages_[up ? level : level - 1];
  auto const& old_digit = up ? stage.children : stage.parents;
  auto const& new_digit = up ? stage.parents : stage.children;
  auto const index = static_cast<std::uint32_t>(r.v - first_[level]);
  auto const upper = stage.below.quotient(index), lower = stage.below.remainder(index);
  auto const digit = old_digit.remainder(upper);
  auto const next_level = up ? level + 1 : level - 1;
  std::uint64_t const next_upper = old_digit.quotient(upper) * new_digit.value() + (up ? p.v - down : p.v);
  auto const router = first_[next_level] + next_upper * stage.below.value() + lower;
  return {{static_cast<std::uint32_t>(router)},
          {static_cast<std::uint16_t>(up ? digit : children(next_level) + digit)}};
}

}  // namespace weft
