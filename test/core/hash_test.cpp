// SPDX-License-Identifier: Apache-2.0
#include "weft/core/hash.hpp"

#include <string_view>

#include <gtest/gtest.h>

namespace weft {
namespace {

std::uint64_t hash_of(std::string_view bytes) {
  Fnv1a hash;
  hash.add_bytes(bytes);
  return hash.value();
}

/// The values in the authors' test suite (isthe.com/chongo/tech/comp/fnv).
TEST(Fnv1a, MatchesPublishedValues) {
  EXPECT_EQ(hash_of(""), 0xcbf29ce484222325U);
  EXPECT_EQ(hash_of("a"), 0xaf63dc4c8601ec8cU);
  EXPECT_EQ(hash_of("foobar"), 0x85944171f73967e8U);
}

TEST(Fnv1a, SeparatesConsecutiveTexts) {
  Fnv1a one, other;
  one.add(std::string_view("ab"));
  one.add(std::string_view("c"));
  other.add(std::string_view("a"));
  other.add(std::string_view("bc"));
  EXPECT_NE(one.value(), other.value());
}

}  // namespace
}  // namespace weft
