// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "support/picture.hpp"
#include "weft/drawing/load_maps.hpp"
#include "weft/drawing/result_figures.hpp"
#include "weft/experiment/channels.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

using chart::HeatMap;

std::vector<std::pair<std::string, HeatMap>> maps_of(Result const& result) {
  auto const topology = topology_of(result);
  return heat_maps(*topology, result, relative_loads(*topology, result));
}

/// Figure 2 of Chakaravarthy et al.: the colors of the 8 x 8 blocks of 64 x 64 tasks. Its last entry must be
/// 29, not 19.
TEST(TaskFigures, MatchFigureTwoOfChakaravarthy) {
  auto const result =
      run<Load>({.topology = "percs:supernodes=32,links=8", .mapping = "modular_coloring", .grid = {64, 64}});
  auto const figures = task_figures(result, topology_of(result));
  ASSERT_EQ(figures.size(), 1U);
  auto const& grid = std::get<chart::TaskGrid>(figures[0].picture);
  EXPECT_EQ(grid.group, "supernode");
  ASSERT_EQ(grid.groups.size(), 4096U);
  for (std::uint64_t x = 0; x < 8; ++x)
    for (std::uint64_t y = 0; y < 8; ++y)
      EXPECT_EQ(grid.groups[8 * x * 64 + 8 * y], x / 2 * 8 + (x % 2 == 0 ? y : (5 * y + 2) % 8));
  EXPECT_EQ(grid.groups.back(), 29U);
}

TEST(HeatMaps, ShowSupernodesAndNodesOfPercs) {
  auto const maps = maps_of(run<Load>({.topology = "percs:supernodes=4,links=2", .mapping = "random"}));
  ASSERT_EQ(maps.size(), 3U);
  EXPECT_EQ(maps[0].first, "D");
  EXPECT_EQ(maps[0].second.rows, 4U);
  EXPECT_EQ(maps[1].second.rows, 32U);  // LR: nodes of a supernode
  EXPECT_EQ(maps[2].second.rows, 8U);   // LL: nodes of a drawer
  EXPECT_TRUE(std::isnan(maps[1].second.cells[1])) << "nodes of a drawer have no LR link";
  for (auto const& [name, map] : maps) EXPECT_EQ(map.maximum, maps[0].second.maximum) << "one scale for all";
}

TEST(HeatMaps, ContainTheMaximumLoad) {
  for (char const* topology : {"torus:sides=6x5", "dragonfly", "petersen", "clex:m=4,levels=2", "jellyfish",
                               "percs:supernodes=4,links=2"}) {
    auto const result = run<Load>({.topology = topology, .mapping = "random"});
    auto const& table = result.table("throughput");
    std::size_t row = 0;
    for (auto const& [name, map] : maps_of(result)) {
      while (table.at(row, "class").exact_text() != name) ++row;
      double maximum = 0;
      for (double const cell : map.cells) maximum = std::fmax(maximum, cell);
      EXPECT_DOUBLE_EQ(maximum, table.at(row, "max_load").number() / table.at(row, "bandwidth").number())
          << topology << " " << name;
      EXPECT_EQ(map.cells.size(), map.rows * map.columns);
    }
  }
}

TEST(LoadFigures, RequireChannelLoads) {
  auto result = run<Load>({.topology = "torus:sides=4x4"});
  std::vector<std::string> names;
  for (auto const& figure : figures_of(result)) {
    names.push_back(figure.name);
    EXPECT_FALSE(figure.caption.empty()) << figure.name;
    EXPECT_EQ(chart::label_faults(to_svg(figure)), std::vector<std::string>{}) << figure.name;
  }
  EXPECT_EQ(names, (std::vector<std::string>{"network_load", "load_distribution", "load_dim0", "load_dim1",
                                             "tasks"}));
  result.arrays.clear();
  EXPECT_TRUE(figures_of(result).empty());
}

TEST(NetworkLoad, ShowsTheMostLoadedChannel) {
  for (char const* topology :
       {"torus:sides=4x4", "torus:sides=3x3x3", "dragonfly", "slim_fly:q=5", "kary_ntree",
        "percs:supernodes=4,links=4", "clex:m=4,levels=2", "jellyfish", "torus:sides=48x48",
        "percs:supernodes=80,links=2", "jellyfish:routers=3000"}) {
    auto const result = run<Load>({.topology = topology, .mapping = "random"});
    for (auto const& figure : figures_of(result)) {
      if (figure.name != "network_load") continue;
      auto const loads = relative_loads(*topology_of(result), result);
      double maximum = 0;
      if (auto const* const view = std::get_if<chart::NetworkView>(&figure.picture)) {
        for (auto const& link : view->links) maximum = std::fmax(maximum, link.value);
        for (double const inner : view->inner_values) maximum = std::fmax(maximum, inner);
      } else {
        for (double const cell : std::get<HeatMap>(figure.picture).cells) maximum = std::fmax(maximum, cell);
      }
      EXPECT_EQ(maximum, loads.maximum) << topology;
      EXPECT_EQ(chart::label_faults(to_svg(figure)), std::vector<std::string>{}) << topology;
    }
  }
}

TEST(NetworkLoad, MarksFailedLinks) {
  auto const result = run<Load>({.topology = "torus:sides=4x4", .grid = {1, 2}, .failures = {.fail = "5-6"}});
  for (auto const& figure : figures_of(result)) {
    auto const* const view = std::get_if<chart::NetworkView>(&figure.picture);
    if (view != nullptr) { EXPECT_EQ(std::ranges::count(view->links, true, &chart::ViewLink::failed), 1); }
  }
}

TEST(LoadDetails, ListEveryChannel) {
  auto const result = run<Load>({.topology = "torus:sides=4x4", .details = ChannelDetails::channels});
  auto const& table = result.table("channel_loads");
  auto const& array = *result.find_array("channel_load");
  ASSERT_EQ(table.rows.size(), 64U);
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    EXPECT_EQ(table.at(row, "load").number(), array.number(row));
  EXPECT_EQ(run<Load>({.topology = "torus:sides=4x4"}).find_table("channel_loads"), nullptr);
}

}  // namespace
}  // namespace weft::verb
