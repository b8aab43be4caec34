// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/schedule/execute.hpp"

#include <gtest/gtest.h>

#include "weft/network/network.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/torus.hpp"
#include "weft/traffic/schedule/schedule_file.hpp"

namespace weft::schedule {
namespace {

class ExecuteOnARing : public testing::Test {
 protected:
  Execution run(std::string_view text, NodeLimits const& limits = {}) {
    auto const schedule = parse_schedule(text, "plan", network_);
    return execute(network_, *schedule, limits);
  }
  std::string fault(std::string_view text, NodeLimits const& limits = {}) {
    auto const done = run(text, limits);
    return done.violation ? done.violation->what : "none";
  }
  TransferNetwork network_{build_network(topology::Ring({.routers = 4}))};
};

TEST_F(ExecuteOnARing, ReportsMakespanAndUtilization) {
  auto const done = run("block 0 0 2\nblock 1 1 2\nslot 0\n0 1 0\n1 2 1\nslot 2 3\n1 2 0\n");
  EXPECT_FALSE(done.violation);
  EXPECT_EQ(done.steps, 3U);
  EXPECT_EQ(done.slots, 5U);
  EXPECT_EQ(done.transfers, 3U);
  EXPECT_EQ(done.max_load, (std::vector<std::uint64_t>{2}));
  EXPECT_DOUBLE_EQ(done.utilization.carried(0), 3);
  EXPECT_DOUBLE_EQ(done.utilization.used(0, 0), 2.0 / 8);
  EXPECT_DOUBLE_EQ(done.utilization.used(0, 3), 1.0 / 3 / 8);
}

// Blocks 0 and 1 are sent from router 0 over router 1 to router 2 in the same two slots; they do not fit in
// one slot.
TEST_F(ExecuteOnARing, CutsThroughInStepsOfWidthZero) {
  Postcondition const postcondition{
      .holdings = Holdings::one_place, .blocks = 2, .start = {0, 0}, .goal = {2, 2}};
  auto const channel = [&](std::uint32_t from, std::uint32_t to) {
    for (auto c = network_.first_channel(from); c < network_.first_channel(from + 1); ++c)
      if (network_.target(c) == to) return c;
    return network_.num_channels();
  };
  auto const a = channel(0, 1), b = channel(1, 2);
  for (std::uint32_t const width : {1u, 2u}) {
    ListedSchedule schedule(postcondition,
                            {{0, {{.channel = a, .block = 0}, {.channel = a, .block = 1}}},
                             {width, {{.channel = b, .block = 0}, {.channel = b, .block = 1}}}});
    auto const done = execute(network_, schedule);
    EXPECT_EQ(done.violation.has_value(), width == 1);
    if (width == 1) continue;
    EXPECT_EQ(done.steps, 2U);
    EXPECT_EQ(done.slots, 2U);
    EXPECT_EQ(done.transfers, 4U);
    EXPECT_DOUBLE_EQ(done.utilization.carried(0), 4);
  }
  ListedSchedule first(
      {.holdings = Holdings::one_place, .blocks = 2, .start = {0, 0}, .goal = {1, 2}},
      {{0, {{.channel = a, .block = 0}, {.channel = a, .block = 1}}}, {1, {{.channel = b, .block = 1}}}});
  auto const done = execute(network_, first);
  ASSERT_TRUE(done.violation);
  EXPECT_NE(done.violation->what.find("is to carry 2 blocks"), std::string::npos) << done.violation->what;
}

TEST_F(ExecuteOnARing, RejectsBlocksSentBeforeTheirArrival) {
  EXPECT_EQ(
      fault("block 0 0 2\nslot 0\n0 1 0\n1 2 0\n"),
      "slot 0: router 1 -> router 2 (port 1, dim0) is to carry block 0 (router 0 to router 2), which is at router 0");
  EXPECT_EQ(
      fault("holdings copies\nblock 0 0 all\nslot 0\n0 1 0\n1 2 0\n"),
      "slot 0: router 1 -> router 2 (port 1, dim0) is to carry block 0 (from router 0), which has not reached router 1 by then");
  EXPECT_EQ(
      fault("block 0 0 2\nslot 0\n0 1 0\n0 3 0\n"),
      "slot 0: router 0 -> router 3 (port 0, dim0) is to carry block 0 (router 0 to router 2), which leaves over another "
      "channel at the same time");
}

TEST_F(ExecuteOnARing, RejectsOverloadedChannels) {
  EXPECT_EQ(
      fault("block 0 0 1\nblock 1 0 1\nslot 5\n0 1 0\n0 1 1\n"),
      "slot 5: router 0 -> router 1 (port 1, dim0) is to carry block 1 (router 0 to router 1) and block 0 (router 0 to router "
      "1), but carries 1 in 1 slot");
  EXPECT_EQ(fault("block 0 0 1\nblock 1 0 1\nslot 5 2\n0 1 0\n0 1 1\n"), "none");
}

TEST_F(ExecuteOnARing, RejectsVerticesAboveTheirLimits) {
  constexpr auto* both_ways = "block 0 0 1\nblock 1 0 3\nslot 0\n0 1 0\n0 3 1\n";
  EXPECT_EQ(fault(both_ways), "none");
  EXPECT_EQ(
      fault(both_ways, {.sends = 1}),
      "slot 0: router 0 -> router 3 (port 0, dim0) is to carry block 1 (router 0 to router 3) as well as block 0 (router 0 to "
      "router 1), but router 0 can send 1 per slot");
  constexpr auto* from_both = "block 0 0 1\nblock 1 2 1\nslot 0\n0 1 0\n2 1 1\n";
  EXPECT_EQ(fault(from_both, {.sends = 1}), "none");
  EXPECT_NE(fault(from_both, {.receives = 1}).find("router 1 can receive 1 per slot"), std::string::npos);
}

TEST_F(ExecuteOnARing, RejectsBlocksThatMissTheirDestination) {
  EXPECT_EQ(fault("block 0 0 2\nslot 0\n0 1 0\n"),
            "after 1 slots: block 0 (router 0 to router 2): ends at router 1");
  EXPECT_EQ(fault("holdings copies\nblock 0 0 2 3\nslot 0\n0 3 0\n"),
            "after 1 slots: block 0 (from router 0): never reaches router 2");
}

TEST_F(ExecuteOnARing, CountsRedundantTransfers) {
  EXPECT_EQ(run("holdings copies\nblock 0 0 1\nslot 0\n0 1 0\nslot 1\n0 1 0\n").redundant, 1U);
}

TEST_F(ExecuteOnARing, RejectsSumsThatLackOrRepeatAPart) {
  EXPECT_EQ(fault("holdings sums\nblock 0 0\nslot 0\n2 1 0 add\n3 0 0 add\nslot 1\n1 0 0 add\n"), "none");
  EXPECT_EQ(fault("holdings sums\nblock 0 0\nslot 0\n3 0 0 add\nslot 1\n1 0 0 add\n"),
            "after 2 slots: block 0: router 0 ends without the part of router 2");
  EXPECT_EQ(fault("holdings sums\nblock 0 0\nslot 0\n2 1 0 add\n3 0 0 add\nslot 1\n1 0 0 add\n3 0 0 add\n"),
            "after 2 slots: block 0: router 0 ends with the part of router 3 twice");
  EXPECT_EQ(
      fault("holdings sums\nblock 0 0\nslot 0\n3 0 0\n"),
      "after 1 slots: block 0: router 0 ends with a wrong sum: several parts are missing or duplicated");
}

TEST_F(ExecuteOnARing, CarriersDeliverPartsThroughIntermediateVertices) {
  constexpr auto* across =
      "holdings sums\nparticipants 0 1 2\nblock 0 0\nslot 0\n2 1 0 carrier 7 enter\nslot 1\n1 0 0 add carrier 7 leave\nslot 2\n1 0 0 "
      "add\n";
  EXPECT_EQ(fault(across), "none");
  EXPECT_NE(fault("holdings sums\nparticipants 0 1 2\nblock 0 0\nslot 0\n1 0 0 add carrier 7 leave\n")
                .find("which has not reached router 1 by then"),
            std::string::npos);
}

TEST(Execute, RejectsBlocksThatMissTheirDeadline) {
  TransferNetwork const network(build_network(topology::Ring({.routers = 4})));
  auto const late = [&](std::uint64_t due) {
    ListedSchedule schedule(
        {.blocks = 1, .participants = {0, 1, 2, 3}, .start = {0}, .goal = {2}, .due = {due}},
        {{1, {{network.channel({0}, {1}), 0}}}, {1, {{network.channel({1}, {1}), 0}}}});
    auto const done = execute(network, schedule);
    return done.violation ? done.violation->what : "none";
  };
  EXPECT_EQ(late(2), "none");
  EXPECT_EQ(
      late(1),
      "slot 1: router 1 -> router 2 (port 1, dim0) is to carry block 0 (router 0 to router 2), which is due after 1 slots");
}

}  // namespace
}  // namespace weft::schedule
