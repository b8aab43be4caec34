// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/ring.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

// Dally & Towles, ch. 5: a ring of k nodes has bisection 2, diameter floor(k / 2) and, for even k, k / 4 hops
// on average.
TEST(Ring, MatchesPublishedFacts) {
  topology::Ring const ring{{64}};
  auto const known = ring.known();
  EXPECT_EQ(known.diameter, 32u);
  EXPECT_EQ(known.bisection->lower, 2);
  EXPECT_TRUE(known.bisection->exact());
  double sum = 0;
  for (std::uint32_t to = 0; to < 64; ++to) sum += ring.distance({0}, {to});
  EXPECT_DOUBLE_EQ(sum / 64, 16);
}

TEST(Ring, HasOneLinkForTwoRoutersAndNoneForOne) {
  EXPECT_EQ((topology::Ring{{2}}.degree({0})), 1);
  EXPECT_EQ((topology::Ring{{1}}.degree({0})), 0);
}

TEST(Ring, HasClosedFormsAtTheMaximumSize) {
  topology::Ring const ring{{4294967295}};
  EXPECT_EQ(ring.known().diameter, 2147483647u);
  EXPECT_TRUE(ring.known().pairs_at_distance.empty()) << "two thousand million distances";
  EXPECT_THROW(topology::Ring::check({4294967295, 2}), InputError);
}

}  // namespace
}  // namespace weft
