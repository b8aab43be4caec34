// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/waiting_knot.hpp"

#include <algorithm>
#include <bit>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "weft/graph/graph.hpp"
#include "weft/graph/order.hpp"

namespace weft {
namespace {

struct Scene {
  std::vector<std::uint32_t> first, requested, holder;
  Waiting view() const { return {first, requested, holder}; }
};

Scene scene(std::vector<std::vector<std::uint32_t>> const& requested, std::vector<std::uint32_t> holder) {
  Scene made{{0}, {}, std::move(holder)};
  for (auto const& things : requested) {
    made.requested.insert(made.requested.end(), things.begin(), things.end());
    made.first.push_back(static_cast<std::uint32_t>(made.requested.size()));
  }
  return made;
}

bool is_closed(Waiting const& waiting, std::uint32_t set) {
  for (std::uint32_t w = 0; w < waiting.num_waiters(); ++w) {
    if ((set >> w & 1) == 0) continue;
    if (waiting.requested_by(w).empty()) return false;
    for (auto const thing : waiting.requested_by(w)) {
      auto const holder = waiting.holder[thing];
      if (holder == Waiting::no_waiter || (set >> holder & 1) == 0) return false;
    }
  }
  return true;
}

std::uint32_t mask_of(std::vector<std::uint32_t> const& members) {
  std::uint32_t mask = 0;
  for (auto const m : members) mask |= 1u << m;
  return mask;
}

Scene random_scene() {
  auto const waiters = *rc::gen::inRange<std::uint32_t>(1, 9);
  auto const things = *rc::gen::inRange<std::uint32_t>(1, 12);
  std::vector<std::vector<std::uint32_t>> requested;
  for (std::uint32_t w = 0; w < waiters; ++w) {
    auto const many = *rc::gen::weightedElement<std::size_t>({{1, 0}, {8, 1}, {4, 2}, {2, 3}});
    requested.push_back(*rc::gen::container<std::vector<std::uint32_t>>(many, rc::gen::inRange(0u, things)));
  }
  auto holder = *rc::gen::container<std::vector<std::uint32_t>>(things, rc::gen::inRange(0u, waiters));
  if (*rc::gen::inRange(0, 3) == 0) holder[0] = Waiting::no_waiter;
  return scene(requested, holder);
}

RC_GTEST_PROP(WaitingKnot, MatchesBruteForceOverSubsets, ()) {
  auto const made = random_scene();
  auto const waiting = made.view();
  std::uint32_t largest = 0, smallest_knot = 0;
  for (std::uint32_t set = 1; set < 1u << waiting.num_waiters(); ++set)
    if (is_closed(waiting, set)) largest |= set;
  // A knot is a closed set that contains no smaller one.
  for (std::uint32_t set = 1; set < 1u << waiting.num_waiters(); ++set) {
    bool minimal = is_closed(waiting, set);
    for (std::uint32_t part = (set - 1) & set; minimal && part != 0; part = (part - 1) & set)
      minimal = !is_closed(waiting, part);
    if (minimal && (smallest_knot == 0 || std::countr_zero(set) < std::countr_zero(smallest_knot)))
      smallest_knot = set;
  }
  auto const knot = find_waiting_knot(waiting);
  RC_ASSERT(mask_of(knot.stuck) == largest);
  RC_ASSERT(mask_of(knot.members) == smallest_knot);
  RC_ASSERT(knot.cycle.empty() == knot.members.empty());
  for (std::size_t i = 0; i < knot.cycle.size(); ++i) {
    auto const requested = waiting.requested_by(knot.cycle[i].waiter);
    RC_ASSERT(std::ranges::find(requested, knot.cycle[i].requested) != requested.end());
    RC_ASSERT(waiting.holder[knot.cycle[i].requested] == knot.cycle[(i + 1) % knot.cycle.size()].waiter);
    RC_ASSERT(std::ranges::find(knot.members, knot.cycle[i].waiter) != knot.members.end());
  }
}

TEST(WaitingKnot, FreeResourcesBreakCycles) {
  auto const stuck = scene({{1}, {2}, {0}, {0}}, {0, 1, 2});
  auto const knot = find_waiting_knot(stuck.view());
  EXPECT_EQ(knot.stuck, (std::vector<std::uint32_t>{0, 1, 2, 3})) << "3 waits for one who never goes on";
  EXPECT_EQ(knot.members, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(knot.cycle.size(), 3);
  auto const free = scene({{1}, {2, 3}, {0}, {0}}, {0, 1, 2, Waiting::no_waiter});
  EXPECT_TRUE(find_waiting_knot(free.view()).stuck.empty());
}

}  // namespace
}  // namespace weft
