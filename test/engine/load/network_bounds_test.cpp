// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/load/network_bounds.hpp"

#include <bit>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "support/all_minimal_loads.hpp"
#include "support/random_communication.hpp"
#include "weft/engine/load/network_load.hpp"
#include "weft/topology/family/hyperx.hpp"
#include "weft/topology/family/torus.hpp"
#include "weft/traffic/communication/catalog.hpp"

namespace weft {
namespace {

TEST(NetworkBounds, AreAttainedByAHaloOnItsTorus) {
  auto const network = build_network(topology::Torus({.sides = {8, 6}}));
  auto const communication = task::Halo({}).communicate({{6, 8}});
  std::vector<std::uint32_t> placement(48);
  std::iota(placement.begin(), placement.end(), 0);
  auto const bounds = load::network_bounds(network, communication, {6, 8});
  ASSERT_EQ(bounds.size(), 1U);
  auto const reached = all_minimal_loads({communication, placement, network}).loads.throughput();
  EXPECT_DOUBLE_EQ(bounds.front().throughput, reached);
}

TEST(NetworkBounds, AreNotExceededByAnyPlacement) {
  auto const network = build_network(topology::Hyperx({.sides = {4, 3}, .terminals = 4}));
  for (auto const& communication :
       {task::Halo({}).communicate({{6, 8}}), task::Transpose({}).communicate({{6, 8}}),
        task::AllToAll({}).communicate({{6, 8}}), mixed(48, 7)}) {
    auto const bounds = load::network_bounds(network, communication, {6, 8});
    ASSERT_EQ(bounds.size(), 1U);
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      auto const placement = shuffled(48, 48, seed);
      auto const reached = all_minimal_loads({communication, placement, network}).loads.throughput();
      EXPECT_LE(reached, bounds.front().throughput * (1 + 1e-9));
    }
  }
}

TEST(NetworkBounds, AreEmptyForAJobOnOneRouter) {
  auto const network = build_network(topology::Hyperx({.sides = {4, 3}, .terminals = 4}));
  EXPECT_TRUE(load::network_bounds(network, task::Halo({}).communicate({{2, 2}}), {2, 2}).empty());
}

/// Returns, for each size, the minimum number of edges between a set of vertices of this size and the rest of
/// a torus grid.
std::vector<std::uint32_t> min_borders(Sides const& sides) {
  auto const vertices = static_cast<std::uint32_t>(size_of(sides));
  std::vector<std::uint32_t> right(vertices), down(vertices);
  auto const columns = static_cast<std::uint32_t>(sides[1]);
  for (std::uint32_t v = 0; v < vertices; ++v) {
    right[v] = v / columns * columns + (v % columns + 1) % columns;
    down[v] = (v + columns) % vertices;
  }
  std::vector<std::uint32_t> minimum(vertices + 1, std::numeric_limits<std::uint32_t>::max());
  for (std::uint32_t set = 0; set < std::uint32_t{1} << vertices; ++set) {
    std::uint32_t border = 0;
    for (std::uint32_t v = 0; v < vertices; ++v)
      for (auto const w : {right[v], down[v]}) border += (set >> v & 1) != (set >> w & 1);
    auto& entry = minimum[static_cast<std::uint32_t>(std::popcount(set))];
    entry = std::min(entry, border);
  }
  return minimum;
}

TEST(MinGridBorder, IsALowerBoundAndExactForSmallSets) {
  for (Sides const& sides : {Sides{4, 4}, Sides{3, 5}, Sides{3, 6}, Sides{4, 5}}) {
    auto const minimum = min_borders(sides);
    for (std::uint64_t size = 0; size < minimum.size(); ++size) {
      EXPECT_LE(load::min_grid_border(sides, size), minimum[size]) << format_sides(sides) << ": " << size;
    }
    EXPECT_EQ(load::min_grid_border(sides, 1), minimum[1]);
    EXPECT_EQ(load::min_grid_border(sides, 2), minimum[2]);
  }
  EXPECT_EQ(load::min_grid_border({5, 5}, 4), 8);              // a square of 2x2
  EXPECT_EQ(load::min_grid_border({64, 64}, 128), 46);         // 2 ceil(2 sqrt(128))
  EXPECT_EQ(load::min_grid_border({8, 64}, 128), 12);          // a band of 16 columns has a border of 16
  EXPECT_NEAR(load::min_grid_border({9, 9, 9}, 8), 24, 1e-9);  // a cube
}

/// Returns the exact number of units between the parts; part[t] is the part of task t.
std::uint64_t units_between(Communication const& communication, std::vector<std::uint32_t> const& part) {
  std::uint64_t units = 0;
  communication.for_each_flow(
      [&](Flow const& flow) { units += part[flow.from] != part[flow.to] ? flow.units : 0; });
  return units;
}

TEST(MinUnitsBetween, IsALowerBoundForAnyPartition) {
  Sides const grid{8, 12};
  for (auto const& communication :
       {task::Halo({}).communicate({grid}), task::Halo({.corners = true}).communicate({grid}),
        task::Transpose({}).communicate({grid}), mixed(96, 3)})
    for (std::uint32_t const size : {1u, 2u, 4u, 6u, 16u, 48u, 96u}) {
      auto const bound = load::min_units_between(communication, grid, size);
      for (std::uint64_t seed = 0; seed < 5; ++seed) {
        auto part = shuffled(96, 96, seed);
        for (auto& p : part) p /= size;
        EXPECT_LE(bound, units_between(communication, part)) << size;
      }
      std::vector<std::uint32_t> rows(96);
      for (std::uint32_t task = 0; task < 96; ++task) rows[task] = task / size;
      EXPECT_LE(bound, units_between(communication, rows)) << size;
    }
}

TEST(MinUnitsBetween, IsExactForSquaresOfAHalo) {
  auto const communication = task::Halo({}).communicate({{64, 64}});
  EXPECT_EQ(load::min_units_between(communication, {64, 64}, 4), 4096U * 2);
  EXPECT_EQ(load::min_units_between(communication, {64, 64}, 16), 4096U);
  EXPECT_EQ(load::min_units_between(communication, {64, 64}, 4096), 0U);
}

TEST(MinUnitsBetween, NeighborBoundIsZeroOnAMismatchedOrNarrowGrid) {
  auto const halo = task::Halo({}).communicate({{6, 6}});
  EXPECT_EQ(load::min_units_to_neighbors(halo, {6, 6}), 1U);
  EXPECT_EQ(load::min_units_to_neighbors(halo, {4, 9}), 0U);
  EXPECT_EQ(load::min_units_to_neighbors(task::Halo({}).communicate({{2, 6}}), {2, 6}), 0U);
}

}  // namespace
}  // namespace weft
