// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/load/percs/load.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "support/percs_by_paths.hpp"
#include "support/percs_ledger.hpp"
#include "support/random_communication.hpp"
#include "weft/topology/family/percs.hpp"
#include "weft/traffic/communication/catalog.hpp"

namespace weft {
namespace {

void expect_same_as_path_by_path(topology::Percs::Params const& machine, PercsPathParams const& params,
                                 bool direct, Communication const& communication, std::uint64_t seed) {
  auto const supernodes = static_cast<std::uint32_t>(machine.supernodes);
  auto const placement = shuffled(supernodes * 128, communication.num_tasks(), seed);
  load::PlacedTasks const tasks(communication, placement, supernodes);
  PercsPaths const paths(topology::Percs(machine), params, direct);
  PercsLedger fast, slow;
  load::visit_percs_loads(paths, tasks, fast);
  load::visit_percs_loads_by_paths(paths, tasks, slow);
  EXPECT_EQ(fast.loads, slow.loads) << machine.supernodes << " " << machine.links << " " << direct;
}

class PercsLoad : public testing::TestWithParam<topology::Percs::Params> {};

TEST_P(PercsLoad, MatchesASumOverAllPaths) {
  auto const tasks = static_cast<std::uint32_t>(GetParam().supernodes * 100);
  for (bool const direct : {true, false})
    for (auto const inside : {PercsInside::striped, PercsInside::single_hop})
      expect_same_as_path_by_path(GetParam(), {.inside = inside}, direct, mixed(tasks, 3), 5);
}

TEST_P(PercsLoad, OmitsDisabledHops) {
  auto const communication = mixed(static_cast<std::uint32_t>(GetParam().supernodes * 128), 7);
  for (bool const direct : {true, false})
    for (PercsPathParams const params : {PercsPathParams{.local = false}, PercsPathParams{.first = false},
                                         PercsPathParams{.middle = false}, PercsPathParams{.last = false}})
      expect_same_as_path_by_path(GetParam(), params, direct, communication, 11);
}

INSTANTIATE_TEST_SUITE_P(Machines, PercsLoad,
                         testing::Values(topology::Percs::Params{1, 1}, topology::Percs::Params{2, 16},
                                         topology::Percs::Params{3, 4}, topology::Percs::Params{5, 8},
                                         topology::Percs::Params{9, 2}, topology::Percs::Params{3, 32},
                                         topology::Percs::Params{35, 1}));

/// One task sends to another, with nd = 2: W = 16, ports 16j + b mod 16.
TEST(PercsLoadByHand, MatchesOneDirectFlow) {
  Communication communication{2};
  communication.add({0, 1, 1});
  communication.finish();
  std::vector<std::uint32_t> const placement{0, 128 + 4 * 5};  // node 0 of supernode 0, node 5 of supernode 1
  load::PlacedTasks const tasks(communication, placement, 2);
  PercsPaths const paths(topology::Percs({2, 2}), {}, true);
  ASSERT_EQ(paths.denominator(), 16U);
  PercsLedger ledger;
  load::visit_percs_loads(paths, tasks, ledger);
  decltype(ledger.loads) const expected{{{"LL", 0, 1}, 8},
                                        {{"LR", 0, 17}, 8},
                                        {{"D", 0, 1}, 8},
                                        {{"LL", 32, 32 + 5}, 8},
                                        {{"LR", 32 + 16, 32 + 5}, 8}};
  EXPECT_EQ(ledger.loads, expected);
}

TEST(PercsLoadByHand, TrafficOfADrawerIsSpreadOverItsEightNodes) {
  Communication communication{2};
  communication.add({0, 1, 1});
  communication.finish();
  std::vector<std::uint32_t> const placement{0, 4 * 9};  // nodes 0 and 9 of one supernode
  load::PlacedTasks const tasks(communication, placement, 1);
  auto const loads = load::percs_loads({topology::Percs({1, 1}), {}, true}, tasks);
  EXPECT_EQ(loads.classes[1].max, 1U);  // LR: 1/8 over each of eight
  EXPECT_EQ(loads.classes[1].at_max, 8U);
  EXPECT_EQ(loads.classes[2].total, 7U);  // LL: all except the node itself
}

/// Chakaravarthy et al.: transpose, direct, tau_D = 20 h with rows in supernodes; halo, indirect, 8x16
/// blocks, 5 ns nd / 3.
TEST(PercsLoadFormulas, MatchATransposeWithRowsInSupernodes) {
  auto const communication = task::Transpose({}).communicate({{64, 64}});
  std::vector<std::uint32_t> placement(4096);
  std::iota(placement.begin(), placement.end(), 0);
  load::PlacedTasks const tasks(communication, placement, 32);
  for (std::int64_t const links : {1, 2, 4, 8, 16}) {
    topology::Percs const percs({32, links});
    auto const h = static_cast<double>(links);
    auto const direct = load::percs_loads({percs, {}, true}, tasks),
               indirect = load::percs_loads({percs, {}, false}, tasks);
    EXPECT_DOUBLE_EQ(direct.throughput(direct.classes[0]), 20 * h);
    EXPECT_GE(direct.throughput(direct.classes[1]), 80);
    EXPECT_GE(direct.throughput(direct.classes[2]), 134);
    EXPECT_DOUBLE_EQ(indirect.throughput(indirect.classes[0]), 10 * h * 32 / 31);
    EXPECT_GE(indirect.throughput(indirect.classes[1]), 320 / (4 + h));
    EXPECT_GE(indirect.throughput(indirect.classes[2]), 1344 / (10 + h));
  }
}

}  // namespace
}  // namespace weft
