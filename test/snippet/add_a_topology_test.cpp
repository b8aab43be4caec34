// SPDX-License-Identifier: Apache-2.0
// The topology of docs/how-to/add-a-topology.md, compiled as it stands there.

#include <gtest/gtest.h>

#include "support/breadth_first.hpp"
#include "weft/topology/family/hub.hpp"

namespace weft {
namespace {

TEST(AddATopology, HubMatchesItsFacts) {
  topology::Hub const hub({.leaves = 7});
  EXPECT_EQ(hub.num_routers(), 8u);
  EXPECT_EQ(hub.degree({0}), 7);
  EXPECT_EQ(hub.diameter(), 2u);
  EXPECT_EQ(all_pairs_histogram(hub), (std::map<std::uint32_t, std::uint64_t>{{0, 8}, {1, 14}, {2, 42}}));
}

}  // namespace
}  // namespace weft
