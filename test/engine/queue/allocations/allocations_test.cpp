// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/complaint.hpp"
#include "support/queue_run.hpp"
#include "weft/engine/queue/allocations/catalog.hpp"
#include "weft/network/geometry/grid_geometry.hpp"

namespace weft::queue {
namespace {

AllocationPtr allocation(std::string const& text, Nodes const& nodes) {
  return make_allocation(Spec::parse(text), {&nodes, 7}).allocation;
}

/// A random set of free nodes, and the number of nodes of a job.
struct Draw {
  FreeNodes free;
  std::uint32_t count;
};
Draw draw(Nodes const& nodes) {
  FreeNodes free(nodes);
  NodeList taken;
  auto const percent = *rc::gen::inRange(0, 100);
  for (std::uint32_t node = 0; node < nodes.size(); ++node)
    if (*rc::gen::inRange(0, 100) < percent) taken.push_back(node);
  if (taken.size() == nodes.size()) taken.pop_back();
  free.take(taken);
  return {free, *rc::gen::inRange(1u, free.count() + 1)};
}

std::vector<std::uint32_t> free_by_group(FreeNodes const& free) {
  std::vector<std::uint32_t> counts;
  for (std::uint32_t g = 0; g < free.nodes().num_groups(); ++g) counts.push_back(free.in_group(g));
  return counts;
}
std::map<std::uint32_t, std::uint32_t> by_group(Nodes const& nodes, NodeList const& chosen) {
  std::map<std::uint32_t, std::uint32_t> counts;
  for (auto const node : chosen) ++counts[nodes.group(node)];
  return counts;
}

RC_GTEST_PROP(Allocations, ReturnTheRequestedNumberOfFreeNodesReproducibly, ()) {
  auto const topology = *rc::gen::element<std::string>(
      "dragonfly:p=2,a=4,h=2", "torus:sides=4x3x2", "mesh:sides=5x4,concentration=2",
      "kary_ntree:arity=3,levels=3", "slim_fly:q=5", "hypercube:dimensions=4");
  auto const nodes = nodes_of(topology, *rc::gen::element(NodeKind::terminal, NodeKind::router));
  auto const it = draw(nodes);
  Allocations::for_each([&]<class A>(std::type_identity<A>) {
    A const named{typename A::Params{}};
    if constexpr (requires { named.lacks(nodes); })
      if (!named.lacks(nodes).empty()) return;
    auto const bound = named.bind({&nodes, 3});
    auto const chosen = bound->place(it.free, it.count, 11);
    if (bound->may_reject() && chosen.empty()) return;
    RC_ASSERT(chosen.size() == it.count);
    RC_ASSERT(std::ranges::is_sorted(chosen));
    RC_ASSERT(std::ranges::adjacent_find(chosen) == chosen.end());
    for (auto const node : chosen) RC_ASSERT(it.free.is_free(node));
    RC_ASSERT(named.bind({&nodes, 3})->place(it.free, it.count, 11) == chosen);
    RC_ASSERT(bound->place(FreeNodes(nodes), nodes.size(), 1).size() == nodes.size());
  });
}

RC_GTEST_PROP(Allocations, FirstFreeReturnsTheLowestNodes, ()) {
  auto const nodes = nodes_of("ring:routers=20");
  auto const it = draw(nodes);
  NodeList lowest;
  for (std::uint32_t node = 0; lowest.size() < it.count; ++node)
    if (it.free.is_free(node)) lowest.push_back(node);
  RC_ASSERT(allocation("first_free", nodes)->place(it.free, it.count, 0) == lowest);
}

RC_GTEST_PROP(Allocations, ConsecutiveUsesTheSmallestSufficientRun, ()) {
  auto const nodes = nodes_of("ring:routers=20");
  auto const it = draw(nodes);
  NodeList best;
  std::size_t shortest = 1000;
  for (std::uint32_t begin = 0; begin < nodes.size(); ++begin) {  // every window of consecutive free nodes
    if (begin > 0 && it.free.is_free(begin - 1)) continue;
    auto end = begin;
    while (end < nodes.size() && it.free.is_free(end)) ++end;
    if (end - begin < it.count || end - begin >= shortest) continue;
    shortest = end - begin;
    best.clear();
    for (auto node = begin; node < begin + it.count; ++node) best.push_back(node);
  }
  RC_ASSERT(allocation("consecutive", nodes)->place(it.free, it.count, 0) == best);
  auto const several = allocation("consecutive:fallback=true", nodes)->place(it.free, it.count, 0);
  if (!best.empty()) RC_ASSERT(several == best);
}

/// Compares with the minimum number of runs over all choices.
RC_GTEST_PROP(Allocations, ConsecutiveFallsBackToTheFewestRuns, ()) {
  auto const nodes = nodes_of("ring:routers=12");
  auto const it = draw(nodes);
  auto const runs = [](std::uint32_t set) { return std::popcount(set & ~(set << 1)); };
  int minimum = 100;
  for (std::uint32_t set = 0; set < 1u << nodes.size(); ++set) {
    bool free = std::popcount(set) == static_cast<int>(it.count);
    for (std::uint32_t node = 0; node < nodes.size(); ++node)
      free = free && (!(set >> node & 1) || it.free.is_free(node));
    if (free) minimum = std::min(minimum, runs(set));
  }
  std::uint32_t chosen = 0;
  for (auto const node : allocation("consecutive:fallback=true", nodes)->place(it.free, it.count, 0))
    chosen |= 1u << node;
  RC_ASSERT(runs(chosen) == minimum);
}

RC_GTEST_PROP(Allocations, PerGroupUsesTheBestFittingGroupOrWholeGroups, ()) {
  auto const nodes = nodes_of("dragonfly:p=2,a=4,h=2");
  auto const it = draw(nodes);
  auto const before = free_by_group(it.free);
  auto const chosen = by_group(nodes, allocation("per_group", nodes)->place(it.free, it.count, 0));
  std::uint32_t tightest = 1000;
  for (auto const free : before)
    if (free >= it.count) tightest = std::min(tightest, free);
  if (tightest < 1000) {
    RC_ASSERT(chosen.size() == 1);
    RC_ASSERT(before[chosen.begin()->first] == tightest);
    return;
  }
  // The choice contains as many whole free groups as fit in the job; at most one other group is partly used.
  std::uint32_t whole = 0, used_whole = 0, left_over = 0;
  for (std::uint32_t g = 0; g < before.size(); ++g) {
    whole += before[g] == 8;
    if (!chosen.contains(g)) continue;
    used_whole += before[g] == 8 && chosen.at(g) == 8;
    left_over += chosen.at(g) < before[g];
  }
  RC_ASSERT(used_whole == std::min(whole, it.count / 8));
  RC_ASSERT(left_over <= 1);
}

RC_GTEST_PROP(Allocations, SpreadFillsGroupsEvenly, ()) {
  auto const nodes = nodes_of("dragonfly:p=2,a=4,h=2");
  auto const it = draw(nodes);
  auto chosen = by_group(nodes, allocation("spread", nodes)->place(it.free, it.count, 0));
  auto const before = free_by_group(it.free);
  std::uint32_t maximum = 0;
  for (auto const& [group, count] : chosen) maximum = std::max(maximum, count);
  for (std::uint32_t g = 0; g < before.size(); ++g)  // smaller groups are exhausted, except in the last round
    RC_ASSERT(chosen[g] + 1 >= std::min(maximum, before[g]));
}

/// Compares with all possible choices of nodes.
RC_GTEST_PROP(Allocations, FewestFragmentsLeavesTheFewestPartlyUsedGroups, ()) {
  auto const nodes = nodes_of("dragonfly:p=1,a=3,h=1");
  RC_ASSERT(nodes.size() == 12u);
  auto const it = draw(nodes);
  auto const partly_used = [&](NodeList const& chosen) {
    auto after = it.free;
    after.take(chosen);
    return std::ranges::count_if(free_by_group(after), [](auto free) { return free > 0 && free < 3; });
  };
  std::int64_t minimum = 100;
  for (std::uint32_t set = 0; set < 1u << nodes.size(); ++set) {
    NodeList chosen;
    for (std::uint32_t node = 0; node < nodes.size(); ++node)
      if (set >> node & 1) chosen.push_back(node);
    if (chosen.size() == it.count &&
        std::ranges::all_of(chosen, [&](auto node) { return it.free.is_free(node); }))
      minimum = std::min<std::int64_t>(minimum, partly_used(chosen));
  }
  RC_ASSERT(partly_used(allocation("fewest_fragments", nodes)->place(it.free, it.count, 0)) == minimum);
}

/// Compares with all boxes: all shapes at all corners.
RC_GTEST_PROP(Allocations, BoxUsesTheSmallestFreeBox, ()) {
  bool const wraps = *rc::gen::arbitrary<bool>();
  auto const nodes = nodes_of(wraps ? "torus:sides=4x3" : "mesh:sides=4x3");
  auto const it = draw(nodes);
  auto const& grid = *nodes.machine().grid();
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<std::set<std::uint32_t>>> boxes;
  for (std::uint32_t w = 1; w <= 4; ++w)
    for (std::uint32_t h = 1; h <= 3; ++h)
      for (std::uint32_t x = 0; x < (wraps ? 4 : 5 - w); ++x)
        for (std::uint32_t y = 0; y < (wraps ? 3 : 4 - h); ++y) {
          std::set<std::uint32_t> inside;
          for (std::uint32_t node = 0; node < nodes.size(); ++node) {
            auto const dx = (grid.coord(nodes.router(node), 0) + 4 - x) % 4;
            auto const dy = (grid.coord(nodes.router(node), 1) + 3 - y) % 3;
            if (dx < w && dy < h && it.free.is_free(node)) inside.insert(node);
          }
          if (inside.size() == w * h && w * h >= it.count) boxes[{w * h, w + h}].insert(inside);
        }
  auto const chosen = allocation("box", nodes)->place(it.free, it.count, 0);
  RC_ASSERT(chosen.empty() == boxes.empty());
  if (boxes.empty()) return;
  RC_ASSERT(std::ranges::any_of(boxes.begin()->second, [&](auto const& inside) {
    return std::ranges::all_of(chosen, [&](auto node) { return inside.contains(node); });
  }));
}

TEST(Allocations, BoxPrefersOccupiedNeighbors) {
  auto const nodes = nodes_of("mesh:sides=6x1");
  FreeNodes free(nodes);
  free.take(NodeList{3});
  EXPECT_EQ(allocation("box", nodes)->place(free, 2, 0), (NodeList{1, 2}));
}

RC_GTEST_PROP(Allocations, TreeUsesTheLowestSufficientSwitch, ()) {
  auto const nodes = nodes_of("kary_ntree:arity=3,levels=3");
  auto const it = draw(nodes);
  auto const chosen = allocation("tree", nodes)->place(it.free, it.count, 0);
  for (std::uint32_t below = 3; below <= 27; below *= 3) {  // terminals below a switch are consecutive
    std::uint32_t tightest = 1000;
    for (std::uint32_t first = 0; first < 27; first += below) {
      std::uint32_t free = 0;
      for (auto node = first; node < first + below; ++node) free += it.free.is_free(node);
      if (free >= it.count) tightest = std::min(tightest, free);
    }
    if (tightest == 1000) continue;
    auto const first = chosen.front() / below * below;
    RC_ASSERT(chosen.back() < first + below);
    std::uint32_t free = 0;
    for (auto node = first; node < first + below; ++node) free += it.free.is_free(node);
    RC_ASSERT(free == tightest);
    return;
  }
}

TEST(Allocations, TreeFillsTheLeafWithTheMostFreeNodesThenTheBestFit) {
  auto const nodes = nodes_of("kary_ntree:arity=4,levels=2");
  FreeNodes free(nodes);
  free.take(NodeList{0, 1, 4, 12, 13});  // free: 2, 3, 4, 2
  EXPECT_EQ(allocation("tree", nodes)->place(free, 6, 0), (NodeList{2, 3, 8, 9, 10, 11}));
  EXPECT_EQ(allocation("tree", nodes)->place(free, 3, 0), (NodeList{5, 6, 7}));
  EXPECT_EQ(allocation("tree:dragonfly=true", nodes)->place(free, 4, 0), (NodeList{8, 9, 10, 11}));
  EXPECT_EQ(allocation("tree:dragonfly=true", nodes)->place(free, 5, 0), (NodeList{2, 3, 5, 8, 14}));
}

TEST(Allocations, CurveSelectsASquareOfNeighbors) {
  auto const nodes = nodes_of("mesh:sides=4x4");
  auto const& grid = *nodes.machine().grid();
  auto const chosen = allocation("curve", nodes)->place(FreeNodes(nodes), 4, 0);
  std::set<std::uint32_t> columns, rows;
  for (auto const node : chosen) {
    columns.insert(grid.coord(node, 0));
    rows.insert(grid.coord(node, 1));
  }
  EXPECT_EQ(columns.size(), 2);
  EXPECT_EQ(rows.size(), 2);
}

TEST(Allocations, RandomUsesAllFreeNodesOfARouterBeforeTheNext) {
  auto const nodes = nodes_of("dragonfly:p=2,a=4,h=2");
  auto const chosen = allocation("random:unit=routers", nodes)->place(FreeNodes(nodes), 10, 5);
  for (std::size_t i = 0; i < chosen.size(); i += 2)
    EXPECT_EQ(nodes.router(chosen[i]), nodes.router(chosen[i + 1]));
  EXPECT_EQ(by_group(nodes, allocation("random:unit=groups", nodes)->place(FreeNodes(nodes), 16, 5)).size(),
            2);
  EXPECT_NE(chosen, allocation("random:unit=routers", nodes)->place(FreeNodes(nodes), 10, 6));
}

TEST(Allocations, HybridSelectsTheAllocationByJobSize) {
  auto const nodes = nodes_of("dragonfly:p=2,a=4,h=2");
  auto const hybrid =
      allocation("hybrid:max_small_nodes=4,small=first_free,large=[random:unit=groups]", nodes);
  FreeNodes const free(nodes);
  EXPECT_EQ(hybrid->place(free, 4, 9), allocation("first_free", nodes)->place(free, 4, 9));
  EXPECT_EQ(hybrid->place(free, 5, 9), allocation("random:unit=groups", nodes)->place(free, 5, 9));
}

TEST(Allocations, ErrorForAnUnsupportedAllocationListsAlternatives) {
  auto const rejection = [](std::string const& text, std::string const& topology) {
    auto const nodes = nodes_of(topology);
    return complaint_of([&] { allocation(text, nodes); });
  };
  EXPECT_EQ(
      rejection("box", "dragonfly:p=2,a=4,h=2"),
      "box cannot run on dragonfly:p=2,a=4,h=2 (needs a grid of routers); use first_free, random, consecutive, "
      "per_group, spread, hybrid, fewest_fragments");
  EXPECT_EQ(
      rejection("tree", "torus:sides=4x4"),
      "tree cannot run on torus:sides=4x4 (needs levels of switches, or dragonfly=true); use first_free, random, "
      "consecutive, box, curve, per_group, spread, hybrid, fewest_fragments");
  EXPECT_EQ(rejection("hybrid:small=curve", "slim_fly:q=5").substr(0, 60),
            "curve cannot run on slim_fly:q=5 (needs a grid of routers); ");
  EXPECT_EQ(rejection("fist_free", "ring"), "unknown allocation 'fist_free'; did you mean 'first_free'?");
}

}  // namespace
}  // namespace weft::queue
