// SPDX-License-Identifier: Apache-2.0
// Reference rows of test/data/sparse_torus*.csv, computed by an independent program.

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/reference.hpp"
#include "weft/traffic/schedule/sparse_torus/launches.hpp"

namespace weft {
namespace {

using sparse_torus_forms::level_sizes;
using sparse_torus_forms::link_bound;
using sparse_torus_forms::makespan;
using sparse_torus_forms::steady_period;

std::uint32_t number(ReferenceRow const& row, char const* column) {
  return static_cast<std::uint32_t>(std::stoul(row.at(column)));
}

TEST(SparseTorusForms, LevelSizesMatchTheReference) {
  auto const rows = reference_rows("sparse_torus_levels.csv");
  for (auto const& row : rows)
    EXPECT_EQ(level_sizes(number(row, "d"), number(row, "n"))[number(row, "k")], number(row, "level_size"));
  EXPECT_GT(rows.size(), 100U);
}

TEST(SparseTorusForms, PeriodAndMakespanMatchTheReference) {
  auto const rows = reference_rows("sparse_torus.csv");
  for (auto const& row : rows) {
    auto const d = number(row, "d"), n = number(row, "n");
    SCOPED_TRACE(row.at("d") + " " + row.at("n"));
    EXPECT_EQ(steady_period(d, n), number(row, "sum_len_over_n_W"));
    EXPECT_EQ(makespan(d, n), number(row, "makespan"));
    EXPECT_EQ(makespan(d, n), number(row, "makespan_opt_bound"));
    EXPECT_NEAR(link_bound(d, n), std::stod(row.at("lower_bound_time")), 5e-7);
    EXPECT_NEAR(static_cast<double>(steady_period(d, n)) - link_bound(d, n),
                std::stod(row.at("W_minus_ideal")), 5e-7);
  }
  EXPECT_EQ(rows.size(), 103U);
}

/// Checks groups, launches and shifts; the schedule itself is executed in test/engine.
TEST(PathGroups, MatchTheReference) {
  for (auto const& row : reference_rows("sparse_torus.csv")) {
    auto const d = number(row, "d"), n = number(row, "n");
    SCOPED_TRACE(row.at("d") + " " + row.at("n"));
    PathGroups const groups(d, n, ZeroHops::skip);
    ASSERT_EQ(groups.size(), number(row, "groups"));
    EXPECT_EQ(groups.turns(), number(row, "sum_len_over_n_W"));
    std::uint32_t few = 0, general = 0, shift = 1, processors = 0;
    std::uint64_t longest = 0;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      auto const& group = groups.group(g);
      few += group.rotations < d ? 1U : 0U;
      general += group.largest_shift > 1 ? 1U : 0U;
      shift = std::max(shift, group.largest_shift);
      longest = std::max(longest, group.length);
      processors += group.rotations;
    }
    EXPECT_EQ(few, number(row, "short_groups"));
    EXPECT_EQ(longest, number(row, "max_path_length"));
    EXPECT_EQ(processors, number(row, "processors"));
    if (row.at("simulated") == "0") continue;
    EXPECT_EQ(general, number(row, "groups_needing_general_crossing"));
    EXPECT_EQ(shift, number(row, "max_router_shift"));
    auto const launches = general_launches(groups, 1);
    EXPECT_EQ(launches.empty() ? 0 : launches.back().slot + 1, number(row, "last_slot"));
    PathGroups const two_state(d, n, ZeroHops::full_turn);
    EXPECT_EQ(two_state.turns(), number(row, "two_state_W"));
    auto const full_turns = program_of(two_state, general_launches(two_state, 1), 1);
    EXPECT_EQ(full_turns.slots() - 1, number(row, "two_state_makespan"));
  }
}

TEST(PathGroups, MatchThePublishedTable) {
  PathGroups const groups(4, 3, ZeroHops::skip);
  auto const launches = general_launches(groups, 1);
  std::vector<std::uint64_t> slots;
  std::vector<std::vector<std::uint32_t>> patterns;
  for (auto const& launch : launches) {
    slots.push_back(launch.slot);
    patterns.push_back({groups.pattern(launch.group).begin(), groups.pattern(launch.group).end()});
  }
  EXPECT_EQ(slots, (std::vector<std::uint64_t>{0, 1, 2, 6, 7, 8, 9}));
  EXPECT_EQ(
      patterns,
      (std::vector<std::vector<std::uint32_t>>{
          {1, 2, 1, 2}, {1, 1, 2, 2}, {0, 2, 2, 2}, {0, 1, 1, 1}, {0, 1, 0, 2}, {0, 0, 2, 1}, {0, 0, 1, 2}}));
  std::vector<std::uint64_t> free;
  for (std::uint64_t slot = 0; slot < 12; ++slot)
    free.push_back(3 - static_cast<std::uint64_t>(std::ranges::count_if(launches, [&](auto const& launch) {
                     return launch.slot <= slot && slot < launch.slot + launch.length;
                   })));
  EXPECT_EQ(free, (std::vector<std::uint64_t>{2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2}));
}

/// Lemma 1: the projections of the processors cover every face; their mean distance from the origin is d (n -
/// 1) / 2.
TEST(ProcessorDigits, ProjectionsCoverEveryFace) {
  for (auto const& [d, n] : {std::pair{2U, 5U}, {3U, 4U}, {4U, 3U}, {5U, 2U}}) {
    ProcessorDigits const digits(d, n);
    auto const processors = static_cast<std::uint32_t>(RouterProgram(d, n, 1).processors());
    std::uint64_t distances = 0;
    for (std::uint32_t dropped = 0; dropped < d; ++dropped) {
      std::set<std::vector<std::uint32_t>> face;
      for (std::uint32_t q = 0; q < processors; ++q) {
        auto place = digits.coordinates(q);
        EXPECT_EQ(digits.number(place), q);
        auto const sum = std::accumulate(place.begin(), place.end(), 0U);
        EXPECT_EQ(sum % n, 0U);
        if (dropped == 0) distances += sum;
        place.erase(place.begin() + dropped);
        face.insert(place);
      }
      EXPECT_EQ(face.size(), processors);
    }
    EXPECT_EQ(2 * distances, std::uint64_t{d} * (n - 1) * processors);
  }
}

RC_GTEST_PROP(ProcessorDigits, DifferencesAgreeWithCoordinates, ()) {
  auto const d = *rc::gen::inRange(1U, 6U), n = *rc::gen::inRange(2U, 9U);
  ProcessorDigits const digits(d, n);
  auto const processors = static_cast<std::uint32_t>(RouterProgram(d, n, 1).processors());
  auto const a = *rc::gen::inRange(0U, processors), b = *rc::gen::inRange(0U, processors);
  auto const x = digits.coordinates(a), y = digits.coordinates(b),
             z = digits.coordinates(digits.difference(a, b));
  for (std::uint32_t dim = 0; dim < d; ++dim) RC_ASSERT((z[dim] + y[dim]) % n == x[dim]);
}

RC_GTEST_PROP(PathGroups, ContainEveryDestinationOnce, ()) {
  auto const d = *rc::gen::inRange(1U, 6U);
  auto const n = *rc::gen::inRange(2U, d > 3 ? 5U : 9U);
  PathGroups const groups(d, n, *rc::gen::element(ZeroHops::skip, ZeroHops::full_turn));
  auto const relations = *rc::gen::inRange(1U, 4U);
  auto const split = *rc::gen::arbitrary<bool>();
  PathGroups const plain(d, n, ZeroHops::skip);
  auto const program = split ? program_of(plain, split_launches(plain, relations), relations)
                             : program_of(groups, general_launches(groups, relations), relations);
  std::map<std::uint32_t, std::uint32_t> count;
  for (auto const& injection : program.injections)
    if (injection.is_new()) ++count[injection.offset];
  RC_ASSERT(count.size() + 1 == program.processors());
  RC_ASSERT(!count.contains(0));
  for (auto const& [offset, times] : count) RC_ASSERT(times == relations);
}

TEST(SplitLaunches, WaitForThePreviousLegAndUseOneSlotPerTurn) {
  for (auto const& [d, n] : {std::pair{3U, 3U}, {3U, 8U}, {4U, 5U}, {5U, 3U}}) {
    PathGroups const groups(d, n, ZeroHops::skip);
    auto const launches = split_launches(groups, 2);
    EXPECT_EQ(launches.size(), 2 * groups.turns());
    EXPECT_EQ(launches.back().slot + 1, 2 * groups.turns());  // no slot is idle
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<std::uint32_t, std::uint64_t>> before;
    for (auto const& launch : launches) {
      auto& [leg, slot] = before[{launch.relation, launch.group}];
      EXPECT_EQ(launch.leg, leg);
      EXPECT_TRUE(leg == 0 || launch.slot >= slot + n);
      ++leg;
      slot = launch.slot;
    }
  }
}

}  // namespace
}  // namespace weft
