// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/allgather/flood_paths.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "weft/network/cables.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::rounds {
namespace {

constexpr HopTime model{.alpha_ns = 100, .beta_ns_per_meter = 5};

std::vector<LayoutParams> layouts() {
  return {{},
          {.pitch = 0.7, .folding = Folding::plain},
          {.folding = Folding::two_rows, .cables = CablePath::straight},
          {.cables = CablePath::straight, .wire = 0.3}};
}

/// The means are sums in a different order, so they agree up to rounding errors.
void expect_same(FloodPaths const& fast, FloodPaths const& walked) {
  for (auto const part : {&FloodPaths::hops, &FloodPaths::meters, &FloodPaths::time}) {
    EXPECT_NEAR((fast.*part).mean, (walked.*part).mean, 1e-9 * (walked.*part).mean);
    EXPECT_NEAR((fast.*part).max, (walked.*part).max, 1e-9 * (walked.*part).max);
  }
  EXPECT_NEAR(fast.longest_cable, walked.longest_cable, 1e-9 * walked.longest_cable);
}

bool everywhere(std::uint32_t) { return true; }

TEST(FloodPaths, MatchTracedTreesOnClex) {
  for (auto const& [m, levels] :
       std::vector<std::pair<int, int>>{{4, 1}, {2, 2}, {7, 2}, {2, 3}, {5, 3}, {3, 4}, {2, 6}})
    for (auto const links : {topology::Links::full, topology::Links::single})
      for (auto const trees : {FloodTrees::shortest, FloodTrees::one_edge})
        for (auto const& params : layouts()) {
          topology::Clex const clex({.m = m, .levels = levels, .links = links});
          SCOPED_TRACE(to_spec(clex, true).to_string());
          auto const layout = make_layout(clex, params);
          expect_same(flood_paths(clex, trees, layout, model),
                      walk_paths(*make_flood(clex, trees), everywhere, layout, model));
        }
}

TEST(FloodPaths, MatchTracedTreesOnGrids) {
  auto const compare = [](Grid const& grid, auto const& topology) {
    for (auto const& params : layouts()) {
      auto const layout = make_layout(topology, params);
      expect_same(flood_paths(grid, layout, model), walk_paths(*make_flood(grid), everywhere, layout, model));
    }
  };
  auto list = Grid::samples();
  for (auto const& sides : std::vector<Sides>{{7}, {6}, {2}, {4, 4}, {5, 5}, {6, 3, 4}, {4, 2, 4}, {3, 8, 5}})
    list.push_back({sides});
  for (auto const& params : list) {
    SCOPED_TRACE(write_params(topology::Torus::schema, params, true)[0].value);
    compare(topology::Torus(params), topology::Torus(params));
    compare(topology::Mesh(params), topology::Mesh(params));
  }
}

TEST(FloodPaths, AreEmptyForOneNode) {
  topology::Clex const clex({.m = 1, .levels = 2});
  EXPECT_EQ(flood_paths(clex, FloodTrees::shortest, make_layout(clex, {}), model).time.max, 0);
  topology::Torus const torus({{1}});
  EXPECT_EQ(flood_paths(torus, make_layout(torus, {}), model).hops.mean, 0);
}

// Lenzen & Wattenhofer, II-C: a message crosses at most one edge of each level. If the cubes grow by m^(1/3)
// per level, its cable length is at most 1 + m^(-1/3) + m^(-2/3) + .. times the longest cable: 1.3125 for m =
// 64, l = 3, and 1.445 for m = 32, l = 4.
TEST(FloodPaths, CableLengthsFormAGeometricSeriesOnClex) {
  // m = 64: cubes with sides of 4, 16 and 64 positions. Per axis the hop of level 3 covers at most 48
  // positions, if it keeps its position in the clique, the hop of level 2 covers 12 and the hop of level 1 3:
  // 63 in total, relative to 48.
  topology::Clex const cube({.m = 64, .levels = 3});
  auto const cube_paths = flood_paths(cube, FloodTrees::shortest, make_layout(cube, {}), model);
  EXPECT_DOUBLE_EQ(cube_paths.longest_cable, 0.5 * 3 * 48);
  EXPECT_DOUBLE_EQ(cube_paths.meters.max, 0.5 * 3 * 63);
  EXPECT_DOUBLE_EQ(cube_paths.meters.max / cube_paths.longest_cable, 1.3125);
  // m = 32: boxes of 4 x 4 x 2, 16 x 8 x 8, 32 x 32 x 32 and 128 x 128 x 64 positions. The sums of their
  // sides minus one box of the level below: 3 + 3 + 1 = 7, 12 + 4 + 6 = 22, 16 + 24 + 24 = 64, 96 + 96 + 32 =
  // 224. If all hops follow one diagonal, they cover the sum. A path may gain in the cliques it passes, as
  // their boxes have another shape.
  topology::Clex const four({.m = 32, .levels = 4});
  auto const four_paths = flood_paths(four, FloodTrees::shortest, make_layout(four, {}), model);
  EXPECT_DOUBLE_EQ(four_paths.longest_cable, 0.5 * 224);
  EXPECT_GE(four_paths.meters.max, 0.5 * (7 + 22 + 64 + 224));
  EXPECT_LE(four_paths.meters.max / four_paths.longest_cable, 1.446);
  EXPECT_EQ(four_paths.hops.max, 4);
}

TEST(FloodPaths, MatchHandComputedPathsOnATorus) {
  // Along a ring of even length k, a message makes k / 4 hops on average, including messages to its own
  // router: 3 k / 4 in three dimensions, or 3/4 n^(1/3).
  topology::Torus const torus({{64, 64, 64}});
  auto const paths = flood_paths(torus, make_layout(torus, {.folding = Folding::plain}), model);
  double const n = 262144;
  EXPECT_NEAR(paths.hops.mean, 48 * n / (n - 1), 1e-9);
  EXPECT_EQ(paths.hops.max, 96);
  EXPECT_DOUBLE_EQ(paths.longest_cable, 31.5);
  // On folded rings, a hop covers at most two pitches, and exactly two pitches except for two hops of each
  // ring.
  auto const folded = flood_paths(torus, make_layout(torus, {}), model);
  EXPECT_LE(folded.meters.max, 96 * 1.0);
  EXPECT_GE(folded.meters.max, (96 - 6) * 1.0);
  EXPECT_NEAR(folded.meters.mean, 48 * n / (n - 1) * (2 * 62 + 2) / 64 * 0.5, 1e-9)
      << "every cable of a ring is crossed equally often";
}

TEST(FloodPaths, AreAtMostSqrt3TimesTheStraightLineOnAGrid) {
  // From corner to corner of a cube, a message covers 3 (k - 1) pitches, and a straight line sqrt(3) (k - 1):
  // the maximum ratio of the sum of three numbers to the root of the sum of their squares.
  topology::Mesh const mesh({{9, 9, 9}});
  auto const layout = make_layout(mesh, {.pitch = 1});
  auto const paths = flood_paths(mesh, layout, model);
  auto const corner = std::sqrt(static_cast<double>(squared_distance(layout.cell({0}), layout.cell({728}))));
  EXPECT_DOUBLE_EQ(paths.meters.max / corner, std::sqrt(3.0));
  EXPECT_EQ(paths.meters.max, 24);
  EXPECT_EQ(paths.time.max, 24 * (100 + 5));
}

TEST(FloodPaths, SupportAMillionRouters) {
  topology::Torus const ring({{1048576}});
  auto const paths = flood_paths(ring, make_layout(ring, {.folding = Folding::two_rows}), model);
  double const n = 1048576;
  EXPECT_NEAR(paths.hops.mean, n / 4 * n / (n - 1), 1e-6) << "sums of 2^60, in doubles of 53 bits";
  EXPECT_EQ(paths.hops.max, n / 2);
  EXPECT_DOUBLE_EQ(paths.meters.max, n / 4);
}

}  // namespace
}  // namespace weft::rounds
