// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <utility>

#include <gtest/gtest.h>

#include "weft/core/error.hpp"
#include "weft/network/topologies.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/map/map.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

struct Job {
  std::string topology;
  Sides grid;
  std::string mapping;
};

/// Returns the number of tasks on the border from one group to another, of a grid with wraparound, counted
/// task by task in the placement of `weft map`.
std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> borders_of(Job const& job) {
  auto const topology = make_topology(job.topology);
  Map::Params request;
  request.topology = job.topology;
  request.mapping = job.mapping;
  request.grid = job.grid;
  auto const placed = run<Map>(request);
  auto const& placement = placed.table("mapping");
  auto const rows = static_cast<std::size_t>(job.grid[0]), columns = static_cast<std::size_t>(job.grid[1]);
  auto const level = static_cast<std::uint32_t>(topology->copies().size() - 1);
  auto const group = [&](std::size_t r, std::size_t c) {
    auto const terminal =
        static_cast<std::uint32_t>(placement.at(r % rows * columns + c % columns, "terminal").number());
    return topology->copy_of(topology->injection_router(TerminalId{terminal}), level);
  };
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> borders;
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < columns; ++c)
      for (auto const other :
           {group(r + 1, c), group(r, c + 1), group(r + rows - 1, c), group(r, c + columns - 1)})
        if (other != group(r, c)) ++borders[{group(r, c), other}];
  return borders;
}

/// Returns the number of channels from one group to another, counted channel by channel.
std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> links_of(std::string const& spec) {
  auto const topology = make_topology(spec);
  auto const level = static_cast<std::uint32_t>(topology->copies().size() - 1);
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> links;
  for (std::uint32_t r = 0; r < topology->num_routers(); ++r)
    for (std::uint16_t p = 0; p < topology->degree({r}); ++p)
      ++links[{topology->copy_of({r}, level), topology->copy_of(topology->neighbor({r}, {p}).router, level)}];
  return links;
}

/// Returns the maximum load of the channels between groups by counting: every task on a border sends a
/// quarter of its unit across.
double counted_load(Job const& job) {
  auto links = links_of(job.topology);
  double maximum = 0;
  for (auto const& [pair, border] : borders_of(job))
    maximum = std::max(maximum, static_cast<double>(border) / 4 / static_cast<double>(links[pair]));
  return maximum;
}

double max_load(Result const& result, std::string const& name) {
  auto const& table = result.table("throughput");
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    if (table.at(row, "class") == Value{name}) return table.at(row, "max_load").number();
  throw std::out_of_range(name);
}

Result load_of(Job const& job) {
  return run<Load>({.topology = job.topology, .pattern = "halo", .mapping = job.mapping, .grid = job.grid});
}

// 17 groups of 8 terminals with one link between every two. Blocks of 2x2 tasks: two groups share at most a
// border of 2 tasks, 2 / 4 of the traffic of a task. Blocks of 2x4 that fill groups share 4, so 1; tasks in
// row-major order, half a row of 16 in each group, share 8: 2.
TEST(TwoLevelMappings, MatchADragonflyByHand) {
  std::string const dragonfly = "dragonfly:p=2,a=4,h=4";
  auto const global = [&](std::string const& mapping) {
    return max_load(load_of({dragonfly, {8, 16}, mapping}), "global");
  };
  EXPECT_DOUBLE_EQ(global("modular_coloring"), 0.5);
  EXPECT_DOUBLE_EQ(global("lattice_coloring:tile=2x2,shape=rectangle"), 0.5);
  EXPECT_DOUBLE_EQ(global("blocks:sides=2x4"), 1);
  EXPECT_DOUBLE_EQ(global("linear"), 2);
  EXPECT_GT(global("blocks:sides=2x2,order=random"), 0.5);
  EXPECT_DOUBLE_EQ(
      max_load(load_of({"dragonfly:p=2,a=4,h=8,groups=17", {8, 16}, "modular_coloring"}), "global"), 0.25)
      << "two links between every two groups";
}

TEST(TwoLevelMappings, TableReportsTheBoundOfTheColoring) {
  auto const coloring =
      load_of({"dragonfly:p=2,a=4,h=8,groups=17", {8, 16}, "modular_coloring"}).table("coloring");
  EXPECT_EQ(coloring.at(0, "groups"), Value{16});
  EXPECT_EQ(coloring.at(0, "tasks"), Value{8});
  EXPECT_EQ(coloring.at(0, "border"), Value{2});
  EXPECT_EQ(coloring.at(0, "links"), Value{2});
  EXPECT_DOUBLE_EQ(coloring.at(0, "max_load").number(), 0.25);
}

// 33 groups of 8 tasks, each task a tile: a group has 32 borders, one with each other group, as in the
// coloring of 6 x 44 tiles for 33 supernodes. Every global channel carries a quarter.
TEST(TwoLevelMappings, LoadGlobalChannelsOfADragonflyEqually) {
  Job const job{"dragonfly:p=2,a=4,h=8", {6, 44}, "lattice_coloring:tile=1x1,shape=rectangle"};
  auto const result = load_of(job);
  auto const& throughput = result.table("throughput");
  EXPECT_EQ(throughput.at(1, "class"), Value{"global"});
  EXPECT_DOUBLE_EQ(throughput.at(1, "max_load").number(), 0.25);
  EXPECT_DOUBLE_EQ(throughput.at(1, "mean_load").number(), 0.25);
  EXPECT_EQ(throughput.at(1, "channels_at_max"), Value{33 * 32});
}

/// Compares the load engine with counting, and both with the bound of the coloring, on networks of two levels
/// whose default routing spreads traffic evenly over the links between two groups.
TEST(TwoLevelMappings, LoadsMatchCounts) {
  struct Case {
    Job job;
    std::string between;  ///< class of the channels between groups
    bool is_perfect;
  };
  for (auto const& [job, between, is_perfect] :
       {Case{{"dragonfly:p=4,a=8,h=4", {32, 32}, "modular_coloring"}, "global", true},
        Case{{"dragonfly:p=4,a=8,h=4", {32, 32}, "lattice_coloring:tile=4x4,shape=brick"}, "global", true},
        Case{{"dragonfly:p=4,a=8,h=4", {32, 32}, "blocks:sides=4x8"}, "global", false},
        Case{{"dragonfly:p=4,a=8,h=4", {32, 32}, "blocks:sides=4x4,order=random"}, "global", false},
        Case{{"dragonfly:p=4,a=8,h=4", {32, 32}, "random"}, "global", false},
        Case{{"dragonfly:p=2,a=4,h=8,groups=18", {8, 16}, "modular_coloring"}, "global", true},
        Case{{"dragonfly:p=4,a=8,h=8,groups=24,arrangement=absolute", {16, 48}, "modular_coloring"},
             "global",
             true},
        Case{{"dragonfly_plus:p=2,leaves=4,spines=4,h=4", {8, 16}, "modular_coloring"}, "global", true},
        Case{{"percs:supernodes=16,links=4", {32, 64}, "modular_coloring"}, "D", true}}) {
    auto const result = load_of(job);
    auto const load = max_load(result, between);
    EXPECT_NEAR(load, counted_load(job), 1e-9) << job.topology << " " << job.mapping;
    if (!is_perfect) continue;
    EXPECT_LE(load, result.table("coloring").at(0, "max_load").number() + 1e-9) << job.topology;
    std::uint64_t maximum = 0;
    for (auto const& [pair, border] : borders_of(job)) maximum = std::max(maximum, border);
    EXPECT_EQ(Value{maximum}, result.table("coloring").at(0, "border")) << job.topology << " " << job.mapping;
  }
}

// A job on groups 8 to 23 of a dragonfly has the mapping and the loads of a whole machine: one link between
// every two groups, and borders of 2 tasks.
TEST(TwoLevelMappings, SupportJobsOnWholeGroupsOfADragonfly) {
  auto const result = run<Load>({.topology = "dragonfly:p=2,a=4,h=8",
                                 .jobs = "[a:grid=8x16,terminals=64..191,mapping=modular_coloring]"});
  EXPECT_DOUBLE_EQ(max_load(result, "global"), 0.5);
  EXPECT_DOUBLE_EQ(result.table("coloring_a").at(0, "max_load").number(), 0.5);
}

/// Transpose on a dragonfly: each group has whole rows, so that the traffic of rows stays in the group.
TEST(TwoLevelMappings, HybridKeepsRowsInGroups) {
  auto const load = [](std::string const& mapping) {
    return max_load(run<Load>({.topology = "dragonfly:p=2,a=4,h=4",
                               .pattern = "transpose",
                               .mapping = mapping,
                               .grid = {16, 8}}),
                    "global");
  };
  // Two groups, a row of 8 each: a task sends 1 / (2 * 16) to every task in its column, 8 tasks 8 / 32.
  EXPECT_DOUBLE_EQ(load("hybrid"), 0.25);
  EXPECT_GT(load("random"), 0.25);
}

}  // namespace
}  // namespace weft::verb
