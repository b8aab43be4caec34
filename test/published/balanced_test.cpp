// SPDX-License-Identifier: Apache-2.0
// Balanced routes compared with up to eleven OpenSM engines on the published fabrics.
#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "support/fabrics.hpp"
#include "support/reference.hpp"
#include "weft/analysis/fabric/route_judgment.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"
#include "weft/routing/balanced/balanced_routes.hpp"

namespace weft {
namespace {

/// Returns the minimum over all engines of the maximum load.
std::uint64_t best_engine(std::string const& fabric) {
  auto best = std::numeric_limits<std::uint64_t>::max();
  for (auto const& row : csv_rows(fabric_sample("engines.csv")))
    if (row.at("fabric") == fabric && row.at("ends") == "hosts" && !row.at("load_max").empty())
      best = std::min<std::uint64_t>(best, std::stoull(row.at("load_max")));
  return best;
}

class BalancedFabrics : public testing::TestWithParam<std::string> {};

TEST_P(BalancedFabrics, NoEngineHasALowerMaximumLoad) {
  auto const file = topology_file_of(GetParam());
  if (file.empty()) GTEST_SKIP() << "the real fabrics are not here; WEFT_FABRICS names their folder";
  auto const network = Machine(make_topology("file:format=ibnetdiscover,path=" + file)).network();
  std::vector<std::uint32_t> homes;
  for (std::uint32_t t = 0; t < network->num_terminals(); ++t)
    homes.push_back(network->injection_router({t}).v);
  auto const balanced = routing::balanced_routes(*network, homes, {});
  auto const judged = fabric::judge(balanced.routes, *network, HopTable(router_graph(*network)));
  EXPECT_EQ(judged.delivery.reachable, judged.delivery.pairs);
  EXPECT_LE(std::ranges::max(judged.load), best_engine(GetParam()));
  EXPECT_LE(balanced.layers, 3u);
}

INSTANTIATE_TEST_SUITE_P(All, BalancedFabrics,
                         testing::Values("clos_8_4_8", "dragonfly_2_4_2", "hyperx_4x4_4", "mesh_6x6_2",
                                         "random_32_5_3", "ring_8_2", "slimfly_5_4", "torus_4x4x4_1",
                                         "torus_5x5_2", "tree_4_3", "rocket", "plafrim", "dgx"),
                         [](auto const& fabric) { return fabric.param; });

}  // namespace
}  // namespace weft
