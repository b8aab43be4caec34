// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/queue/nodes.hpp"

#include <gtest/gtest.h>

#include "support/queue_run.hpp"

namespace weft::queue {
namespace {

TEST(QueueNodes, AreTerminalsOrRouters) {
  auto const terminals = nodes_of("dragonfly:p=2,a=4,h=2"),
             routers = nodes_of("dragonfly:p=2,a=4,h=2", NodeKind::router);
  EXPECT_EQ(terminals.size(), 72);
  EXPECT_EQ(routers.size(), 36);
  EXPECT_EQ(routers.num_terminals(), 72);
  std::vector<std::uint32_t> of_router;
  routers.append_terminals(5, of_router);
  EXPECT_EQ(of_router, (std::vector<std::uint32_t>{10, 11}));
}

TEST(QueueNodes, GroupsFollowTheTopology) {
  auto const groups = [](std::string const& topology) {
    auto const nodes = nodes_of(topology);
    return std::pair{std::string(nodes.groups_are()), nodes.num_groups()};
  };
  EXPECT_EQ(groups("dragonfly:p=2,a=4,h=2"), (std::pair{std::string("groups"), 9u}));
  EXPECT_EQ(groups("kary_ntree:arity=3,levels=3"), (std::pair{std::string("leaf switches"), 9u}));
  EXPECT_EQ(groups("xgft:children=4x5,parents=1x4"), (std::pair{std::string("leaf switches"), 5u}));
  EXPECT_EQ(groups("mesh:sides=3x3,concentration=2"), (std::pair{std::string("routers"), 9u}));
  auto const nodes = nodes_of("kary_ntree:arity=3,levels=3");
  for (std::uint32_t g = 0; g < nodes.num_groups(); ++g)
    for (auto const node : nodes.in_group(g)) EXPECT_EQ(nodes.group(node), g);
}

TEST(QueueNodes, CountFreeNodes) {
  auto const nodes = nodes_of("mesh:sides=70,concentration=2");
  FreeNodes free(nodes), other(nodes);
  free.take(std::vector{0u, 64u, 65u, 139u});
  EXPECT_EQ(free.count(), 136);
  EXPECT_EQ(free.in_group(0), 1);
  EXPECT_EQ(free.in_group(32), 0);
  EXPECT_EQ(free.next(0), 1);
  EXPECT_EQ(free.next(64), 66);
  EXPECT_EQ(free.next(139), 140);
  other.take(std::vector{1u, 64u});
  free.keep_common(other);
  EXPECT_EQ(free.count(), 135);
  EXPECT_EQ(free.in_group(0), 0);
  free.release(std::vector{64u, 65u});
  EXPECT_EQ(free.in_group(32), 2);
  EXPECT_TRUE(free.is_free(64));
}

}  // namespace
}  // namespace weft::queue
