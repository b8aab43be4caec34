// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "weft/topology/metric/bisection.hpp"
#include "weft/topology/shape/level_tree.hpp"

namespace weft::topology {

/// The k-ary n-tree: n levels of k^(n-1) switches, each with k links down and k up; k terminals at each
/// switch of the lowest level. Level 0 here is level n - 1 of the source.
class KaryNtree : public LevelTree {
 public:
  struct Params {
    std::int64_t arity = 2;
    std::int64_t levels = 3;
  };
  static constexpr std::string_view name = "kary_ntree";
  static constexpr std::string_view aliases[] = {"fat_tree"};
  static constexpr std::string_view doc =
      "The k-ary n-tree (Petrini & Vanneschi, k-ary n-trees: high performance networks for massively "
      "parallel architectures, IPPS 1997): the fat tree of equal switches. It has levels * arity^(levels-1) "
      "switches, each with arity down links and arity up links. Each switch of the lowest level has arity "
      "terminals. Switches of neighboring levels are linked if their numbers agree except in one digit. "
      "Diameter 2 (levels-1). Channel classes: level1 (lowest stage of links), level2, ..";
  static constexpr std::string_view formulae =
      "terminals = arity^levels, switches = levels arity^(levels-1) of 2 arity ports (arity at the top), "
      "diameter = 2 (levels - 1)";
  static constexpr std::tuple schema{
      param("arity", &Params::arity, Range{1, 32767}, "down links and up links of a switch").size(),
      param("levels", &Params::levels, Range{1, 32}, "number of levels of switches").size(),
  };

  explicit KaryNtree(Params const& params)
      : LevelTree(stages(params), stages(params), params.arity), params_(params) {}
  static void check(Params const& params) { check_shape(stages(params), stages(params), params.arity); }
  static std::vector<Params> samples() { return {{2, 1}, {2, 2}, {4, 3}, {3, 4}, {2, 5}, {1, 3}}; }
  /// Returns members with two or more levels; one level is a single switch.
  static Members members(std::uint64_t i) {
    Members members;
    for (std::uint64_t levels = 2; levels <= 32; ++levels)
      members.push_back(numbered("arity=#,levels=", i) + std::to_string(levels));
    return members;
  }

  Params const& params() const { return params_; }
  /// Returns the known metrics. Upper bound on the bisection: cutting half of the links of the top level
  /// separates halves of the terminals and, for even arity, of the switches by arity^levels / 2 links. The
  /// lower bound is Fiedler's.
  KnownMetrics known() const {
    auto known = LevelTree::known();
    if (params_.levels > 1) known.edge_connectivity = static_cast<std::uint32_t>(params_.arity);
    if (params_.levels > 1 && params_.arity % 2 == 0) {
      auto const spectral = static_cast<double>(spectral_cut(*known.algebraic_connectivity, num_routers()));
      double const cut = std::pow(static_cast<double>(params_.arity), params_.levels) / 2;
      known.bisection = Bounds{spectral, cut, "spectral lower bound, the top level's links halved"};
    }
    return known;
  }

 private:
  static Sides stages(Params const& params) {
    return Sides(static_cast<std::size_t>(params.levels - 1), params.arity);
  }

  Params params_;
};

}  // namespace weft::topology
