// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "weft/topology/shape/level_tree.hpp"

namespace weft::topology {

/// A complete binary tree with links of increasing capacity toward the root: the link above a vertex of
/// height j has capacity growth^j.
class LeisersonFatTree : public LevelTree {
 public:
  struct Params {
    std::int64_t leaves = 16;
    double growth = 2;
  };
  static constexpr std::string_view name = "leiserson_fat_tree";
  static constexpr std::string_view doc =
      "The fat tree of Leiserson (Fat-trees: universal networks for hardware-efficient supercomputing, IEEE "
      "Trans. Computers C-34(10), 1985): a complete binary tree above the computing nodes, where the link "
      "above a vertex of height j has capacity growth^j. growth = 4^(1/3) is the volume-universal choice, 2 "
      "provides full bandwidth. Bisection between halves of the leaves: one link of the root, "
      "(leaves/2)^log2(growth). Channel classes: level1 (at the leaves), level2, .. with bandwidth 1, "
      "growth, growth^2, ..";
  static constexpr std::string_view formulae =
      "vertices = 2 leaves - 1, diameter = 2 log2(leaves), capacity of the link above a vertex of height j "
      "= growth^j";
  static constexpr std::tuple schema{
      param("leaves", &Params::leaves, Range{1, 2147483648}, "number of computing nodes, a power of two")
          .size(),
      param("growth", &Params::growth, Range{1e-3, 1e3},
            "ratio of the capacity of a link to the capacity of the link below it"),
  };

  explicit LeisersonFatTree(Params const& params)
      : LevelTree(stages(params, 2), stages(params, 1), 1), params_(params) {}
  static void check(Params const& params) {
    if (!std::has_single_bit(static_cast<std::uint64_t>(params.leaves)))
      throw InputError{"leaves=" + std::to_string(params.leaves), "must be a power of two"};
  }
  static std::vector<Params> samples() { return {{1}, {2}, {8, 1}, {16, 1.587}, {32, 3}}; }
  static Members members(std::uint64_t i) {
    return {numbered("leaves=#", std::uint64_t{1} << (i < 40 ? i : 40))};
  }

  Params const& params() const { return params_; }
  using LevelTree::is_node;
  using LevelTree::num_nodes;
  /// Returns the capacity of the link above a vertex of `height`.
  double capacity(std::uint32_t height) const { return std::pow(params_.growth, height); }
  std::vector<ChannelClass> classes() const {
    auto classes = LevelTree::classes();
    for (std::uint32_t j = 0; j < classes.size(); ++j) classes[j].bandwidth = capacity(j);
    return classes;
  }
  KnownMetrics known() const {
    auto known = LevelTree::known();
    if (height() == 0) return known;
    known.bisection = Bounds{1, 1, "a link of the root"};
    std::vector<double> capacities;
    for (std::uint32_t j = 0; j < height(); ++j) capacities.push_back(capacity(j));
    set_capacity_metrics(known, capacities);
    return known;
  }

 private:
  static Sides stages(Params const& params, std::int64_t each) {
    return Sides(std::bit_width(static_cast<std::uint64_t>(params.leaves)) - std::size_t{1}, each);
  }

  Params params_;
};

}  // namespace weft::topology
