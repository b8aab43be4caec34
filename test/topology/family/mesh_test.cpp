// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/mesh.hpp"

#include <gtest/gtest.h>

#include "support/breadth_first.hpp"

namespace weft {
namespace {

// Dally & Towles, ch. 5: a k-ary n-mesh has H_min = n k / 3 for even k, n (k / 3 - 1 / (3 k)) for odd k.
// For even k this is the approximation; the exact mean over ordered pairs is n (k^2 - 1) / (3 k) for every k.
TEST(Mesh, MatchesPublishedAverageHops) {
  topology::Mesh const mesh{{{5, 5}}};
  double sum = 0;
  for (std::uint32_t a = 0; a < 25; ++a)
    for (std::uint32_t b = 0; b < 25; ++b) sum += mesh.distance({a}, {b});
  EXPECT_DOUBLE_EQ(sum / 625, 2 * (5.0 / 3 - 1.0 / 15));
}

TEST(Mesh, SkipsAbsentPortsOfBoundaryRouters) {
  topology::Mesh const mesh{{{3, 3}}};
  EXPECT_EQ(mesh.degree({0}), 2);
  EXPECT_EQ(mesh.degree({1}), 3);
  EXPECT_EQ(mesh.degree({4}), 4);
  EXPECT_EQ(mesh.neighbor({0}, {0}), (Hop{{1}, {0}}));
  EXPECT_EQ(mesh.neighbor({0}, {1}), (Hop{{3}, {1}}));
  EXPECT_EQ(mesh.neighbor({4}, {2}), (Hop{{1}, {2}}));
  EXPECT_EQ(mesh.neighbor({4}, {3}), (Hop{{7}, {2}}));
  EXPECT_EQ(mesh.class_of({0}, {1}).v, 1);
}

TEST(Mesh, NeverWraps) {
  topology::Mesh const mesh{{{8}}};
  EXPECT_EQ(mesh.diameter(), 7u);
  EXPECT_EQ(mesh.distance({0}, {7}), 7u);
  EXPECT_FALSE(mesh.wraps(0));
}

TEST(Mesh, HasOneLinkAlongASideOfTwoUnlessDoubled) {
  EXPECT_EQ((topology::Mesh{{{2}}}.degree({0})), 1);
  EXPECT_EQ((topology::Mesh{{{2}, 1, true}}.degree({0})), 2);
}

// Efe & Feng 2007: (k^d - 1) / (k - 1) for odd k, k^(d-1) for even k; other sides: Arjona Aroca & Fernandez
// Anta 2014.
TEST(Mesh, MatchesThePublishedBisection) {
  EXPECT_EQ((topology::Mesh{{{5, 5, 5}}}.known().bisection->upper), 31);
  EXPECT_EQ((topology::Mesh{{{8, 8, 8}}}.known().bisection->upper), 64);
  EXPECT_EQ((topology::Mesh{{{7, 4}}}.known().bisection->upper), 5);
  EXPECT_TRUE((topology::Mesh{{{7, 5, 3}}}.known().bisection->exact()));
}

}  // namespace
}  // namespace weft
