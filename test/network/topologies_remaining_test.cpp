// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/core/error.hpp"
#include "weft/graph/graph_file.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/network.hpp"
#include "weft/network/topologies.hpp"

namespace weft {
namespace {

TEST(Remaining, ReturnsTheTopologyItselfIfThereAreNoFailures) {
  auto const torus = make_topology("torus:sides=4x4");
  EXPECT_EQ(remaining(torus, {}), torus);
}

TEST(Remaining, OmitsTheLinksBetweenTwoRouters) {
  auto const left = remaining(make_topology("ring:routers=5"), {.fail = "0-1"});
  EXPECT_EQ(left->num_routers(), 5u);
  EXPECT_EQ(left->degree({0}), 1u);
  EXPECT_EQ(left->degree({2}), 2u);
  EXPECT_EQ(left->neighbor({0}, {0}).router, RouterId{4});
}

TEST(Remaining, OmitsARouterWithItsTerminalsAndKeepsOtherNames) {
  auto const left = remaining(make_topology("ring:routers=5,concentration=2"), {.fail = "2"});
  EXPECT_EQ(left->num_routers(), 4u);
  EXPECT_EQ(left->num_terminals(), 8u);
  EXPECT_EQ(left->names(), (std::vector<std::string>{"0", "1", "3", "4"}));
  EXPECT_EQ(left->degree({1}), 1u);
  EXPECT_EQ(left->neighbor({1}, {0}).router, RouterId{0});
}

TEST(Remaining, KeepsUnidirectionalChannels) {
  auto const kautz = make_topology("kautz:degree=2,length=2");
  auto const left = remaining(kautz, {.links = 0.3, .seed = 4});
  EXPECT_FALSE(left->bidirectional());
  std::uint64_t failed = 0, channels = 0;
  auto const network = kautz->network({.links = 0.3, .seed = 4});
  for (std::uint32_t c = 0; c < network.num_channels(); ++c) failed += network.channel_failed({c});
  for (std::uint32_t r = 0; r < left->num_routers(); ++r) channels += left->degree({r});
  EXPECT_GT(failed, 0u);
  EXPECT_EQ(channels, network.num_channels() - failed);
}

TEST(Remaining, KeepsTheTitleOfTheTopology) {
  auto const left = remaining(make_topology("ring:routers=8"), {.fail = "0-1"});
  EXPECT_EQ(left->spec(false), "ring:routers=8");
  EXPECT_EQ(left->spec(true), "ring:routers=8,concentration=1");
}

TEST(Remaining, ReportsTheRequiredMemoryForTooManyRouters) {
  auto const rejection =
      rejection_of([] { remaining(make_topology("torus:sides=65536x65536"), {.fail = "0-1"}); });
  ASSERT_TRUE(rejection);
  EXPECT_TRUE(rejection->problem.starts_with("the graph of 4294967296 routers needs ")) << rejection->what();
}

TEST(Remaining, RejectsTheLossOfEveryTerminal) {
  EXPECT_THROW(remaining(make_topology("ring:routers=3"), {.routers = 1}), InputError);
}

}  // namespace
}  // namespace weft
