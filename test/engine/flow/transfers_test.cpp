// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flow/transfers.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/max_min_filling.hpp"

namespace weft::flow {
namespace {

std::vector<Hop> const over_a{{0}};

TEST(FlowTransfers, StartAfterTheirLatency) {
  Transfers transfers(std::vector<double>{10.0}, 0, 0);
  transfers.send({.time = 1, .latency = 0.5, .bytes = 20, .message = 7}, over_a);
  ASSERT_TRUE(transfers.in_progress());
  EXPECT_EQ(transfers.next(), 1.5);
  EXPECT_TRUE(transfers.advance().empty());
  auto const arrivals = transfers.advance();
  ASSERT_EQ(arrivals.size(), 1);
  EXPECT_EQ(arrivals[0].message, 7);
  EXPECT_EQ(transfers.now(), 3.5);
  EXPECT_FALSE(transfers.in_progress());
  EXPECT_EQ(transfers.events(), 2);
}

TEST(FlowTransfers, ArriveImmediatelyWithoutBytesOrChannels) {
  Transfers transfers(std::vector<double>{10.0}, 0, 0);
  transfers.send({.time = 0, .latency = 2, .bytes = 0, .message = 1}, over_a);
  transfers.send({.time = 0, .latency = 3, .bytes = 5, .message = 2}, {});
  EXPECT_EQ(transfers.advance().size(), 1);
  EXPECT_EQ(transfers.now(), 2);
  EXPECT_EQ(transfers.advance().size(), 1);
  EXPECT_EQ(transfers.now(), 3);
}

TEST(FlowTransfers, MergeEventsWithinTheResolution) {
  for (double const resolution : {0.0, 1e-3}) {
    Transfers transfers(std::vector<double>{10.0, 10.0}, 0, resolution);
    transfers.send({.time = 0, .latency = 0, .bytes = 10000, .message = 0}, over_a);
    transfers.send({.time = 0, .latency = 0, .bytes = 10001, .message = 1}, std::vector<Hop>{{1}});
    transfers.advance();
    EXPECT_EQ(transfers.advance().size(), resolution > 0 ? 2 : 1);
  }
}

TEST(FlowTransfers, CountCarriedBytesAndHeldBackTime) {
  Transfers transfers(std::vector<double>{10.0, 5.0}, 0, 0);
  transfers.send({.time = 0, .latency = 0, .bytes = 10, .message = 0}, over_a);
  transfers.send({.time = 0, .latency = 0, .bytes = 30, .message = 1}, std::vector<Hop>{{0}, {1, 0.5}});
  while (transfers.in_progress()) transfers.advance();
  EXPECT_EQ(transfers.now(), 4);
  auto const tallies = transfers.tallies();
  EXPECT_EQ(tallies[0].bytes, 40);
  EXPECT_EQ(tallies[1].bytes, 15);
  EXPECT_EQ(tallies[0].max_flows, 2);
  EXPECT_EQ(tallies[0].held_back, 4) << "both for 2 s; then the second is alone";
  EXPECT_EQ(tallies[1].held_back, 0);
}

/// Two messages of a group and a third message on one channel have shares of 1/4, 1/4 and 1/2.
TEST(FlowTransfers, GiveAGroupTheWeightOfOneFlow) {
  Transfers transfers(std::vector<double>{12.0}, 0, 0);
  transfers.send({.time = 0, .latency = 0, .bytes = 30, .message = 0, .group = 5}, over_a);
  transfers.send({.time = 0, .latency = 0, .bytes = 30, .message = 1, .group = 5}, over_a);
  transfers.send({.time = 0, .latency = 0, .bytes = 30, .message = 2, .group = 7}, over_a);
  transfers.advance();
  EXPECT_DOUBLE_EQ(transfers.rates().rate(0), 3);
  EXPECT_DOUBLE_EQ(transfers.rates().rate(2), 6);
  auto const arrivals = transfers.advance();
  ASSERT_EQ(arrivals.size(), 1);
  EXPECT_EQ(arrivals[0].message, 2);
  EXPECT_DOUBLE_EQ(transfers.now(), 5);
  // Each message of the group has 15 bytes left, and the group now has the whole channel.
  EXPECT_EQ(transfers.advance().size(), 2);
  EXPECT_DOUBLE_EQ(transfers.now(), 7.5);
}

/// Returns the arrival times by a naive reference that recomputes all rates at every event, each message with
/// its share of the group's weight.
std::vector<double> finishes_by_filling(std::vector<double> const& capacity,
                                        std::vector<FlowCase::Flow> const& messages,
                                        std::vector<std::uint64_t> const& group) {
  std::vector<double> left, finish(messages.size(), -1);
  for (auto const& message : messages) left.push_back(message.bytes);
  double now = 0;
  auto const moves = [&](std::size_t i) {
    return finish[i] < 0 && messages[i].start + messages[i].latency <= now;
  };
  while (true) {
    std::vector<FlowCase::Flow> moving;
    std::vector<std::size_t> number;
    for (std::size_t i = 0; i < messages.size(); ++i) {
      if (!moves(i)) continue;
      double together = 0;
      for (std::size_t k = 0; k < messages.size(); ++k) together += moves(k) && group[k] == group[i];
      moving.push_back(messages[i]);
      moving.back().weight /= together;
      number.push_back(i);
    }
    auto const rate = fill_max_min(capacity, moving);
    double next = unlimited;
    for (std::size_t i = 0; i < messages.size(); ++i)
      if (finish[i] < 0 && !moves(i)) next = std::min(next, messages[i].start + messages[i].latency);
    for (std::size_t m = 0; m < moving.size(); ++m) next = std::min(next, now + left[number[m]] / rate[m]);
    if (next == unlimited) return finish;
    for (std::size_t m = 0; m < moving.size(); ++m) {
      auto const i = number[m];
      bool const ends = now + left[i] / rate[m] <= next * (1 + 1e-12);
      left[i] -= rate[m] * (next - now);
      if (ends) finish[i] = next;
    }
    now = next;
  }
}

RC_GTEST_PROP(FlowTransfers, MatchRatesRecomputedAtEveryEvent, ()) {
  std::vector<double> capacity;
  for (int c = 0; c < 4; ++c) capacity.push_back(*rc::gen::inRange(1, 10));
  std::vector<FlowCase::Flow> messages;
  std::vector<std::uint64_t> group;
  auto const count = *rc::gen::inRange(1, 10);
  for (int i = 0; i < count; ++i) {
    FlowCase::Flow message;
    message.hops = {{*rc::gen::inRange(0U, 2U)}, {2 + *rc::gen::inRange(0U, 2U)}};
    message.bytes = *rc::gen::inRange(1, 1000) / 7.0;
    message.start = *rc::gen::inRange(0, 50) / 11.0;
    message.latency = *rc::gen::inRange(0, 20) / 13.0;
    message.weight = *rc::gen::inRange(1, 4);
    messages.push_back(message);
    group.push_back(*rc::gen::inRange(0U, 3U));
  }
  Transfers transfers(capacity, 0, 0);
  for (std::size_t i = 0; i < messages.size(); ++i)
    transfers.send({.time = messages[i].start,
                    .latency = messages[i].latency,
                    .bytes = messages[i].bytes,
                    .message = i,
                    .weight = messages[i].weight,
                    .group = group[i]},
                   messages[i].hops);
  auto const expected = finishes_by_filling(capacity, messages, group);
  std::vector<double> finish(messages.size());
  while (transfers.in_progress())
    for (auto const& arrival : transfers.advance()) finish[arrival.message] = transfers.now();
  for (std::size_t i = 0; i < messages.size(); ++i)
    RC_ASSERT(std::abs(finish[i] - expected[i]) <= 1e-9 * expected[i]);
}

TEST(FlowTransfers, ReportMessagesInFlightPerChannel) {
  std::vector<double> const capacity{10, 40};
  Transfers transfers(capacity, 0, 0);
  transfers.follow(capacity);
  transfers.send({.time = 0, .latency = 1, .bytes = 10, .message = 0}, std::vector<Hop>{{0}, {1, 0.5}});
  transfers.send({.time = 0, .latency = 1, .bytes = 20, .message = 1}, std::vector<Hop>{{1}});
  auto const& in_flight = transfers.messages_in_flight();
  EXPECT_EQ(in_flight.messages(0), 1);
  EXPECT_EQ(in_flight.messages(1), 1.5);
  EXPECT_EQ(in_flight.part_of_another(0), 5);
  EXPECT_EQ(in_flight.part_of_another(1), 16);
  EXPECT_EQ(in_flight.queues()[0], 64);
  EXPECT_EQ(in_flight.queues()[1], 24) << "64 x 1.5 / 4";
  while (transfers.in_progress()) transfers.advance();
  EXPECT_EQ(in_flight.messages(0), 0);
  EXPECT_EQ(in_flight.queues()[1], 0);
}

}  // namespace
}  // namespace weft::flow
