// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "support/machine_of.hpp"
#include "weft/core/parallel.hpp"
#include "weft/network/geometry/grid_geometry.hpp"
#include "weft/network/geometry/group_geometry.hpp"
#include "weft/network/geometry/level_geometry.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/kautz.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

TEST(Machine, HasTheGeometriesOfItsTopology) {
  auto const torus = machine_of(topology::Torus({{4, 3}}));
  EXPECT_EQ(torus.topology(), "torus");
  EXPECT_EQ(torus.sides(), (Sides{4, 3}));
  ASSERT_NE(torus.grid(), nullptr);
  EXPECT_EQ(torus.grid()->side(1), 3u);
  EXPECT_EQ(torus.groups(), nullptr);
  EXPECT_EQ(torus.levels(), nullptr);
  EXPECT_EQ(torus.as<topology::Clex>(), nullptr);

  auto const dragonfly = machine_of(topology::Dragonfly({1, 4, 2}));
  EXPECT_EQ(dragonfly.grid(), nullptr);
  EXPECT_EQ(dragonfly.groups()->group_size(), 4u);
  EXPECT_EQ(machine_of(topology::KaryNtree({2, 3})).levels()->height(), 2u);
  EXPECT_EQ(machine_of(topology::Clex({})).as<topology::Clex>()->levels(), 2u);
  EXPECT_FALSE(machine_of(topology::Kautz({})).bidirectional());
}

TEST(Machine, CreatesItsNetworkOnceForAllCopiesAndThreads) {
  topology::Torus const torus({{8, 8}});
  std::atomic<int> made = 0;
  Machine const machine(erase_type(torus), [&]() -> NetworkPtr {
    ++made;
    return std::make_shared<Network const>(build_network(torus));
  });
  auto const copy = machine;
  EXPECT_EQ(made, 0);
  parallel_for(64, [&](std::size_t, unsigned) { EXPECT_EQ(copy.network()->num_routers(), 64u); });
  EXPECT_EQ(machine.network(), copy.network());
  EXPECT_EQ(made, 1);
}

TEST(Machine, ReportsFailures) {
  topology::Torus const torus({{4, 4}});
  EXPECT_FALSE(machine_of(torus).has_failures());
  auto const failing = machine_of(torus, FailureParams{.fail = "3"});
  EXPECT_TRUE(failing.has_failures());
  EXPECT_TRUE(failing.network()->router_failed({3}));
}

}  // namespace
}  // namespace weft
