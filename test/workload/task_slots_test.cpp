// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/task_slots.hpp"

#include <gtest/gtest.h>

#include "weft/network/topologies.hpp"

namespace weft {
namespace {

using Terminals = std::vector<std::uint32_t>;

/// Four hosts of one terminal each, two tasks on each host.
class WholeHosts : public testing::Test {
 protected:
  std::optional<TaskSlots> slots(Terminals const& placement, Terminals const* some = nullptr) const {
    return whole_host_slots(hosts_, some, 2, placement);
  }
  Hosts hosts_{make_topology("xgft:children=2x2,parents=1x1")};
};

TEST_F(WholeHosts, KeepPlacementsThatFillHosts) {
  EXPECT_FALSE(slots({0, 3, 0, 3}));
  EXPECT_FALSE(slots({2, 2, 1})) << "one host may have fewer";
}

TEST_F(WholeHosts, AreThoseWithTheMostTasks) {
  auto const found = slots({0, 1, 3, 3});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->terminals, (Terminals{0, 0, 3, 3})) << "3 has two tasks, and 0 is the first with one";
  EXPECT_EQ(found->by_host, (Terminals{0, 1, 2, 3}));
}

TEST_F(WholeHosts, HaveAsManySlotsAsTasks) {
  auto const found = slots({1, 2, 3});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->terminals, (Terminals{1, 1, 2}));
}

TEST_F(WholeHosts, ReplaceHostsWithTooManyTasks) {
  Terminals const part{0, 2};
  auto const found = slots({0, 0, 0, 2}, &part);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->terminals, (Terminals{0, 0, 2, 2}));
}

/// A router of the torus is a host of two terminals, which have its slots in turn.
TEST(WholeHostsOfSeveralTerminals, AlternateBetweenThem) {
  Hosts const hosts(make_topology("torus:sides=2x2,concentration=2"));
  auto const found = whole_host_slots(hosts, nullptr, 3, Terminals{0, 2, 4, 4, 5, 6});
  ASSERT_TRUE(found) << "router 2 has three tasks, the others one";
  EXPECT_EQ(found->terminals, (Terminals{0, 0, 1, 4, 4, 5}));
  EXPECT_EQ(found->by_host, (Terminals{0, 2, 1, 3, 5, 4}));
}

}  // namespace
}  // namespace weft
