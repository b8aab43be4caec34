// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/communication/communication.hpp"

#include <algorithm>
#include <csignal>

#include <gtest/gtest.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/traffic/communication/catalog.hpp"

namespace weft {
namespace {

/// Returns the number of units that each task sends.
std::vector<std::uint64_t> sent(Communication const& communication) {
  std::vector<std::uint64_t> units(communication.num_tasks());
  communication.for_each_flow([&](Flow const& flow) { units[flow.from] += flow.units; });
  return units;
}

TEST(Communication, FindsTheFlowsAndGroupsOfATask) {
  Communication communication{3};
  communication.add({2, 0, 5});
  communication.add({0, 2, 1});
  communication.add({2, 1, 7});
  std::vector<std::uint32_t> const members{0, 2};
  communication.add_group(3, members);
  communication.finish();
  EXPECT_EQ(communication.total_units(), 5U + 1 + 7 + 3 * 4);
  ASSERT_EQ(communication.flows_of(2).size(), 2U);
  EXPECT_EQ(communication.flows_of(2)[1], (Flow{2, 1, 7}));
  ASSERT_EQ(communication.flows_to(2).size(), 1U);
  EXPECT_EQ(communication.flows()[communication.flows_to(2)[0]], (Flow{0, 2, 1}));
  EXPECT_EQ(communication.groups_of(2).size(), 1U);
  EXPECT_EQ(communication.groups_of(1).size(), 0U);
  EXPECT_EQ(sent(communication), (std::vector<std::uint64_t>{7, 0, 18}));
}

TEST(Communication, RejectsZeroTrafficAndOverflow) {
  Communication silent{2};
  silent.add({0, 1, 0});
  EXPECT_THROW(silent.finish(), InputError);
  Communication loud{2};
  loud.add({0, 1, std::uint64_t{1} << 62});
  EXPECT_THROW(loud.finish(), InputError);
}

TEST(Communication, ChecksForCtrlCDuringConstruction) {
  InterruptGuard const caught;
  std::raise(SIGINT);
  TaskContext const context{{128, 128}};
  EXPECT_THROW(task::Halo({}).communicate(context), Interrupted);
  EXPECT_THROW(task::Transpose({}).communicate(context), Interrupted);
  EXPECT_THROW(task::AllToAll({}).communicate(context), Interrupted);
  EXPECT_THROW(task::Multicast({}).communicate(context), Interrupted);
  EXPECT_THROW(task::Traffic({}).communicate(context), Interrupted);
}

TEST(Halo, SendsAQuarterToEachOfFourNeighborsWithWraparound) {
  auto const communication = task::Halo({}).communicate({{3, 4}});
  EXPECT_EQ(sent(communication), std::vector<std::uint64_t>(12, 4));
  std::vector<std::uint32_t> to;
  for (auto const& flow : communication.flows_of(0)) to.push_back(flow.to);
  std::ranges::sort(to);
  EXPECT_EQ(to, (std::vector<std::uint32_t>{1, 3, 4, 8}));
}

TEST(Halo, SendsToTheNeighborsOfEachStencil) {
  EXPECT_EQ(task::Halo({}).communicate({{4, 4, 4}}).flows_of(0).size(), 6U);
  EXPECT_EQ(task::Halo({.corners = true}).communicate({{4, 4, 4}}).flows_of(0).size(), 26U);
  EXPECT_EQ(task::Halo({.corners = true}).communicate({{4, 4}}).flows_of(0).size(), 8U);
  EXPECT_EQ(task::Halo({}).communicate({{4, 4, 4, 4}}).flows_of(0).size(), 8U);
}

TEST(Halo, OmitsTheWraparoundOnRequest) {
  auto const open = task::Halo({.wrap = false}).communicate({{2, 3}});
  EXPECT_EQ(sent(open), (std::vector<std::uint64_t>{2, 3, 2, 2, 3, 2}));
  auto const corners = task::Halo({.corners = true, .wrap = false}).communicate({{3, 3, 3}});
  EXPECT_EQ(sent(corners)[0], 7U);
  EXPECT_EQ(sent(corners)[13], 26U);
}

TEST(TaskTraffic, AppliesThePatternToTasks) {
  auto const neighbors = task::Traffic({.of = "neighbor", .messages = 4}).communicate({{4, 5}});
  auto const halo = task::Halo({}).communicate({{4, 5}});
  std::vector<Flow> a(neighbors.flows().begin(), neighbors.flows().end()),
      b(halo.flows().begin(), halo.flows().end());
  auto const by_ends = [](Flow const& x, Flow const& y) {
    return std::pair(x.from, x.to) < std::pair(y.from, y.to);
  };
  std::ranges::sort(a, by_ends);
  std::ranges::sort(b, by_ends);
  EXPECT_EQ(a, b);
}

TEST(TaskTraffic, PermutationsDependOnlyOnTheSeed) {
  auto const one = task::Traffic({}).communicate({{100}, 5}),
             again = task::Traffic({}).communicate({{100}, 5});
  EXPECT_TRUE(std::ranges::equal(one.flows(), again.flows()));
  EXPECT_FALSE(std::ranges::equal(one.flows(), task::Traffic({}).communicate({{100}, 6}).flows()));
  std::vector<bool> reached(100, false);
  for (auto const& flow : one.flows()) reached[flow.to] = true;
  EXPECT_EQ(std::ranges::count(reached, true), 100);
  EXPECT_THROW(task::Traffic({.of = "permutatoin"}).communicate({{4}}), InputError);
  EXPECT_THROW(task::Traffic({.of = "[shift,tornado]"}).communicate({{4}}), InputError);
}

TEST(TaskTraffic, UsesTheExpectationOfUniformTraffic) {
  auto const uniform = task::Traffic({.of = "uniform"}).communicate({{4, 4}});
  EXPECT_EQ(uniform.total_units(), 256U);
  ASSERT_EQ(uniform.num_groups(), 1U);
  EXPECT_EQ(uniform.group(0).members.size(), 16U);
  EXPECT_FALSE(task::Traffic({.of = "uniform"}).depends_on_seed());
  EXPECT_FALSE(task::Traffic({.of = "[shift:by=3]"}).depends_on_seed());
  EXPECT_TRUE(task::Traffic({}).depends_on_seed());
}

TEST(TaskMonitoring, CountsTheRequestedLines) {
  std::string const run = WEFT_SOURCE_DIR "/test/data/monitoring";
  EXPECT_EQ(task::Monitoring({.file = run}).default_grid(), (Sides{4}));
  EXPECT_EQ(sent(task::Monitoring({.file = run, .kinds = "E"}).communicate({{2, 2}})),
            (std::vector<std::uint64_t>{100, 101, 102, 103}));
  EXPECT_EQ(task::Monitoring({.file = run, .kinds = "SR"}).communicate({{4}}).total_units(), 240U);
  auto const messages =
      task::Monitoring({.file = run, .kinds = "E", .amount = task::MonitoredAmount::messages});
  EXPECT_EQ(sent(messages.communicate({{5}})), (std::vector<std::uint64_t>{1, 1, 1, 1, 0}));
  EXPECT_THROW(messages.communicate({{3}}), InputError);
  EXPECT_THROW(detail::checked_params<task::Monitoring>(Spec::parse("monitoring")), InputError);
  EXPECT_THROW(task::Monitoring::check({.file = run, .kinds = "EX"}), InputError);
}

TEST(Transpose, SendsHalfToTheRowAndHalfToTheColumn) {
  auto const communication = task::Transpose({}).communicate({{2, 6}});
  std::vector<std::uint64_t> to(12);
  std::uint64_t total = 0;
  communication.for_each_flow([&](Flow const& flow) {
    if (flow.from != 0) return;
    to[flow.to] += flow.units;
    total += flow.units;
  });
  for (std::uint32_t task = 1; task < 6; ++task) EXPECT_EQ(12 * to[task], total);  // 1/(2Q)
  EXPECT_EQ(4 * to[6], total);                                                     // 1/(2P)
  EXPECT_EQ(12 * to[0], total + 3 * total);                                        // itself: both
  EXPECT_EQ(to[7], 0U);
}

TEST(Transpose, SendsAThirdAlongEachOfThreeDimensions) {
  auto const communication = task::Transpose({}).communicate({{2, 3, 4}});
  std::vector<std::uint64_t> to(24);
  std::uint64_t total = 0;
  communication.for_each_flow([&](Flow const& flow) {
    if (flow.from != 0) return;
    to[flow.to] += flow.units;
    total += flow.units;
  });
  for (std::uint32_t task = 1; task < 4; ++task) EXPECT_EQ(12 * to[task], total);  // the last dimension
  for (std::uint32_t task : {4u, 8u}) EXPECT_EQ(9 * to[task], total);
  EXPECT_EQ(6 * to[12], total);
  EXPECT_EQ(36 * to[0], (3 + 4 + 6) * total);
  EXPECT_EQ(to[5], 0U);
}

TEST(Multicast, SendsFromTheFirstTaskOfEachGroup) {
  EXPECT_EQ(sent(task::Multicast({}).communicate({{2, 3}})), (std::vector<std::uint64_t>{2, 0, 0, 2, 0, 0}));
  EXPECT_THROW(task::Multicast({.size = 4}).communicate({{2, 3}}), InputError);
}

}  // namespace
}  // namespace weft
