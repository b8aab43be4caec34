// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/patterns/listed_messages.hpp"

#include <gtest/gtest.h>

#include "support/traffic_lists.hpp"
#include "weft/core/error.hpp"

namespace weft {
namespace {

using List = std::vector<std::uint32_t>;

TEST(MessageList, KeepsTheOrderOfEachSender) {
  traffic::MessageList const traffic({{2, 0, 2}, {0, 3}, {2, 1}, {0, 0}}, 4);
  EXPECT_EQ(destinations_of(traffic, 0), (List{3, 0}));
  EXPECT_EQ(destinations_of(traffic, 1), List{});
  EXPECT_EQ(destinations_of(traffic, 2), (List{0, 0, 1}));
  EXPECT_EQ(all_destinations(traffic), (List{3, 0, 0, 0, 1}));
  EXPECT_EQ(destinations_of(traffic, 1, 2), (List{0, 0, 1}));
  EXPECT_EQ(traffic.num_messages(), 5u);
  EXPECT_EQ(traffic.uniform_messages(), 0u);
}

TEST(MessageList, DetectsUniformMessageCounts) {
  EXPECT_EQ(traffic::MessageList({{1, 0}, {0, 1, 2}, {1, 1}}, 2).uniform_messages(), 2u);
  EXPECT_EQ(traffic::MessageList({{1, 0}, {0, 1, 2}, {1, 1}}, 3).uniform_messages(), 0u);
  EXPECT_EQ(traffic::MessageList({}, 3).uniform_messages(), 0u);
  EXPECT_EQ(traffic::MessageList({}, 3).num_messages(), 0u);
}

TEST(MessageList, RejectsTooManyMessages) {
  EXPECT_THROW(traffic::MessageList({{0, 1, std::uint64_t{1} << 63}, {1, 1}}, 2), InputError);
  EXPECT_THROW(make_traffic<traffic::MessageList>({}, {4}), InputError);
  EXPECT_THROW(make_traffic<traffic::MessageList>({"no such file"}, {4}), InputError);
}

/// Engines draw message by message: a list may have a message per byte of a matrix.
TEST(MessageList, FindsASingleMessageWithoutListingAllMessages) {
  constexpr std::uint64_t many = std::uint64_t{1} << 50;
  traffic::MessageList const traffic({{0, 3}, {1, 2, many}, {1, 0, 0}, {1, 1, 5}}, 4);
  EXPECT_EQ(traffic.nth_destination({1}, 0), 2u);
  EXPECT_EQ(traffic.nth_destination({1}, many - 1), 2u);
  EXPECT_EQ(traffic.nth_destination({1}, many), 1u);
  EXPECT_EQ(traffic.nth_destination({1}, many + 4), 1u);
}

TEST(MessageList, ReadsAFile) {
  auto const traffic = make_traffic<traffic::MessageList>({WEFT_SOURCE_DIR "/test/data/messages.txt"}, {16});
  EXPECT_EQ(traffic->num_messages(), 8u);
  EXPECT_EQ(destinations_of(*traffic, 3), (List{15, 0, 0, 0}));
  EXPECT_THROW(make_traffic<traffic::MessageList>({WEFT_SOURCE_DIR "/test/data/messages.txt"}, {15}),
               InputError);
}

}  // namespace
}  // namespace weft
