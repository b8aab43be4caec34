// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/dragonfly.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/known_oracle.hpp"

namespace weft {
namespace {

// Kim et al., ISCA 2008, figure 5 (p = h = 2, a = 4: 72 terminals) and section 3.1 (radix 64 scales to over
// 256K terminals).
TEST(Dragonfly, MatchesPublishedSizes) {
  topology::Dragonfly const figure{{2, 4, 2}};
  EXPECT_EQ(figure.num_groups(), 9u);
  EXPECT_EQ(figure.num_routers(), 36u);
  EXPECT_EQ(figure.num_terminals(), 72u);
  EXPECT_EQ(figure.degree({0}) + 2, 7) << "radix";
  topology::Dragonfly const radix_64{{16, 32, 16}};
  EXPECT_EQ(radix_64.num_terminals(), 262656u);
  EXPECT_EQ(radix_64.known().diameter, 3u);
}

TEST(Dragonfly, ArrangementsMatchTheirDefinitions) {
  auto const far_group = [](topology::Arrangement arrangement, std::uint32_t group, std::uint32_t port) {
    topology::Dragonfly const dragonfly{{1, 4, 2, 9, arrangement}};
    RouterId const r{group * 4 + port / 2};
    return dragonfly.group_of(dragonfly.neighbor(r, {static_cast<std::uint16_t>(3 + port % 2)}).router);
  };
  for (std::uint32_t group = 0; group < 9; ++group)
    for (std::uint32_t port = 0; port < 8; ++port) {
      EXPECT_EQ(far_group(topology::Arrangement::palmtree, group, port), (group + port + 1) % 9);
      EXPECT_EQ(far_group(topology::Arrangement::relative, group, port), (group + port + 1) % 9);
      EXPECT_EQ(far_group(topology::Arrangement::absolute, group, port), port < group ? port : port + 1);
    }
}

TEST(Dragonfly, PalmtreePairsPortsFromBothEnds) {
  topology::Dragonfly const dragonfly{{1, 4, 2}};
  EXPECT_EQ(dragonfly.neighbor({0}, {3}), (Hop{{1 * 4 + 3}, {3 + 1}}))
      << "port 0 of group 0, port 7 of group 1";
  EXPECT_EQ(dragonfly.neighbor({3}, {4}), (Hop{{8 * 4 + 0}, {3 + 0}}))
      << "port 7 of group 0, port 0 of group 8";
}

// Port q leads to the group at offset q mod (g - 1); the ports after the last full repetition stay
// unconnected.
TEST(Dragonfly, RepeatsLinksBetweenFewerGroups) {
  topology::Dragonfly const dragonfly{{1, 4, 2, 4}};
  EXPECT_EQ(dragonfly.degree({0}), 5);
  EXPECT_EQ(dragonfly.degree({3}), 3) << "ports 6 and 7 are open";
  std::vector<int> links(4, 0);
  for (std::uint32_t r = 0; r < 4; ++r)
    for (std::uint16_t p = 3; p < dragonfly.degree({r}); ++p)
      ++links[dragonfly.group_of(dragonfly.neighbor({r}, {p}).router)];
  EXPECT_EQ(links, (std::vector{0, 2, 2, 2}));
}

TEST(Dragonfly, HasClosedFormsAtAMillionRouters) {
  topology::Dragonfly const dragonfly{{63, 126, 63}};
  auto const known = dragonfly.known();
  EXPECT_EQ(dragonfly.num_routers(), 1000314u);
  EXPECT_EQ(known.links, dragonfly.num_routers() * (125 + 63) / 2);
  EXPECT_EQ(known.edge_connectivity, 188u);
  ASSERT_EQ(known.pairs_at_distance.size(), 3u);
  EXPECT_EQ(known.pairs_at_distance[0], 2 * *known.links);
  EXPECT_GE(known.pairs_at_distance[1], dragonfly.num_routers() * (63 * 125 + 63 * 125));
}

// test/data/topology_metrics.csv: 20 by branch and bound for p = 2, a = 4, h = 2; at most 1,338 and 4,168 for
// h = 6 and 8.
TEST(Dragonfly, HasTightBoundsOnTheBisection) {
  auto const bisection = [](std::int64_t h) { return *topology::Dragonfly{{h, 2 * h, h}}.known().bisection; };
  EXPECT_EQ(bisection(2).upper, 20);
  EXPECT_TRUE(bisection(2).exact());
  EXPECT_LE(bisection(6).upper, 1338);
  EXPECT_LE(bisection(8).upper, 4168);
  for (std::int64_t const h : {3, 4, 6, 8, 32}) EXPECT_GT(bisection(h).lower, 0.97 * bisection(h).upper) << h;
}

TEST(Dragonfly, RejectsGroupsThatCannotBeLinked) {
  EXPECT_THROW(topology::Dragonfly::check({1, 4, 2, 10}), InputError);
  EXPECT_THROW(topology::Dragonfly::check({1, 65535, 65535}), InputError);
  EXPECT_THROW(topology::Dragonfly::check({65535, 2048, 1024}), InputError) << "terminals";
  EXPECT_THROW(topology::Dragonfly::check({1, 65535, 2, 2}), InputError) << "ports";
}

RC_GTEST_PROP(Dragonfly, ClosedFormsMatchSearch, ()) {
  topology::Dragonfly::Params params;
  params.a = *rc::gen::inRange<std::int64_t>(1, 6);
  params.h = *rc::gen::inRange<std::int64_t>(1, 5);
  params.groups = *rc::gen::inRange<std::int64_t>(1, params.a * params.h + 2);
  params.arrangement = *rc::gen::element(topology::Arrangement::palmtree, topology::Arrangement::absolute,
                                         topology::Arrangement::relative);
  topology::Dragonfly const dragonfly{params};
  expect_known_is_found(dragonfly, dragonfly.known(), true);
  for (std::uint32_t a = 0; a < dragonfly.num_routers(); ++a) {
    auto const hops = hops_from(dragonfly, RouterId{a});
    for (std::uint32_t b = 0; b < hops.size(); ++b) RC_ASSERT(dragonfly.distance({a}, {b}) == hops[b]);
  }
  RC_ASSERT(!testing::Test::HasFailure());
}

}  // namespace
}  // namespace weft
