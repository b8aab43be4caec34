// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/deadlock/route_analysis.hpp"

#include <map>

#include <gtest/gtest.h>

#include "support/reference.hpp"

namespace weft::deadlock {
namespace {

VcRoutes routes_over(std::vector<std::vector<std::uint32_t>> const& channels) {
  VcRoutes routes;
  for (auto const& route : channels) {
    std::vector<VirtualChannel> hops;
    for (auto const c : route) hops.push_back({{c}, 0});
    routes.add(hops);
  }
  return routes;
}

TEST(RouteAnalysis, MatchesTheExamplesOfTheLecture) {
  enum : std::uint32_t { a, b, c };
  std::map<std::string, VcRoutes> const examples{
      {"two_routes", routes_over({{a, b}, {b, a}})},
      {"three_routes", routes_over({{a, b}, {b, c}, {c, a}})},
      {"two_routes_same_order", routes_over({{a, b}, {a, b}})},
      {"three_routes_broken", routes_over({{a, b}, {b, c}, {a, c}})},
  };
  std::size_t rows = 0;
  for (auto const& row : reference_rows("collectives_deadlock.csv")) {
    if (row.at("section") != "route_examples") continue;
    auto const found = analyze(examples.at(row.at("case")));
    std::map<std::string, std::uint64_t> const values{{"cdg_edges", found.dependencies},
                                                      {"cyclic", found.cycles.cyclic()},
                                                      {"cycle_length", found.cycle.size()},
                                                      {"deadlock_in_simulation", found.cycles.cyclic()}};
    if (!values.contains(row.at("quantity"))) continue;
    ++rows;
    EXPECT_EQ(std::to_string(values.at(row.at("quantity"))), row.at("value")) << row.at("case");
  }
  EXPECT_EQ(rows, 16);
}

TEST(RouteAnalysis, ReportsARouteForEachStep) {
  auto const found = analyze(routes_over({{7, 8}, {5, 3}, {3, 4, 5}, {4, 5}}));
  ASSERT_EQ(found.cycle.size(), 3);
  EXPECT_EQ(found.cycle[0].held.channel.v, 3);
  EXPECT_EQ(found.cycle[0].route, 2);
  EXPECT_EQ(found.cycle[1].route, 2) << "the first of two routes";
  EXPECT_EQ(found.cycle[2].route, 1);
  EXPECT_EQ(found.channels, 5);
}

TEST(RouteAnalysis, TreatsVirtualChannelsAsChannels) {
  VcRoutes routes;
  routes.add(std::vector<VirtualChannel>{{{0}, 0}, {{1}, 0}});
  routes.add(std::vector<VirtualChannel>{{{1}, 0}, {{0}, 1}});
  EXPECT_FALSE(analyze(routes).cycles.cyclic());
  EXPECT_EQ(without_vcs(routes).num_channels(), 2);
}

TEST(RouteAnalysis, DetectsAChannelThatWaitsForItself) {
  EXPECT_EQ(analyze(routes_over({{2, 2}})).cycle.size(), 1);
}

}  // namespace
}  // namespace weft::deadlock
