// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/destination_tag/destination_tag.hpp"

#include <map>

#include <gtest/gtest.h>

#include "support/vc_dependencies.hpp"
#include "support/vc_walk.hpp"
#include "weft/topology/family/kary_nfly.hpp"

namespace weft {
namespace {

TEST(VcDestinationTag, LoadsAllChannelsEquallyUnderUniformTraffic) {
  auto const machine = machine_of(topology::KaryNfly({3, 3}));
  auto const routing = bind_vc(machine, "destination_tag", 1);
  auto const& network = *machine.network();
  std::map<std::uint32_t, int> paths;
  for (std::uint32_t from = 0; from < 27; ++from)
    for (std::uint32_t to = 0; to < 27; ++to) {
      VcWalk walk(network, *routing, network.injection_router({from}).v, network.ejection_router({to}).v, 1);
      ASSERT_EQ(walk.candidates().front().vcs, 3u);
      ASSERT_TRUE(walk.finish(2));
      for (auto const c : walk.channels()) ++paths[c.v];
    }
  EXPECT_EQ(paths.size(), network.num_channels());
  for (auto const& [channel, count] : paths) EXPECT_EQ(count, 27);
}

TEST(VcDestinationTag, IsTheDeadlockFreeDefaultOnFlies) {
  auto const machine = machine_of(topology::KaryNfly({2, 4}));
  EXPECT_EQ(routing::default_routing(machine, routing::Form::channels), "destination_tag");
  auto const routing = bind_vc(machine, "destination_tag");
  EXPECT_TRUE(VcDependencies(*machine.network(), *routing).is_acyclic());
  EXPECT_TRUE(routing->reaches(0, 31));
  EXPECT_FALSE(routing->reaches(31, 0));
}

}  // namespace
}  // namespace weft
