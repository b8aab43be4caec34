// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/message_queues.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace weft::flit {
namespace {

constexpr std::uint64_t forever = ~std::uint64_t{0};

TEST(MessageQueues, SendMessagesSequentiallyInFullPackets) {
  MessageQueues queues(2, 4, false);
  EXPECT_TRUE(queues.empty(1));
  queues.push(1, {.start = 5, .flits = 9, .to = 7, .number = 0});
  queues.push(1, {.start = 8, .flits = 4, .to = 3, .number = 1});
  EXPECT_EQ(queues.packets(1, 0, forever), 4);
  EXPECT_EQ(queues.packets(1, 6, forever), 1);
  EXPECT_EQ(queues.packets(1, 0, 8), 3);
  for (auto const& [to, flits] : {std::pair{7, 4}, {7, 4}, {7, 1}, {3, 4}}) {
    EXPECT_EQ(queues.front(1).to, to);
    EXPECT_EQ(queues.next_packet(1), flits);
    queues.start_packet(1, 100);
  }
  EXPECT_TRUE(queues.empty(1));
  EXPECT_TRUE(queues.empty(0));
  EXPECT_EQ(queues.packets(1, 0, forever), 0);
}

TEST(MessageQueues, TreePacketsUseVirtualChannelsRoundRobin) {
  MessageQueues queues(1, 4, false);
  queues.push(0, {.flits = 15, .to = 2, .first_vc = 5, .num_vcs = 3, .turn = 1});
  for (unsigned const turn : {1, 2, 0, 1}) {
    EXPECT_TRUE(queues.front(0).follows_tree());
    EXPECT_EQ(queues.front(0).turn, turn);
    queues.start_packet(0, 0);
  }
  EXPECT_TRUE(queues.empty(0));
}

TEST(MessageQueues, PreserveTheOrderOfManyMessages) {
  MessageQueues queues(1, 1, false);
  std::uint32_t next = 0;
  for (std::uint32_t number = 0; number < 1000; ++number) {
    queues.push(0, {.flits = 1, .number = number});
    if (number % 3 == 2) continue;
    EXPECT_EQ(queues.front(0).number, next++);
    queues.start_packet(0, 0);
  }
  for (; !queues.empty(0); queues.start_packet(0, 0)) EXPECT_EQ(queues.front(0).number, next++);
  EXPECT_EQ(next, 1000);
}

/// Returns the message numbers of the packets sent, one packet per cycle from the start of the first message.
std::vector<std::uint32_t> turns(MessageQueues& queues) {
  std::vector<std::uint32_t> numbers;
  for (std::uint64_t now = 0; !queues.empty(0); ++now) {
    if (queues.front(0).start > now) continue;
    numbers.push_back(queues.front(0).number);
    queues.start_packet(0, now);
  }
  return numbers;
}

TEST(MessageQueues, InterleavingAlternatesBetweenStartedMessages) {
  MessageQueues queues(1, 4, true);
  queues.push(0, {.start = 0, .flits = 12, .number = 0});
  queues.push(0, {.start = 0, .flits = 3, .number = 1});
  queues.push(0, {.start = 2, .flits = 8, .number = 2});
  queues.push(0, {.start = 50, .flits = 5, .number = 3});
  queues.push(0, {.start = 50, .flits = 5, .number = 4});
  EXPECT_EQ(turns(queues), (std::vector<std::uint32_t>{0, 1, 0, 2, 0, 2, 3, 4, 3, 4}));
}

}  // namespace
}  // namespace weft::flit
