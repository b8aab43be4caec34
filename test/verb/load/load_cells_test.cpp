#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "weft/verb/load/load_pictures.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

LoadAssembly placed(Load::Params const& request) {
  auto assembly = assemble_load(request);
  place_jobs(assembly, 1, no_progress());
  return assembly;
}

std::vector<LoadHeatMap> maps_of(Load::Params const& request) {
  auto const assembly = placed(request);
  LoadedChannels const channels(*assembly.machine);
  return heat_maps(*assembly.machine, channels, channels.by(assembly.jobs.front(), no_progress()));
}

/// Figure 2 of Chakaravarthy et al.: the colors of the 8 x 8 blocks of 64 x 64 tasks. Its last entry is 29,
/// not 19.
TEST(TaskGridPicture, OfFigureTwo) {
  auto const assembly =
      placed({.topology = "percs:supernodes=32,links=8", .mapping = "modular_coloring", .grid = {64, 64}});
  auto const grid = task_grid_picture(*assembly.machine, assembly.jobs.front());
  EXPECT_EQ(grid.group, "supernode");
  ASSERT_EQ(grid.groups.size(), 4096U);
  for (std::uint64_t x = 0; x < 8; ++x)
    for (std::uint64_t y = 0; y < 8; ++y)
      EXPECT_EQ(grid.groups[8 * x * 64 + 8 * y], x / 2 * 8 + (x % 2 == 0 ? y : (5 * y + 2) % 8));
  EXPECT_EQ(grid.groups.back(), 29U);
}

TEST(HeatMaps, OfPercsAreSupernodesAndNodes) {
  auto const maps = maps_of({.topology = "percs:supernodes=4,links=2", .mapping = "random"});
  ASSERT_EQ(maps.size(), 3U);
  EXPECT_EQ(maps[0].name, "D");
  EXPECT_EQ(maps[0].rows, 4U);
  EXPECT_EQ(maps[1].rows, 32U);  // LR: nodes of a supernode
  EXPECT_EQ(maps[2].rows, 8U);   // LL: nodes of a drawer
  EXPECT_TRUE(std::isnan(maps[1].cells[1])) << "nodes of a drawer have no LR link";
}

TEST(HeatMaps, HoldTheGreatestLoad) {
  for (char const* topology :
       {"torus:sides=6x5", "dragonfly", "petersen", "clex:m=4,levels=2", "jellyfish"}) {
    Load::Params const request{.topology = topology, .mapping = "random"};
    auto const result = run<Load>(request);
    auto const& table = result.table("throughput");
    std::size_t row = 0;
    for (auto const& map : maps_of(request)) {
      while (table.at(row, "class").exact_text() != map.name) ++row;
      double most = 0;
      for (double const cell : map.cells) most = std::fmax(most, cell);
      EXPECT_DOUBLE_EQ(most, table.at(row, "max_load").number()) << topology << " " << map.name;
      EXPECT_EQ(map.cells.size(), map.rows * map.columns);
    }
  }
}

}  // namespace
}  // namespace weft::verb
