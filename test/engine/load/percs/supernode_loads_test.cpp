// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/load/percs/supernode_loads.hpp"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "support/random_communication.hpp"
#include "weft/topology/family/percs.hpp"

namespace weft {
namespace {

constexpr std::uint32_t nodes = topology::Percs::nodes_per_supernode;

/// Visitor that stores the loads of all L channels, computed by visit_percs_loads.
class Seen final : public load::PercsLoadVisitor {
 public:
  void inner(std::uint32_t, load::NodePairs const& load) override { inside.push_back(load); }
  void between(std::uint32_t, std::span<std::uint64_t const>) override {}
  std::vector<load::NodePairs> inside;
};

struct Relabeling {
  std::vector<std::uint32_t> label;
  std::vector<load::SupernodeLoads> loads;
};

/// Draws random labels, and random swaps within every supernode.
Relabeling shaken(PercsPaths const& paths, load::PlacedTasks const& tasks) {
  load::NodeTraffic const traffic(tasks);
  Relabeling layout{shuffled(paths.supernodes(), paths.supernodes(), 17), {}};
  load::SupernodeDemands const demands(paths, traffic, layout.label);
  Rng random(23, Purpose::test, 2);
  for (std::uint32_t s = 0; s < paths.supernodes(); ++s) {
    layout.loads.emplace_back(demands.of(s));
    for (int move = 0; move < 200; ++move)
      layout.loads.back().swap(static_cast<std::uint32_t>(random.below(nodes)),
                               static_cast<std::uint32_t>(random.below(nodes)));
  }
  return layout;
}

std::vector<std::uint32_t> moved(std::vector<std::uint32_t> const& placement, Relabeling const& layout) {
  std::vector<std::uint32_t> result;
  for (auto const processor : placement) {
    auto const s = processor / 128, content = processor / 4 % nodes;
    std::uint32_t node = 0;
    while (layout.loads[s].content(node) != content) ++node;
    result.push_back((layout.label[s] * nodes + node) * 4 + processor % 4);
  }
  return result;
}

void expect_same_as_afresh(topology::Percs::Params const& machine, PercsPathParams const& params,
                           bool direct) {
  auto const supernodes = static_cast<std::uint32_t>(machine.supernodes);
  auto const communication = mixed(supernodes * 110, 29);
  auto const placement = shuffled(supernodes * 128, communication.num_tasks(), 31);
  PercsPaths const paths(topology::Percs(machine), params, direct);
  auto const layout = shaken(paths, {communication, placement, supernodes});

  auto const there = moved(placement, layout);
  load::PlacedTasks const tasks(communication, there, supernodes);
  Seen seen;
  load::visit_percs_loads(paths, tasks, seen);
  std::int64_t max_load = 0;
  for (std::uint32_t s = 0; s < supernodes; ++s) {
    auto const& loads = layout.loads[s];
    std::int64_t maximum = 0, excess = 0, at_all = 0;
    constexpr std::int64_t limit = 2000;
    for (std::uint32_t u = 0; u < nodes; ++u)
      for (std::uint32_t v = 0; v < nodes; ++v) {
        if (u == v) continue;
        auto const load = static_cast<std::int64_t>(seen.inside[layout.label[s]][u][v]);
        auto const weight = u / 8 == v / 8 ? load::ll_weight : load::lr_weight;
        ASSERT_EQ(loads.load(u, v), load) << "supernode " << s << ", " << u << " to " << v;
        maximum = std::max(maximum, load * weight);
        excess += std::max<std::int64_t>(load - limit / weight, 0) * weight;
        at_all += load * weight;
      }
    EXPECT_EQ(loads.max_load(), maximum);
    EXPECT_EQ(loads.excess(limit), excess);
    EXPECT_EQ(loads.excess(0), at_all);
    max_load = std::max(max_load, maximum);
  }
  auto const whole = load::percs_loads(paths, tasks);
  EXPECT_EQ(max_load, std::max(static_cast<std::int64_t>(whole.classes[1].max) * load::lr_weight,
                               static_cast<std::int64_t>(whole.classes[2].max) * load::ll_weight));
}

class SupernodeLoads : public testing::TestWithParam<topology::Percs::Params> {};

TEST_P(SupernodeLoads, MatchRecomputedLoadsAfterRandomSwaps) {
  for (bool const direct : {true, false})
    for (auto const inside : {PercsInside::striped, PercsInside::single_hop})
      expect_same_as_afresh(GetParam(), {.inside = inside}, direct);
}

TEST_P(SupernodeLoads, OmitDisabledHops) {
  for (bool const direct : {true, false})
    for (PercsPathParams const params : {PercsPathParams{.local = false}, PercsPathParams{.first = false},
                                         PercsPathParams{.middle = false}, PercsPathParams{.last = false}})
      expect_same_as_afresh(GetParam(), params, direct);
}

INSTANTIATE_TEST_SUITE_P(Machines, SupernodeLoads,
                         testing::Values(topology::Percs::Params{1, 1}, topology::Percs::Params{2, 16},
                                         topology::Percs::Params{5, 8}, topology::Percs::Params{9, 2},
                                         topology::Percs::Params{7, 4}, topology::Percs::Params{35, 1},
                                         topology::Percs::Params{3, 32}));

TEST(NodeTraffic, EqualsTheSumOfTheFlows) {
  auto const communication = mixed(300, 5);
  auto const placement = shuffled(384, 300, 6);
  load::PlacedTasks const tasks(communication, placement, 3);
  std::vector<std::vector<std::uint64_t>> expected(96, std::vector<std::uint64_t>(96, 0));
  communication.for_each_flow([&](Flow const& flow) {
    if (tasks.node(flow.from) != tasks.node(flow.to))
      expected[tasks.node(flow.from)][tasks.node(flow.to)] += flow.units;
  });
  load::NodeTraffic const traffic(tasks);
  auto sent = expected, received = expected;
  for (auto* rows : {&sent, &received})
    for (auto& row : *rows) std::ranges::fill(row, 0);
  for (std::uint32_t node = 0; node < 96; ++node) {
    for (auto const& [other, units] : traffic.sent(node)) sent[node][other] += units;
    for (auto const& [other, units] : traffic.received(node)) received[other][node] += units;
  }
  EXPECT_EQ(sent, expected);
  EXPECT_EQ(received, expected);
}

}  // namespace
}  // namespace weft
