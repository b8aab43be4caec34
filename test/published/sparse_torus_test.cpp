// SPDX-License-Identifier: Apache-2.0
// Leppanen & Penttonen, Sparse networks (slides, 2007): every reference row of up to 10^6 processors,
// executed.

#include <gtest/gtest.h>

#include "support/reference.hpp"
#include "weft/engine/schedule/router_states/router_execution.hpp"
#include "weft/traffic/schedule/sparse_torus/launches.hpp"

namespace weft {
namespace {

using schedule::execute_by_symmetry;
using schedule::execute_literally;

std::uint32_t number(ReferenceRow const& row, char const* column) {
  return static_cast<std::uint32_t>(std::stoul(row.at(column)));
}

RouterProgram program_of_row(ReferenceRow const& row, ZeroHops zeros) {
  PathGroups const groups(number(row, "d"), number(row, "n"), zeros);
  return program_of(groups, general_launches(groups, 1), 1);
}

/// Number of translated sources, fewer than the default of the command: the symmetry does not depend on the
/// size.
constexpr std::uint64_t others = 50;

TEST(SparseTorus, ExecutesTheRowsOfTheReference) {
  int literal = 0, symmetric = 0;
  for (auto const& row : reference_rows("sparse_torus.csv")) {
    auto const processors = number(row, "processors");
    ASSERT_LE(processors, 1'000'000U);
    SCOPED_TRACE(row.at("d") + " " + row.at("n"));
    auto const program = program_of_row(row, ZeroHops::skip);
    auto const by_symmetry = execute_by_symmetry(program, others, 1);
    ASSERT_FALSE(by_symmetry.violation) << by_symmetry.violation->what;
    EXPECT_EQ(by_symmetry.last_arrival, number(row, "makespan"));
    EXPECT_EQ(by_symmetry.messages, number(row, "packets_sent_ex_self"));
    ++symmetric;
    if (processors > 4096) continue;
    auto const all = execute_literally(program);
    ASSERT_FALSE(all.violation) << all.violation->what;
    EXPECT_EQ(all.arrivals, by_symmetry.arrivals);
    EXPECT_EQ(all.peak_busy, by_symmetry.peak_busy);
    ++literal;
  }
  EXPECT_EQ(symmetric, 103);
  EXPECT_GT(literal, 70);
}

TEST(SparseTorus, ExecutesTheRowsWithTwoStates) {
  for (auto const& row : reference_rows("sparse_torus.csv")) {
    if (row.at("two_state_makespan").empty()) continue;
    SCOPED_TRACE(row.at("d") + " " + row.at("n"));
    auto const it = execute_by_symmetry(program_of_row(row, ZeroHops::full_turn), others, 1);
    ASSERT_FALSE(it.violation) << it.violation->what;
    EXPECT_EQ(it.last_arrival, number(row, "two_state_makespan"));
  }
}

}  // namespace
}  // namespace weft
