// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "weft/topology/shape/level_tree.hpp"
#include "weft/topology/shape/near_sizes.hpp"

namespace weft::topology {

/// The extended generalized fat tree XGFT(h; m_1..m_h; w_1..w_h): trees with any number of children and
/// parents per vertex, by level. The vertices of level 0 are the computing nodes, or switches with terminals.
class Xgft : public LevelTree {
 public:
  struct Params {
    Sides children{4, 4};
    Sides parents{1, 2};
    std::int64_t concentration = 0;
  };
  static constexpr std::string_view name = "xgft";
  static constexpr std::string_view doc =
      "The extended generalized fat tree (Ohring, Ibel, Das & Kumar, On generalized fat trees, IPPS 1995): "
      "children and parents per vertex, stage by stage from the computing nodes, which are vertices, or, with "
      "concentration, from the switches of the lowest level. Real fat trees of k-port switches have children=k, "
      "parents=k/2, concentration=k/2 with two levels of switches, and children=(k/2)x(k), "
      "parents=(k/2)x(k/2), concentration=k/2 with three. Fewer parents taper the tree. Channel classes: level1 "
      "(the lowest stage), level2, ..";
  static constexpr std::string_view formulae =
      "computing nodes = product of children, vertices of level l = product of parents up to l times "
      "product of children above l, distance of nodes at most 2 stages";
  static constexpr std::tuple schema{
      param("children", &Params::children, Range{1, 65535}, "children of a vertex of level 1, 2, ..").size(),
      param("parents", &Params::parents, Range{1, 65535}, "parents of a vertex of level 0, 1, ..").size(),
      param("concentration", &Params::concentration, Range{0, 65535},
            "terminals per vertex of level 0, a switch; 0: these vertices are the computing nodes"),
  };

  explicit Xgft(Params const& params)
      : LevelTree(params.children, params.parents, terminals_per_leaf(params)), params_(params) {}
  static void check(Params const& params) {
    if (params.children.size() != params.parents.size())
      throw InputError{"children has " + std::to_string(params.children.size()) + " stages, parents " +
                           std::to_string(params.parents.size()),
                       "both need one number per stage"};
    if (params.children.size() > 64)
      throw InputError{"children has " + std::to_string(params.children.size()) + " stages",
                       "must have at most 64"};
    check_shape(params.children, params.parents, terminals_per_leaf(params));
  }
  static std::vector<Params> samples() {
    return {{{4}, {1}},
            {{2, 2, 4}, {1, 2, 2}},
            {{3, 4}, {2, 3}},
            {{1, 2}, {2, 1}},
            {{2, 3, 2}, {1, 1, 1}},
            {{3, 2, 2}, {2, 1, 3}},
            {{2, 1, 3}, {1, 4, 1}},
            {{1, 1, 2}, {1, 3, 1}},
            {{4}, {2}, 3},
            {{2, 3}, {3, 2}, 2}};
  }
  /// Returns members with three stages and full bandwidth.
  static Members members(std::uint64_t i) {
    auto const children = closest_sides(3, i);
    return {"children=" + format_sides(children) + ",parents=" + format_sides({1, children[0], children[1]})};
  }

  Params const& params() const { return params_; }
  bool is_node(RouterId r) const { return params_.concentration == 0 && LevelTree::is_node(r); }
  std::uint64_t num_nodes() const { return params_.concentration == 0 ? LevelTree::num_nodes() : 0; }

 private:
  static std::int64_t terminals_per_leaf(Params const& params) {
    return std::max<std::int64_t>(params.concentration, 1);
  }

  Params params_;
};

}  // namespace weft::topology
