// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/shape/finite_field.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(FiniteField, FactorsPrimePowers) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t q = 0; q <= 32; ++q)
    if (prime_power(q)) found.push_back(q);
  EXPECT_EQ(found,
            (std::vector<std::uint32_t>{2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32}));
  EXPECT_EQ(prime_power(59049)->prime, 3u);
  EXPECT_EQ(prime_power(59049)->exponent, 10u);
  EXPECT_EQ(prime_powers_near(6), "5 and 7");
  EXPECT_EQ(prime_powers_near(2), "3");
}

TEST(FiniteField, SatisfiesTheFieldAxioms) {
  for (std::uint32_t const q : {2u, 3u, 4u, 5u, 7u, 8u, 9u, 16u, 25u, 27u}) {
    FiniteField const f(q);
    for (std::uint32_t a = 0; a < q; ++a) {
      ASSERT_EQ(f.add(a, 0), a);
      ASSERT_EQ(f.multiply(a, 1), a);
      ASSERT_EQ(f.add(a, f.negate(a)), 0u);
      for (std::uint32_t b = 0; b < q; ++b) {
        ASSERT_EQ(f.add(a, b), f.add(b, a));
        ASSERT_EQ(f.add(f.subtract(a, b), b), a);
        if (b != 0) { ASSERT_EQ(f.multiply(f.divide(a, b), b), a); }
        for (std::uint32_t c = 0; c < q; ++c) {
          ASSERT_EQ(f.add(f.add(a, b), c), f.add(a, f.add(b, c)));
          ASSERT_EQ(f.multiply(f.multiply(a, b), c), f.multiply(a, f.multiply(b, c)));
          ASSERT_EQ(f.multiply(a, f.add(b, c)), f.add(f.multiply(a, b), f.multiply(a, c)));
        }
      }
    }
  }
}

TEST(FiniteField, PrimitiveElementGeneratesAllNonzeroElements) {
  for (std::uint32_t const q : {2u, 3u, 41u, 64u, 81u, 121u, 32768u, 65521u, 59049u}) {
    FiniteField const f(q);
    std::vector<bool> seen(q, false);
    for (std::uint32_t i = 0; i < q - 1; ++i) seen[f.power(i)] = true;
    EXPECT_EQ(std::ranges::count(seen, true), static_cast<std::ptrdiff_t>(q - 1)) << q;
    EXPECT_FALSE(seen[0]);
  }
}

// The smallest primitive roots; x modulo x^2 + x + 1 and x^3 + x + 1.
TEST(FiniteField, UsesTheFirstPrimitiveElement) {
  EXPECT_EQ(FiniteField(7).power(1), 3u);
  EXPECT_EQ(FiniteField(41).power(1), 6u);
  EXPECT_EQ(FiniteField(4).power(2), 3u);
  EXPECT_EQ(FiniteField(8).power(3), 3u);
}

}  // namespace
}  // namespace weft
