// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/torus.hpp"

#include <gtest/gtest.h>

#include "support/breadth_first.hpp"

namespace weft {
namespace {

// Mean distance from one router, including itself; all routers are equivalent
double average_hops(topology::Torus const& torus) {
  double sum = 0;
  for (std::uint32_t to = 0; to < torus.num_routers(); ++to) sum += torus.distance({0}, {to});
  return sum / static_cast<double>(torus.num_routers());
}

// Dally & Towles, ch. 5: a k-ary n-cube has H_min = n k / 4 for even k, n (k / 4 - 1 / (4 k)) for odd k.
TEST(Torus, AverageHopsMatchDallyAndTowles) {
  EXPECT_DOUBLE_EQ(average_hops(topology::Torus{{{8, 8, 8}}}), 6.0);
  EXPECT_DOUBLE_EQ(average_hops(topology::Torus{{{16, 16}}}), 8.0);
  EXPECT_DOUBLE_EQ(average_hops(topology::Torus{{{5, 5}}}), 2 * (5.0 / 4 - 1.0 / 20));
}

// Lenzen & Wattenhofer, section 1: a cubic 3-D torus of n nodes has diameter 3/2 n^(1/3).
TEST(Torus, HasTheDiameterOfACube) { EXPECT_EQ((topology::Torus{{{64, 64, 64}}}.diameter()), 96u); }

TEST(Torus, EqualsTheHypercubeIfAllSidesAreTwo) {
  topology::Torus const torus{{{2, 2, 2, 2}}};
  EXPECT_EQ(torus.degree({0}), 4);
  for (std::uint32_t r = 0; r < 16; ++r)
    for (std::uint16_t p = 0; p < 4; ++p) EXPECT_EQ(torus.neighbor({r}, {p}), (Hop{{r ^ 1u << p}, {p}}));
}

TEST(Torus, DoublesTheLinkAlongASideOfTwoOnRequest) {
  topology::Torus const torus{{{2, 3}, 1, true}};
  EXPECT_EQ(torus.degree({0}), 4);
  EXPECT_EQ(torus.neighbor({0}, {0}), (Hop{{1}, {1}}));
  EXPECT_EQ(torus.neighbor({0}, {1}), (Hop{{1}, {0}}));
}

TEST(Torus, OrdersPortsMinusAndPlusByDimension) {
  topology::Torus const torus{{{4, 3}}};
  EXPECT_EQ(torus.neighbor({0}, {0}), (Hop{{3}, {1}}));
  EXPECT_EQ(torus.neighbor({0}, {1}), (Hop{{1}, {0}}));
  EXPECT_EQ(torus.neighbor({0}, {2}), (Hop{{8}, {3}}));
  EXPECT_EQ(torus.neighbor({0}, {3}), (Hop{{4}, {2}}));
  EXPECT_EQ(torus.class_of({0}, {3}).v, 1);
  EXPECT_EQ(torus.classes()[1].name, "dim1");
  EXPECT_EQ(torus.port_toward({0}, 0, 2).v, 1) << "ties go to plus";
  EXPECT_EQ(torus.port_toward({0}, 0, 3).v, 0);
}

TEST(Torus, HasNoLinkAlongASideOfOne) {
  topology::Torus const torus{{{1, 5, 1}}};
  EXPECT_EQ(torus.degree({2}), 2);
  EXPECT_EQ(torus.class_of({2}, {0}).v, 1);
  EXPECT_EQ((topology::Torus{{{1}}}.degree({0})), 0);
}

TEST(Torus, SupportsSeveralTerminalsPerRouter) {
  topology::Torus const torus{{{4, 4}, 3}};
  EXPECT_EQ(torus.num_terminals(), 48u);
  EXPECT_EQ(torus.injection_router({47}).v, 15u);
  EXPECT_EQ(torus.terminals_at({2}).first.v, 6u);
}

TEST(Torus, RejectsSizesThatExceedIds) {
  EXPECT_NO_THROW(topology::Torus::check({{65536, 65536}}));
  EXPECT_THROW(topology::Torus::check({{65536, 65536, 2}}), InputError);
  EXPECT_THROW(topology::Torus::check({{4294967295, 4294967295, 4294967295}}), InputError);
  EXPECT_THROW(topology::Torus::check({{65536, 32768}, 4}), InputError);
  EXPECT_THROW(topology::Torus::check({{}}), InputError);
}

// Leighton, problem 1.281, solved by Arjona Aroca & Fernandez Anta: 2 (k^d - 1) / (k - 1) for odd k, 2
// k^(d-1) for even k.
TEST(Torus, MatchesThePublishedBisection) {
  EXPECT_EQ((topology::Torus{{{5, 5, 5}}}.known().bisection->lower), 62);
  EXPECT_EQ((topology::Torus{{{128, 128, 64}}}.known().bisection->lower), 2 * 128 * 64);
  EXPECT_TRUE((topology::Torus{{{128, 128, 64}}}.known().bisection->exact()));
  EXPECT_TRUE((topology::Torus{{{3, 3, 5}}}.known().bisection->exact()));
}

TEST(Torus, BoundsTheBisectionWithSidesOfTwo) {
  auto const prism = *topology::Torus{{{3, 2}}}.known().bisection;
  EXPECT_EQ(prism.lower, 3);
  EXPECT_EQ(prism.upper, 3);
  auto const known = *topology::Torus{{{5, 2, 2}}}.known().bisection;
  EXPECT_LE(known.lower, known.upper);
  EXPECT_EQ(known.upper, 10);
}

// Lenzen & Wattenhofer: 3/4 n^(1/3) hops on average on a cubic torus, including self pairs.
TEST(Torus, MeasuresManyRoutersInClosedForm) {
  auto const known = topology::Torus{{{1024, 1024, 1024}}}.known();
  double pairs = 0, sum = 0;
  for (std::size_t i = 0; i < known.pairs_at_distance.size(); ++i) {
    pairs += static_cast<double>(known.pairs_at_distance[i]);
    sum += static_cast<double>(known.pairs_at_distance[i]) * static_cast<double>(i + 1);
  }
  double const routers = 0x1p30;
  EXPECT_DOUBLE_EQ(pairs, routers * routers - routers);
  EXPECT_NEAR(sum / routers / routers, 768, 1e-6);
}

}  // namespace
}  // namespace weft
