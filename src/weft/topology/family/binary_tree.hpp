// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "weft/topology/shape/level_tree.hpp"

namespace weft::topology {

/// The complete binary tree: 2^height leaves, which are the computing nodes, below 2^height - 1 routers.
class BinaryTree : public LevelTree {
 public:
  struct Params {
    std::int64_t height = 3;
  };
  static constexpr std::string_view name = "binary_tree";
  static constexpr std::string_view doc =
      "The complete binary tree (Leighton, Introduction to Parallel Algorithms and Architectures, section "
      "1.1): 2^height leaves, which are the computing nodes, and 2^height - 1 routers. Diameter 2 height; "
      "one link separates the halves. Channel classes: level1 (at the leaves), level2, ..";
  static constexpr std::string_view formulae =
      "vertices = 2^(height+1) - 1, of which 2^height are leaves, diameter = 2 height, bisection = 1";
  static constexpr std::tuple schema{
      param("height", &Params::height, Range{0, 31}, "links from the root to a leaf").size(),
  };

  explicit BinaryTree(Params const& params)
      : LevelTree(Sides(static_cast<std::size_t>(params.height), 2),
                  Sides(static_cast<std::size_t>(params.height), 1), 1),
        params_(params) {}
  static void check(Params const&) {}
  static std::vector<Params> samples() { return {{0}, {1}, {2}, {5}}; }

  Params const& params() const { return params_; }
  using LevelTree::is_node;
  using LevelTree::num_nodes;
  KnownMetrics known() const {
    auto known = LevelTree::known();
    double const cut = height() > 0;
    known.bisection = Bounds{cut, cut, "a link of the root"};
    return known;
  }

 private:
  Params params_;
};

}  // namespace weft::topology
