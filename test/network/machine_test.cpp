#include <atomic>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "weft/core/parallel.hpp"
#include "weft/network/machine_of.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/kautz.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

TEST(Machine, HasTheGeometriesOfItsTopology) {
  auto const torus = make_machine(Torus({{4, 3}}));
  EXPECT_EQ(torus.topology(), "torus");
  EXPECT_EQ(torus.sides(), (Sides{4, 3}));
  EXPECT_TRUE(torus.wraps(0));
  ASSERT_NE(torus.grid(), nullptr);
  EXPECT_EQ(torus.grid()->side(1), 3u);
  EXPECT_EQ(torus.groups(), nullptr);
  EXPECT_EQ(torus.levels(), nullptr);
  EXPECT_EQ(torus.clex(), nullptr);
  EXPECT_FALSE(make_machine(Mesh({{3, 3}})).wraps(1));

  auto const dragonfly = make_machine(Dragonfly({1, 4, 2}));
  EXPECT_EQ(dragonfly.grid(), nullptr);
  EXPECT_EQ(dragonfly.groups()->group_size(), 4u);
  EXPECT_EQ(dragonfly.copies(), (std::vector<std::uint64_t>{9, 1}));
  EXPECT_EQ(dragonfly.copy_of({7}, 1), 1u);
  EXPECT_EQ(make_machine(KaryNtree({2, 3})).levels()->height(), 2u);
  EXPECT_EQ(make_machine(Clex({})).clex()->levels(), 2u);
  EXPECT_FALSE(make_machine(Kautz({})).bidirectional());
}

TEST(Machine, MakesItsNetworkOnceForAllCopiesAndThreads) {
  Torus const torus({{8, 8}});
  std::atomic<int> made = 0;
  auto const machine = make_machine(torus, [&]() -> NetworkPtr {
    ++made;
    return std::make_shared<Network const>(build_network(torus));
  });
  auto const copy = machine;
  EXPECT_EQ(made, 0);
  parallel_for(64, [&](std::size_t, unsigned) { EXPECT_EQ(copy.network()->num_routers(), 64u); });
  EXPECT_EQ(machine.network(), copy.network());
  EXPECT_EQ(made, 1);
}

TEST(Machine, KnowsWhatHasFailed) {
  Torus const torus({{4, 4}});
  EXPECT_FALSE(make_machine(torus).has_failures());
  auto const failing = make_machine(torus, FailureParams{.failed_routers = {{3}}});
  EXPECT_TRUE(failing.has_failures());
  EXPECT_TRUE(failing.network()->router_failed({3}));
  EXPECT_EQ(failing.whole_grid(), nullptr);
}

}  // namespace
}  // namespace weft
