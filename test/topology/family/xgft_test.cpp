// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/xgft.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/known_oracle.hpp"
#include "weft/topology/family/kary_ntree.hpp"

namespace weft {
namespace {

// M. Al-Fares, A. Loukissas, A. Vahdat, A scalable, commodity data center network architecture, SIGCOMM 2008:
// k-port switches in three levels carry k^3/4 hosts with 5k^2/4 switches; 48 ports: 27,648 hosts, 2,880
// switches.
TEST(Xgft, ContainsTheKaryNtree) {
  topology::Xgft const tree{{{24, 24, 48}, {1, 24, 24}}};
  EXPECT_EQ(tree.num_nodes(), 27648u);
  EXPECT_EQ(tree.num_routers() - tree.num_nodes(), 2880u);
  for (auto const r : {27648u, 28800u, 28799u, 29952u, 30527u}) EXPECT_EQ(tree.degree({r}), 48);
  EXPECT_EQ(tree.known().degree_max, 48u);
  EXPECT_EQ(tree.diameter(), 6u);
}

// Ohring et al. 1995: level l of XGFT(h; m; w) has (w_1 .. w_l) (m_(l+1) .. m_h) vertices.
TEST(Xgft, MatchesPublishedLevelSizes) {
  topology::Xgft const tree{{{3, 4, 5}, {2, 3, 7}}};
  EXPECT_EQ(tree.level_size(0), 60u);
  EXPECT_EQ(tree.level_size(1), 2u * 20);
  EXPECT_EQ(tree.level_size(2), 2u * 3 * 5);
  EXPECT_EQ(tree.level_size(3), 2u * 3 * 7);
}

TEST(Xgft, RejectsSizesThatExceedIds) {
  EXPECT_THROW(topology::Xgft::check({{4, 4}, {1}}), InputError);
  EXPECT_THROW(topology::Xgft::check({{65535, 65535}, {1, 1}}), InputError)
      << "more than 2^32 with the upper levels";
  EXPECT_THROW(topology::Xgft::check({{65535, 2}, {1, 2}}), InputError) << "65537 ports";
  EXPECT_THROW(topology::Xgft::check({{2, 2}, {65535, 65535}}), InputError);
}

RC_GTEST_PROP(Xgft, ClosedFormsMatchSearch, ()) {
  topology::Xgft::Params params{{}, {}};
  std::uint64_t size = 1;
  for (auto stages = *rc::gen::inRange(0, 5); stages > 0; --stages) {
    params.children.push_back(*rc::gen::inRange<std::int64_t>(1, 4));
    params.parents.push_back(*rc::gen::inRange<std::int64_t>(1, 4));
    size *= static_cast<std::uint64_t>(std::max(params.children.back(), params.parents.back()));
  }
  RC_PRE(size <= 60);
  topology::Xgft const tree{params};
  expect_known_is_found(tree, tree.known(), true);
  for (std::uint32_t a = 0; a < tree.num_routers(); ++a) {
    auto const hops = hops_from(tree, RouterId{a});
    for (std::uint32_t b = 0; b < hops.size(); ++b) RC_ASSERT(tree.distance({a}, {b}) == hops[b]);
  }
  RC_ASSERT(!testing::Test::HasFailure());
}

TEST(Xgft, EqualsTheKaryNtreeWithTerminalsAtSwitches) {
  topology::Xgft const tree({.children = {4, 4}, .parents = {4, 4}, .concentration = 4});
  topology::KaryNtree const same({.arity = 4, .levels = 3});
  ASSERT_EQ(tree.num_routers(), same.num_routers());
  EXPECT_EQ(tree.num_terminals(), 64U);
  EXPECT_EQ(tree.num_nodes(), 0U);
  for (std::uint32_t r = 0; r < tree.num_routers(); ++r) {
    EXPECT_FALSE(tree.is_node({r}));
    EXPECT_EQ(tree.terminals_at({r}).count, same.terminals_at({r}).count);
    ASSERT_EQ(tree.degree({r}), same.degree({r}));
    for (std::uint16_t p = 0; p < tree.degree({r}); ++p)
      EXPECT_EQ(tree.neighbor({r}, {p}).router, same.neighbor({r}, {p}).router);
  }
  EXPECT_EQ(tree.known().links, same.known().links);
  EXPECT_EQ(tree.diameter(), 4U);
}

}  // namespace
}  // namespace weft
