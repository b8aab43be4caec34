// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/shape/hilbert.hpp"

#include <cstdlib>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace weft {
namespace {

/// Returns the distance of two cells along the axes.
std::int64_t distance(std::uint32_t a, std::uint32_t b, Sides const& sides) {
  std::int64_t sum = 0;
  for (std::size_t d = sides.size(); d-- > 0;) {
    auto const side = static_cast<std::uint32_t>(sides[d]);
    sum += std::abs(std::int64_t{a % side} - std::int64_t{b % side});
    a /= side;
    b /= side;
  }
  return sum;
}

TEST(HilbertOrder, VisitsNeighborsConsecutivelyInCubes) {
  for (Sides const& sides :
       {Sides{16, 16}, Sides{8, 8, 8}, Sides{4, 4, 4, 4}, Sides{2, 2, 2, 2, 2}, Sides{64}}) {
    auto const order = hilbert_order(sides);
    ASSERT_EQ(std::set(order.begin(), order.end()).size(), size_of(sides));
    for (std::size_t i = 0; i + 1 < order.size(); ++i)
      ASSERT_EQ(distance(order[i], order[i + 1], sides), 1) << format_sides(sides) << " at " << i;
  }
}

TEST(HilbertOrder, MatchesTheKnownCurveOfFourCells) {
  EXPECT_EQ(hilbert_order({2, 2}), (std::vector<std::uint32_t>{0, 1, 3, 2}));
}

RC_GTEST_PROP(HilbertOrder, VisitsEveryCellOfAnyGridOnce, ()) {
  Sides sides;
  for (int d = *rc::gen::inRange(1, 5); d > 0; --d) sides.push_back(*rc::gen::inRange<std::int64_t>(1, 10));
  auto const order = hilbert_order(sides);
  std::set const cells(order.begin(), order.end());
  RC_ASSERT(order.size() == size_of(sides));
  RC_ASSERT(cells.size() == order.size());
  RC_ASSERT(*cells.rbegin() + 1 == order.size());
}

}  // namespace
}  // namespace weft
