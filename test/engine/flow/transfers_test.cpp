#include "weft/engine/flow/transfers.hpp"

#include <gtest/gtest.h>

namespace weft::flow {
namespace {

std::vector<Hop> const over_a{{0}};

TEST(FlowTransfers, BeginToMoveAfterTheirLatency) {
  Transfers transfers(std::vector<double>{10.0}, 0, 0);
  transfers.send({.time = 1, .latency = 0.5, .bytes = 20, .message = 7}, over_a);
  ASSERT_TRUE(transfers.under_way());
  EXPECT_EQ(transfers.next(), 1.5);
  EXPECT_TRUE(transfers.advance().empty());
  auto const arrivals = transfers.advance();
  ASSERT_EQ(arrivals.size(), 1);
  EXPECT_EQ(arrivals[0].message, 7);
  EXPECT_EQ(transfers.now(), 3.5);
  EXPECT_FALSE(transfers.under_way());
  EXPECT_EQ(transfers.events(), 2);
}

TEST(FlowTransfers, WithoutBytesOrChannelsArriveAtOnce) {
  Transfers transfers(std::vector<double>{10.0}, 0, 0);
  transfers.send({.time = 0, .latency = 2, .bytes = 0, .message = 1}, over_a);
  transfers.send({.time = 0, .latency = 3, .bytes = 5, .message = 2}, {});
  EXPECT_EQ(transfers.advance().size(), 1);
  EXPECT_EQ(transfers.now(), 2);
  EXPECT_EQ(transfers.advance().size(), 1);
  EXPECT_EQ(transfers.now(), 3);
}

TEST(FlowTransfers, WithinTheResolutionAreOneEvent) {
  for (double const resolution : {0.0, 1e-3}) {
    Transfers transfers(std::vector<double>{10.0, 10.0}, 0, resolution);
    transfers.send({.time = 0, .latency = 0, .bytes = 10000, .message = 0}, over_a);
    transfers.send({.time = 0, .latency = 0, .bytes = 10001, .message = 1}, std::vector<Hop>{{1}});
    transfers.advance();
    EXPECT_EQ(transfers.advance().size(), resolution > 0 ? 2 : 1);
  }
}

TEST(FlowTransfers, CountWhatTheirChannelsCarriedAndHeldBack) {
  Transfers transfers(std::vector<double>{10.0, 5.0}, 0, 0);
  transfers.send({.time = 0, .latency = 0, .bytes = 10, .message = 0}, over_a);
  transfers.send({.time = 0, .latency = 0, .bytes = 30, .message = 1}, std::vector<Hop>{{0}, {1, 0.5}});
  while (transfers.under_way()) transfers.advance();
  EXPECT_EQ(transfers.now(), 4);
  auto const tallies = transfers.tallies();
  EXPECT_EQ(tallies[0].bytes, 40);
  EXPECT_EQ(tallies[1].bytes, 15);
  EXPECT_EQ(tallies[0].most_flows, 2);
  EXPECT_EQ(tallies[0].held_back, 4) << "both for 2 s; then the second is alone";
  EXPECT_EQ(tallies[1].held_back, 0);
}

}  // namespace
}  // namespace weft::flow
