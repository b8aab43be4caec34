#include "weft/engine/flit/message_queues.hpp"

#include <gtest/gtest.h>

namespace weft::flit {
namespace {

constexpr std::uint64_t forever = ~std::uint64_t{0};

TEST(MessageQueues, SendMessagesOneAfterTheOtherInFullPackets) {
  MessageQueues queues(2, 4);
  EXPECT_TRUE(queues.empty(1));
  queues.push(1, {.start = 5, .flits = 9, .to = 7, .number = 0});
  queues.push(1, {.start = 8, .flits = 4, .to = 3, .number = 1});
  EXPECT_EQ(queues.packets(1, 0, forever), 4);
  EXPECT_EQ(queues.packets(1, 6, forever), 1);
  EXPECT_EQ(queues.packets(1, 0, 8), 3);
  for (auto const& [to, flits] : {std::pair{7, 4}, {7, 4}, {7, 1}, {3, 4}}) {
    EXPECT_EQ(queues.front(1).to, to);
    EXPECT_EQ(queues.next_packet(1), flits);
    queues.take_packet(1);
  }
  EXPECT_TRUE(queues.empty(1));
  EXPECT_TRUE(queues.empty(0));
  EXPECT_EQ(queues.packets(1, 0, forever), 0);
}

TEST(MessageQueues, KeepTheOrderOfManyMessages) {
  MessageQueues queues(1, 1);
  std::uint32_t next = 0;
  for (std::uint32_t number = 0; number < 1000; ++number) {
    queues.push(0, {.flits = 1, .number = number});
    if (number % 3 == 2) continue;
    EXPECT_EQ(queues.front(0).number, next++);
    queues.take_packet(0);
  }
  for (; !queues.empty(0); queues.take_packet(0)) EXPECT_EQ(queues.front(0).number, next++);
  EXPECT_EQ(next, 1000);
}

}  // namespace
}  // namespace weft::flit
