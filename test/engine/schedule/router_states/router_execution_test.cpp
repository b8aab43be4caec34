// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/schedule/router_states/router_execution.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/reference.hpp"
#include "support/router_oracle.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/time_limit.hpp"
#include "weft/traffic/schedule/sparse_torus/launches.hpp"

namespace weft::schedule {
namespace {

RouterProgram general(std::uint32_t d, std::uint32_t n, std::uint64_t relations = 1,
                      ZeroHops zeros = ZeroHops::skip) {
  PathGroups const groups(d, n, zeros);
  return program_of(groups, general_launches(groups, relations), relations);
}
RouterProgram split(std::uint32_t d, std::uint32_t n, std::uint64_t relations = 1) {
  PathGroups const groups(d, n, ZeroHops::skip);
  return program_of(groups, split_launches(groups, relations), relations);
}

void expect_same(RouterExecution const& literal, RouterExecution const& symmetric) {
  ASSERT_FALSE(literal.violation) << literal.violation->what;
  ASSERT_FALSE(symmetric.violation) << symmetric.violation->what;
  EXPECT_EQ(literal.last_arrival, symmetric.last_arrival);
  EXPECT_EQ(literal.relation_ends, symmetric.relation_ends);
  EXPECT_EQ(literal.arrivals, symmetric.arrivals);
  EXPECT_EQ(literal.peak_busy, symmetric.peak_busy);
  EXPECT_EQ(literal.max_stored, symmetric.max_stored);
  EXPECT_EQ(literal.hops / literal.sources, symmetric.hops / symmetric.sources);
  for (std::size_t row = 0; row < literal.by_dimension.rows().size(); ++row)
    EXPECT_EQ(literal.by_dimension.carried(row), symmetric.by_dimension.carried(row));
}

/// Executes the rows of up to 1,100 processors literally and by symmetry.
TEST(RouterExecution, MatchesTheReference) {
  int rows = 0;
  for (auto const& row : reference_rows("sparse_torus.csv")) {
    auto const d = static_cast<std::uint32_t>(std::stoul(row.at("d"))),
               n = static_cast<std::uint32_t>(std::stoul(row.at("n")));
    if (std::stoul(row.at("processors")) > 1100) continue;
    SCOPED_TRACE(row.at("d") + " " + row.at("n"));
    auto const program = general(d, n);
    auto const literal = execute_literally(program);
    expect_same(literal, execute_by_symmetry(program, 50, 1));
    EXPECT_EQ(literal.last_arrival, std::stoul(row.at("makespan")));
    EXPECT_EQ(literal.messages, std::stoul(row.at("packets_sent_ex_self")));
    if (row.at("simulated") == "0") continue;
    EXPECT_NEAR(static_cast<double>(literal.peak_busy) / (n * d), std::stod(row.at("peak_link_utilization")),
                6e-7);
    auto const two_state = execute_literally(general(d, n, 1, ZeroHops::full_turn));
    ASSERT_FALSE(two_state.violation) << two_state.violation->what;
    EXPECT_EQ(two_state.last_arrival, std::stoul(row.at("two_state_makespan")));
    ++rows;
  }
  EXPECT_GT(rows, 70);
}

TEST(RouterExecution, MatchesTheReferenceInTwoDimensions) {
  for (auto const& row : reference_rows("sparse_torus_d2.csv")) {
    auto const n = static_cast<std::uint32_t>(std::stoul(row.at("n")));
    for (bool const both : {false, true}) {
      SCOPED_TRACE(row.at("n") + (both ? " both" : " x"));
      std::string const prefix = both ? "both" : "x_only";
      auto const it = execute_literally(crossing_program(n, both, 1));
      ASSERT_FALSE(it.violation) << it.violation->what;
      EXPECT_EQ(it.last_send, std::stoul(row.at(prefix + "_last_send")));
      EXPECT_EQ(it.last_arrival, std::stoul(row.at(prefix + "_last_arrival")));
      EXPECT_EQ(it.last_arrival - it.first_send, std::stoul(row.at(prefix + "_duration")));
      EXPECT_EQ(sparse_torus_forms::crossing_makespan(n, both), std::stoul(row.at(prefix + "_duration")));
    }
  }
}

TEST(RouterExecution, BackToBackRelationsEndOncePerPeriod) {
  for (auto const& [d, n] : {std::pair{2U, 6U}, {3U, 3U}, {3U, 8U}, {4U, 3U}, {4U, 6U}, {5U, 4U}, {6U, 3U}}) {
    auto const period = sparse_torus_forms::steady_period(d, n);
    for (auto const& program : {general(d, n, 5), split(d, n, 5)}) {
      auto const it = execute_literally(program);
      ASSERT_FALSE(it.violation) << it.violation->what;
      EXPECT_EQ(it.last_arrival, 5 * period + n - 1);
      EXPECT_EQ(it.relation_ends.back() - it.relation_ends.front(), 4 * period);
    }
  }
}

TEST(RouterExecution, CompletesTwoRelationsEveryNSlotsIfMessagesCrossAlongBothAxes) {
  for (std::uint32_t const n : {2U, 3U, 4U, 9U, 16U})
    for (std::uint64_t const relations : {1U, 2U, 3U, 7U, 8U}) {
      auto const it = execute_literally(crossing_program(n, true, relations));
      ASSERT_FALSE(it.violation) << it.violation->what;
      EXPECT_LE(it.last_arrival, (relations + 1) / 2 * n + n - 1);
    }
}

/// In the naive execution, too, every message of every processor arrives. After random damage, all three
/// executions report the first violation in the same slot, and the two fast executions with the same text.
RC_GTEST_PROP(RouterExecution, MatchesTheOracleOnDamagedPrograms, ()) {
  using Size = std::pair<std::uint32_t, std::uint32_t>;
  auto const [d, n] =
      *rc::gen::elementOf(std::vector<Size>{{2, 5}, {3, 2}, {3, 3}, {3, 4}, {4, 2}, {4, 3}, {5, 2}});
  auto const relations = *rc::gen::inRange(1U, 3U);
  auto program = *rc::gen::arbitrary<bool>()
                     ? split(d, n, relations)
                     : general(d, n, relations, *rc::gen::element(ZeroHops::skip, ZeroHops::full_turn));
  auto const flips = *rc::gen::inRange(0, 3);
  for (int i = 0; i < flips; ++i) {
    auto const level = *rc::gen::inRange(0U, n);
    auto const slot = *rc::gen::inRange(std::uint64_t{0}, program.slots());
    auto const state = *rc::gen::inRange(0U, d + (level == 0 ? 1U : 0U));
    program.set_state(level, slot, state == d ? RouterProgram::take_out : static_cast<std::uint8_t>(state));
  }
  if (*rc::gen::arbitrary<bool>()) {
    auto& injection = program.injections[*rc::gen::inRange(std::size_t{0}, program.injections.size())];
    if (injection.slot + 1 < program.slots()) ++injection.slot;
    std::ranges::stable_sort(program.injections, {},
                             [](auto const& it) { return std::pair(it.slot, it.dim); });
  }
  RouterOracle const oracle(program);
  auto const literal = execute_literally(program), symmetric = execute_by_symmetry(program, 1000, 1);
  RC_ASSERT(oracle.violation.has_value() == literal.violation.has_value());
  RC_ASSERT(oracle.violation.has_value() == symmetric.violation.has_value());
  if (oracle.violation) {
    RC_ASSERT(literal.violation->slot == *oracle.violation);
    RC_ASSERT(literal.violation->what == symmetric.violation->what);
  } else {
    RC_ASSERT(literal.last_arrival == oracle.last_arrival);
    RC_ASSERT(literal.hops == oracle.hops);
    RC_ASSERT(symmetric.hops == oracle.hops);
  }
}

TEST(RouterExecution, ErrorForAFlippedStateNamesSlotChannelAndMessages) {
  auto program = general(4, 3);
  program.set_state(1, 5, static_cast<std::uint8_t>((program.state(1, 5) + 1) % 4));
  auto const it = execute_literally(program);
  ASSERT_TRUE(it.violation);
  EXPECT_EQ(it.violation->what, execute_by_symmetry(program, 10, 1).violation->what);
  EXPECT_NE(it.violation->what.find("slot 7: processor ("), std::string::npos) << it.violation->what;
  EXPECT_NE(it.violation->what.find(" takes message (0,0,0,0) -> ("), std::string::npos);
  EXPECT_NE(it.violation->what.find(" from channel ("), std::string::npos);
}

TEST(RouterExecution, RejectsAShiftedInjection) {
  auto program = general(4, 3);
  for (auto& injection :
       program.injections)  // the group of slot 6 is injected in slot 5, when its slice still forwards
    if (injection.slot == 6) injection.slot = 5;
  auto const it = execute_literally(program);
  ASSERT_TRUE(it.violation);
  EXPECT_EQ(it.violation->slot, 5U);
  EXPECT_TRUE(
      it.violation->what.starts_with("slot 5: channel (0,0,0,0) -> (1,0,0,0) (dim0) is to carry message "
                                     "(0,0,0,0) -> "))
      << it.violation->what;
  EXPECT_NE(it.violation->what.find(", but carries message ("), std::string::npos);
}

/// A message that is stored for some slots, as a states file may specify.
TEST(RouterExecution, ForwardsStoredMessagesLater) {
  RouterProgram program(2, 2, 8);  // the only other processor is at (1, 1)
  program.injections = {{0, 0, 1}, {4, 1, 0, 2, 0}};
  program.set_state(1, 5, 1);  // a full turn along x, then y and x
  auto const it = execute_literally(program);
  ASSERT_FALSE(it.violation) << it.violation->what;
  EXPECT_EQ(it.sent_on, 1U);
  EXPECT_EQ(it.max_stored, 1U);
  EXPECT_EQ(it.first_send, 0U) << "of the message, not of what it is sent on with";
  EXPECT_EQ(it.last_arrival, 6U);
  EXPECT_FALSE(execute_by_symmetry(program, 1, 1).violation);
  EXPECT_FALSE(RouterOracle(program).violation);
}

TEST(RouterExecution, RejectsForwardingOfAMissingMessage) {
  RouterProgram program(2, 2, 8);
  program.injections = {{0, 0, 1}, {4, 1, 0, 3, 0}};
  auto const it = execute_literally(program);
  ASSERT_TRUE(it.violation);
  EXPECT_TRUE(it.violation->what.starts_with("slot 2: processor (0,0) takes message (0,0) -> (1,1)"));
  program.injections = {{4, 1, 0, 2, 0}};
  EXPECT_EQ(execute_literally(program).violation->what,
            "slot 4: channel (0,0) -> (0,1) (dim1) should carry the message from dimension 0 in slot 2, "
            "but no message arrived");
}

TEST(RouterExecution, ReportsMissingAndDuplicateMessages) {
  auto program = general(3, 3);
  program.injections.pop_back();
  EXPECT_NE(execute_literally(program).violation->what.find("is sent 0 times in 1 relations"),
            std::string::npos);
}

TEST(RouterExecution, SendsNothingInOneDimension) {
  auto const it = execute_literally(general(1, 5));
  EXPECT_FALSE(it.violation);
  EXPECT_EQ(it.hops, 0U);
  EXPECT_EQ(it.last_arrival, 0U);
}

TEST(RouterExecution, IsIndependentOfThreads) {
  auto program = general(3, 16);
  Threads const limit(1);
  auto const one = execute_literally(program);
  auto const translated = execute_by_symmetry(program, 100, 1);
  Threads const more(3);
  expect_same(one, execute_literally(program));
  expect_same(translated, execute_by_symmetry(program, 100, 1));
}

TEST(RouterExecution, RejectsLongExecutionsBeforeTheyStart) {
  TimeLimit limit(no_progress(), 600);
  EXPECT_NO_THROW(expect_by_symmetry(3, 100, 5050, 1000, limit));
  EXPECT_THROW(expect_by_symmetry(3, 1625, 1321124, 1000000, limit), InputError);
}

}  // namespace
}  // namespace weft::schedule
