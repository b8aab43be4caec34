// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/shape/cartesian_shape.hpp"

#include <array>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace weft {
namespace {

TEST(Divisor, MatchesHardwareDivisionAtTheLimits) {
  constexpr std::uint64_t max = 0xffffffff;
  for (std::uint64_t const d :
       {1ull, 2ull, 3ull, 5ull, 7ull, 32ull, 641ull, 65535ull, 65536ull, 65537ull, 0x7fffffffull,
        0x80000000ull, 0x80000001ull, 0xfffffffeull, 0xffffffffull, 0x100000000ull}) {
    Divisor const divisor{d};
    for (std::uint64_t const n :
         {std::uint64_t{0}, d - 1, d, d + 1, 2 * d - 1, 2 * d, max / d * d - 1, max / d * d, max - 1, max}) {
      if (n > max) continue;
      EXPECT_EQ(divisor.quotient(static_cast<std::uint32_t>(n)), n / d) << n << " / " << d;
      EXPECT_EQ(divisor.remainder(static_cast<std::uint32_t>(n)), n % d) << n << " % " << d;
    }
  }
}

RC_GTEST_PROP(Divisor, MatchesHardwareDivision, (std::uint32_t n, std::uint32_t d)) {
  RC_PRE(d > 0u);
  RC_ASSERT(Divisor{d}.quotient(n) == n / d);
}

TEST(CartesianShape, NumbersRoutersByDigitsLowestFirst) {
  CartesianShape const shape{{4, 1, 3, 5}};
  EXPECT_EQ(shape.dims(), 4u);
  EXPECT_EQ(shape.size(), 60u);
  EXPECT_EQ(shape.stride(3), 12u);
  for (std::uint32_t r = 0; r < 60; ++r) {
    std::array const coords{r % 4, 0u, r / 4 % 3, r / 12};
    for (std::uint32_t dim = 0; dim < 4; ++dim)
      EXPECT_EQ(shape.coord({r}, dim), coords[dim]) << r << ", " << dim;
    EXPECT_EQ(shape.router(coords).v, r);
    EXPECT_EQ(shape.below({r}, 2), r % 4);
    EXPECT_EQ(shape.above({r}, 2), r / 4);
  }
}

TEST(CartesianShape, MoveReplacesOneCoordinate) {
  CartesianShape const shape{{4, 3, 5}};
  EXPECT_EQ(shape.move({0}, 2, 4).v, 48u);
  EXPECT_EQ(shape.move({59}, 1, 0).v, 51u);
  EXPECT_EQ(shape.move({59}, 0, 3).v, 59u);
}

TEST(CartesianShape, SupportsTheFull32BitRange) {
  CartesianShape const shape{{65536, 65536}};
  EXPECT_EQ(shape.size(), std::uint64_t{1} << 32);
  EXPECT_EQ(shape.coord({0xfffffffe}, 0), 65534u);
  EXPECT_EQ(shape.coord({0xfffffffe}, 1), 65535u);
  EXPECT_EQ(shape.move({0xffffffff}, 1, 0).v, 65535u);
}

}  // namespace
}  // namespace weft
