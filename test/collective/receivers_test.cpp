// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include "weft/collective/lists.hpp"
#include "weft/core/error.hpp"

namespace weft::collective {
namespace {

using RankList = std::vector<std::uint32_t>;

TEST(Receivers, ParseListsAndCounts) {
  EXPECT_EQ(read_receivers("all", 10, 0, 1), RankList{});
  EXPECT_EQ(read_receivers("3..5+1", 10, 0, 1), (RankList{1, 3, 4, 5}));
  EXPECT_EQ(read_receivers("7..7", 10, 7, 1), RankList{7});
  EXPECT_EQ(read_receivers("3..5,1", 10, 0, 1), (RankList{1, 3, 4, 5}));
  EXPECT_EQ(read_receivers("1..3+2..4", 10, 0, 1), (RankList{1, 2, 3, 4}));
}

TEST(Receivers, DrawDistinctRanksOtherThanTheRoot) {
  std::vector<int> drawn(40);
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    auto const ranks = read_receivers("10%", 40, 17, seed);
    ASSERT_EQ(ranks.size(), 4u);
    EXPECT_TRUE(std::ranges::is_sorted(ranks, std::less_equal{}));
    for (auto const r : ranks) ++drawn[r];
  }
  EXPECT_EQ(drawn[17], 0);
  for (std::uint32_t r = 0; r < 40; ++r) EXPECT_NEAR(drawn[r], r == 17 ? 0 : 41, 35) << r;
  EXPECT_EQ(read_receivers("100%", 5, 2, 1), (RankList{0, 1, 3, 4}));
  EXPECT_EQ(read_receivers("12", 40, 0, 3).size(), 12u);
  EXPECT_EQ(read_receivers("12", 40, 0, 3), read_receivers("12", 40, 0, 3));
  EXPECT_NE(read_receivers("12", 40, 0, 3), read_receivers("12", 40, 0, 4));
}

TEST(Receivers, RejectInvalidReceivers) {
  for (auto const* text : {"", "0", "10", "-3", "2.5", "0%", "101%", "x%", "5..3", "0..10", "3+", "some"})
    EXPECT_THROW(read_receivers(text, 10, 0, 1), InputError) << text;
}

}  // namespace
}  // namespace weft::collective
