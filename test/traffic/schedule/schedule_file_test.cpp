// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/schedule/schedule_file.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/core/error.hpp"
#include "weft/io/file.hpp"
#include "weft/network/network.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

TransferNetwork const& ring() {
  static TransferNetwork const network(build_network(topology::Ring({.routers = 4})));
  return network;
}

std::string complaint(std::string_view text) {
  return complaint_of([&] { parse_schedule(text, "plan", ring()); });
}

TEST(ScheduleFile, ReadsBlocksSlotsAndTransfers) {
  auto const schedule = parse_schedule(
      "holdings copies # a broadcast\nblock 0 1 0 2\nblock 1 t1 all\n\nslot 0\n1 2 0\n1 0 1 port 0\nslot 3 2\n2 3 0\n",
      "plan", ring());
  auto const& postcondition = schedule->postcondition();
  EXPECT_EQ(postcondition.holdings, Holdings::copies);
  EXPECT_EQ(postcondition.start, (std::vector<std::uint32_t>{1, 1}));
  EXPECT_EQ(std::vector(postcondition.goals(0).begin(), postcondition.goals(0).end()),
            (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(postcondition.goals(1).size(), 4U);
  auto const& steps = schedule->steps();
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_EQ(steps[0].transfers.size(), 2U);
  EXPECT_EQ(ring().target(steps[0].transfers[1].channel), 0U);
  EXPECT_EQ(steps[1].width, 2U);
  EXPECT_TRUE(steps[1].transfers.empty());
  EXPECT_EQ(steps[2].width, 2U);
}

TEST(ScheduleFile, ReadsDeadlines) {
  EXPECT_TRUE(parse_schedule("block 0 1 2\n", "plan", ring())->postcondition().due.empty());
  auto const some =
      parse_schedule("holdings copies\nblock 0 1 2\nblock 1 1 all due 5\nblock 2 1 2\n", "plan", ring());
  EXPECT_EQ(some->postcondition().due, (std::vector<std::uint64_t>{~std::uint64_t{0}, 5, ~std::uint64_t{0}}));
}

TEST(ScheduleFile, ReportsTheLocationOfErrors) {
  EXPECT_EQ(complaint("holdings heaps\n"),
            "plan:1:10: holdings=heaps (must be one_place, copies, sums or unions)");
  EXPECT_EQ(complaint("block 0 1 4\n"), "plan:1:11: goal=4 (must be in [0, 3])");
  EXPECT_EQ(complaint("block 0 1 t4\n"), "plan:1:11: goal=t4 (terminals must be in [t0, t3])");
  EXPECT_EQ(
      complaint("block 0 1\n"),
      "plan:1:10: the field 'goal' is missing: the line is incomplete (holdings .. | participants .. | block B START "
      "GOAL.. [due SLOTS] | slot T [WIDTH] | FROM TO B ..)");
  EXPECT_EQ(complaint("block 0 1 2\nslot 0\n1 3 0\n"),
            "plan:3:1: no channel leads from router 1 to router 3");
  EXPECT_EQ(complaint("block 0 1 2\nslot 0\n1 2 0 port 0\n"), "plan:3:1: the port leads to router 0");
  EXPECT_EQ(complaint("block 0 1 2\nslot 0\n1 2 0 add\n"),
            "plan:3:7: unexpected 'add' (expected port; add and carrier are only for sums and unions)");
  EXPECT_EQ(complaint("block 0 1 2\nslot 3\nslot 3\n"), "plan:3:6: slot=3 (must be in [4, 1099511627776])");
  EXPECT_EQ(complaint("block 0 1 2 3\n"),
            "plan:1:14: the block has several goals (with holdings one_place, a block has one goal)");
  EXPECT_EQ(complaint("block 0 1 2 due\n").substr(0, 37), "plan:1:16: the field 'due' is missing");
  EXPECT_EQ(complaint("block 0 1 2 due 3 4\n").substr(0, 24), "plan:1:19: unexpected '4");
  EXPECT_EQ(complaint("holdings copies\nblock 0 1 all 2\n").substr(0, 24), "plan:2:15: unexpected '2");
  EXPECT_EQ(complaint("# nothing\n"), "plan: the file contains no blocks");
}

class ScheduleFileOf : public testing::TestWithParam<Holdings> {};

TEST_P(ScheduleFileOf, RoundTrips) {
  TransferNetwork const network(build_network(topology::Torus({.sides = {3, 3}, .concentration = 2})));
  auto const in = network.first_channel(network.vertex({0}));
  auto const along = network.channel({0}, {1}), out = network.first_channel(1) + 4;
  ListedSchedule schedule({.holdings = GetParam(),
                           .blocks = 2,
                           .participants = {9, 11},
                           .goal = {9, 11, 9},
                           .first_goal = {0, 2, 3},
                           .due = {~std::uint64_t{0}, 4}},
                          {{1, {{in, 1, 0, Arrival::add, true, false}}},
                           {2, {{along, 1, 0, Arrival::add, false, false}}},
                           {1, {{out, 1, 0, Arrival::add, false, true}, {in, 0}}}});
  Scratch const scratch;
  write_schedule(scratch / "plan.txt", schedule, network);
  auto const again = read_schedule(scratch / "plan.txt", network);
  EXPECT_EQ(again->postcondition().holdings, GetParam());
  EXPECT_EQ(again->postcondition().participants, schedule.postcondition().participants);
  EXPECT_EQ(again->postcondition().due, schedule.postcondition().due);
  EXPECT_EQ(again->postcondition().goal, schedule.postcondition().goal);
  EXPECT_EQ(again->postcondition().first_goal, schedule.postcondition().first_goal);
  ASSERT_EQ(again->steps().size(), schedule.steps().size());
  for (std::size_t i = 0; i < schedule.steps().size(); ++i) {
    EXPECT_EQ(again->steps()[i].width, schedule.steps()[i].width);
    EXPECT_EQ(again->steps()[i].transfers, schedule.steps()[i].transfers) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, ScheduleFileOf, testing::Values(Holdings::sums, Holdings::unions));

RC_GTEST_PROP(ScheduleFile, AnyTextIsParsedOrRejected, (std::string const& text)) {
  try {
    RC_ASSERT(parse_schedule(text, "plan", ring())->postcondition().blocks > 0);
  } catch (InputError const& error) { RC_ASSERT(std::string(error.what()).find('\n') == std::string::npos); }
}

}  // namespace
}  // namespace weft
