// SPDX-License-Identifier: Apache-2.0
#include "weft/network/geometry/grid_geometry.hpp"

#include <gtest/gtest.h>

#include "support/machine_of.hpp"
#include "weft/topology/family/complete.hpp"
#include "weft/topology/family/hypercube.hpp"
#include "weft/topology/family/hyperx.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

/// Expects that the ports to neighbors lead to the neighbors, and that routers have no other ports unless
/// there are shortcuts.
void expect_ports_to_neighbors(Machine const& machine) {
  SCOPED_TRACE(machine.spec());
  auto const& grid = *machine.grid();
  auto const& network = *machine.network();
  bool shortcuts = false;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r) {
    std::vector<bool> near(network.num_routers(), false);
    for (auto const dim : grid.proper_dims())
      for (bool const up : {false, true}) {
        auto const to = grid.neighbor(r, dim, up);
        auto const port = grid.port(r, dim, up);
        bool const is_end = grid.coord(r, dim) == (up ? grid.side(dim) - 1 : 0);
        if (is_end && !grid.closes(dim)) {
          EXPECT_EQ(port, GridGeometry::no_port);
          continue;
        }
        ASSERT_LT(port, network.degree({r}));
        EXPECT_EQ(network.target(network.channel({r}, {port})).v, to);
        near[to] = true;
      }
    for (std::uint16_t p = 0; p < network.degree({r}); ++p)
      shortcuts = shortcuts || !near[network.target(network.channel({r}, {p})).v];
  }
  EXPECT_EQ(grid.has_shortcuts(), shortcuts);
}

TEST(GridGeometry, ReturnsThePortsToNeighbors) {
  expect_ports_to_neighbors(machine_of(topology::Torus({.sides = {4, 1, 3}})));
  expect_ports_to_neighbors(machine_of(topology::Torus({.sides = {2, 4}, .concentration = 3})));
  expect_ports_to_neighbors(machine_of(topology::Torus({.sides = {2, 3}, .doubled = true})));
  expect_ports_to_neighbors(machine_of(topology::Mesh({.sides = {3, 2, 4}})));
  expect_ports_to_neighbors(machine_of(topology::Ring({.routers = 5})));
  expect_ports_to_neighbors(machine_of(topology::Hypercube({.dimensions = 4})));
  expect_ports_to_neighbors(machine_of(topology::Hyperx({.sides = {3, 2}, .parallel = 2})));
  expect_ports_to_neighbors(machine_of(topology::Hyperx({.sides = {4, 5}})));
  expect_ports_to_neighbors(machine_of(topology::Complete({.routers = 6})));
}

TEST(GridGeometry, UsesTheFirstOfParallelLinksDownAndTheLastUp) {
  auto const hyperx = machine_of(topology::Hyperx({.sides = {2}, .parallel = 3}));
  EXPECT_EQ(hyperx.grid()->port(0, 0, false), 0);
  EXPECT_EQ(hyperx.grid()->port(0, 0, true), 2);
  auto const doubled = machine_of(topology::Torus({.sides = {2}, .doubled = true}));
  EXPECT_EQ(doubled.grid()->port(1, 0, false), 0);
  EXPECT_EQ(doubled.grid()->port(1, 0, true), 1);
}

TEST(GridGeometry, ClosesEveryDimensionOfATorus) {
  EXPECT_TRUE(machine_of(topology::Torus({.sides = {4, 1, 2}})).grid()->is_torus());
  EXPECT_TRUE(machine_of(topology::Mesh({.sides = {2, 2}})).grid()->is_torus());
  EXPECT_TRUE(machine_of(topology::Hyperx({.sides = {5, 3}})).grid()->is_torus());
  EXPECT_FALSE(machine_of(topology::Mesh({.sides = {2, 3}})).grid()->is_torus());
}

}  // namespace
}  // namespace weft
