// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/dragonfly_plus.hpp"

#include <gtest/gtest.h>

#include "support/breadth_first.hpp"

namespace weft {
namespace {

// Shpiner et al. 2017, section III: routers of k ports, half of them towards the terminals, connect about k^4
// / 16 terminals.
TEST(DragonflyPlus, ConnectsAHundredThousandTerminalsWith36PortRouters) {
  topology::DragonflyPlus const network({.p = 18, .leaves = 18, .spines = 18, .h = 18});
  EXPECT_EQ(network.num_groups(), 18u * 18 + 1);
  EXPECT_EQ(network.num_terminals(), 105300u);
  EXPECT_NEAR(static_cast<double>(network.num_terminals()), 36.0 * 36 * 36 * 36 / 16, 400);
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    ASSERT_EQ(network.degree({r}) + network.terminals_at({r}).count, 36u);
}

TEST(DragonflyPlus, LeavesAreTwoHopsApartInAGroupAndThreeBetweenGroups) {
  for (auto const& params : topology::DragonflyPlus::samples()) {
    topology::DragonflyPlus const network(params);
    SCOPED_TRACE(to_spec(network).to_string());
    for (std::uint32_t a = 0; a < network.num_routers(); ++a) {
      if (!network.is_leaf({a})) continue;
      auto const hops = hops_from(network, RouterId{a});
      for (std::uint32_t b = 0; b < network.num_routers(); ++b)
        if (network.is_leaf({b})) {
          EXPECT_EQ(hops[b], a == b ? 0u : network.group_of({a}) == network.group_of({b}) ? 2u : 3u);
        }
    }
  }
}

TEST(DragonflyPlus, LinksAllPairsOfGroupsWithTheSameNumberOfLinks) {
  topology::DragonflyPlus const network(
      {.p = 2, .leaves = 3, .spines = 4, .h = 3, .groups = 5});  // 12 ports, 4 groups: 3 links
  std::vector<std::uint32_t> links(5, 0);
  for (std::uint32_t r = 0; r < 7; ++r)
    for (std::uint16_t p = 0; p < network.degree({r}); ++p)
      if (network.class_of({r}, {p}) == ClassId{1})
        ++links[network.group_of(network.neighbor({r}, {p}).router)];
  EXPECT_EQ(links, (std::vector<std::uint32_t>{0, 3, 3, 3, 3}));
}

TEST(DragonflyPlus, RejectsMoreGroupsThanPortsCanLink) {
  EXPECT_THROW(topology::DragonflyPlus::check({.p = 1, .leaves = 2, .spines = 2, .h = 2, .groups = 6}),
               InputError);
  EXPECT_NO_THROW(topology::DragonflyPlus::check({.p = 1, .leaves = 2, .spines = 2, .h = 2, .groups = 5}));
}

}  // namespace
}  // namespace weft
