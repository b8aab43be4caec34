// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fstream>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/core/error.hpp"
#include "weft/mapping/catalog.hpp"
#include "weft/verb/collective/collective.hpp"
#include "weft/verb/compare/compare.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/map/map.hpp"
#include "weft/verb/replay/replay.hpp"
#include "weft/verb/schedule/schedule.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/sweep/sweep.hpp"
#include "weft/verb/verb.hpp"
#include "weft/workload/queue_loads.hpp"

/// A job is placed once, under the routing and the failures of its scenario: every verb and engine places its
/// tasks on the same terminals as `weft map`.
namespace weft::verb {
namespace {

struct Placed {
  std::string topology, routing = "default", mapping;
  FailureParams failures = {};
  Sides grid{0};
};

/// Returns the terminal of each task; empty if the result has no such array.
template <class Run>
std::vector<double> placement(Run run, char const* array = "placement") {
  Result const result = run();
  auto const* const found = result.find_array(array);
  if (found == nullptr) return {};
  std::vector<double> terminals;
  for (std::size_t i = 0; i < found->size(); ++i) terminals.push_back(found->number(i));
  return terminals;
}

std::vector<double> by_map(Placed const& it, char const* pattern = "halo") {
  Load::Params request{.topology = it.topology,
                       .routing = it.routing,
                       .pattern = pattern,
                       .mapping = it.mapping,
                       .grid = it.grid,
                       .failures = it.failures};
  Map::Params map;
  static_cast<Load::Params&>(map) = request;
  auto const placed = placement([&] { return run<Map>(map); });
  EXPECT_EQ(placement([&] { return run<Load>(request); }), placed) << "load";
  return placed;
}

std::vector<double> by_engine(Placed const& it, char const* engine) {
  return placement([&] {
    return run<Simulate>({.topology = it.topology,
                          .routing = it.routing,
                          .traffic = "halo",
                          .engine = engine,
                          .mapping = it.mapping,
                          .grid = it.grid,
                          .failures = it.failures});
  });
}

std::vector<double> by_replay(Placed const& it) {
  return placement([&] {
    Replay::Params request;
    request.topology = it.topology;
    request.routing = it.routing;
    request.program = "pattern:of=halo";
    request.mapping = it.mapping;
    request.grid = it.grid;
    request.failures = it.failures;
    return run<Replay>(request);
  });
}

/// Returns the placement of ranks; mappings assume that every rank sends to every other.
std::vector<double> by_collective(Placed const& it) {
  return placement([&] {
    Collective::Params request;
    request.operation = collective::Operation::barrier;
    request.topology = it.topology;
    request.routing = it.routing;
    request.mapping = it.mapping;
    request.grid = it.grid;
    request.algorithm = "dissemination";
    request.failures = it.failures;
    return run<Collective>(request);
  });
}

constexpr char const* flit = "flit:rate=0.02,warm_up=50,cycles=100,allow_deadlock=true";

void expect_one_placement(Placed const& it) {
  auto const text = fmt::format("{} routing {} mapping {} fail {} {} {}", it.topology, it.routing, it.mapping,
                                it.failures.links, it.failures.routers, it.failures.fail);
  SCOPED_TRACE(text);
  auto const placed = by_map(it);
  ASSERT_FALSE(placed.empty());
  for (char const* engine : {"load", "rounds", "flow", flit})
    EXPECT_EQ(by_engine(it, engine), placed) << engine;
}

TEST(OnePlacement, EnginesMatchMapForEveryMapping) {
  for (char const* mapping :
       {"linear", "random", "greedy", "recursive_bisection", "local_search:moves=400"}) {
    expect_one_placement({.topology = "dragonfly:p=2,a=4,h=2",
                          .mapping = mapping,
                          .failures = {.links = 0.1},
                          .grid = {8, 8}});
    expect_one_placement(
        {.topology = "torus:sides=5x5", .mapping = mapping, .failures = {.fail = "7"}, .grid = {4, 5}});
  }
}

TEST(OnePlacement, EnginesMatchMapForTheBestMapping) {
  expect_one_placement(
      {.topology = "torus:sides=2x4", .mapping = "best", .failures = {.fail = "7"}, .grid = {2, 3}});
}

TEST(OnePlacementSlow, EnginesMatchMapForTheBestMapping) {
  expect_one_placement(
      {.topology = "torus:sides=4x4", .mapping = "best", .failures = {.fail = "7"}, .grid = {3, 4}});
}

TEST(OnePlacement, EnginesMatchMapUnderTheRoutingOfTheScenario) {
  expect_one_placement({.topology = "dragonfly:p=2,a=4,h=2",
                        .routing = "valiant",
                        .mapping = "local_search:moves=400",
                        .grid = {8, 9}});
  expect_one_placement({.topology = "jellyfish:routers=30,degree=4",
                        .routing = "up_down",
                        .mapping = "local_search:moves=400",
                        .grid = {5, 6}});
}

TEST(OnePlacement, ReplaySweepAndCollectiveMatchMap) {
  Placed it{
      .topology = "dragonfly:p=2,a=4,h=2", .mapping = "greedy", .failures = {.links = 0.1}, .grid = {8, 8}};
  auto const placed = by_map(it);
  auto const swept = placement([&] {
    Sweep::Params request;
    request.topology = it.topology;
    request.engine = "flit:warm_up=50,cycles=100,allow_deadlock=true";
    request.rates = {0.02};
    request.traffic = "halo";
    request.mapping = it.mapping;
    request.grid = it.grid;
    request.failures.links = it.failures.links;
    return run<Sweep>(request);
  });
  EXPECT_EQ(swept, placed);
  EXPECT_EQ(by_replay(it), placed);
  it.mapping = "random";
  EXPECT_EQ(by_collective(it), by_map(it, "all_to_all"));
}

// Ranks of collective operations are placed on working terminals, for any failures.
TEST(OnePlacement, CollectiveRanksAvoidFailedRouters) {
  for (char const* mapping : {"linear", "random", "greedy", "local_search:moves=400"})
    for (char const* routing : {"default", "up_down"}) {
      Placed const it{.topology = "torus:sides=5x5",
                      .routing = routing,
                      .mapping = mapping,
                      .failures = {.fail = "7+11-12"},
                      .grid = {4, 5}};
      EXPECT_EQ(by_collective(it), by_map(it, "all_to_all")) << mapping << " " << routing;
    }
  // Without a grid, one rank per working terminal.
  Placed const all{.topology = "torus:sides=3x3", .mapping = "random", .failures = {.fail = "4"}};
  auto placed = by_collective(all);
  std::ranges::sort(placed);
  EXPECT_EQ(placed, (std::vector<double>{0, 1, 2, 3, 5, 6, 7, 8}));
}

// In ascending order if there is no mapping: as if the terminals were listed.
TEST(OnePlacement, CollectiveRanksAreTheWorkingTerminals) {
  Collective::Params request{.operation = collective::Operation::allreduce,
                             .topology = "torus:sides=4x4",
                             .algorithm = "recursive_doubling"};
  request.failures.fail = "5";
  auto const time = [&] { return run<Collective>(request).table("collective").at(0, "time"); };
  auto const by_default = time();
  request.grid = {15};
  EXPECT_EQ(time(), by_default);
  request.terminals = "0..4+6..15";
  EXPECT_EQ(time(), by_default);
  request.terminals = "0..14";
  EXPECT_NE(complaint_of([&] { time(); }).find("router 5 of this terminal has failed"), std::string::npos);
}

// The channel loads of jobs in a queue match `load` for the same job on the same terminals.
TEST(OnePlacement, QueueMatchesMap) {
  struct Case {
    char const *topology, *routing, *mapping;
    std::uint32_t first;
    Sides grid;
  };
  for (auto const& [topology, routing, mapping, first, grid] :
       {Case{"dragonfly:p=2,a=4,h=2", "default", "greedy", 0, {8, 9}},
        {"dragonfly:p=2,a=4,h=2", "valiant", "local_search:moves=400", 0, {8, 9}},
        {"jellyfish:routers=30,degree=4", "up_down", "local_search:moves=400", 0, {5, 6}},
        {"torus:sides=6x6", "default", "random", 5, {4, 4}},
        {"torus:sides=6x6", "minimal", "greedy", 5, {4, 4}}}) {
    auto const tasks = static_cast<std::uint32_t>(grid[0] * grid[1]);
    RoutedMachine const machine(topology, routing);
    queue::Nodes const nodes(machine.machine(), queue::NodeKind::terminal);
    QueueLoads loads(machine, nodes, "halo", mapping, 1);
    queue::NodeList given(tasks);
    std::iota(given.begin(), given.end(), first);
    std::vector<queue::JobLoad> found;
    loads.append(given, found);
    std::map<std::uint32_t, double> of_queue;
    for (auto const& it : found) of_queue[it.channel] = it.load;
    auto const result =
        run<Load>({.topology = topology,
                   .routing = routing,
                   .jobs = fmt::format("[a:terminals={}..{},grid={}x{},pattern=halo,mapping=[{}]]", first,
                                       first + tasks - 1, grid[0], grid[1], mapping)});
    auto const* const of_load = result.find_array("channel_load");
    ASSERT_NE(of_load, nullptr);
    for (std::uint32_t c = 0; c < of_load->size(); ++c)
      EXPECT_NEAR(of_queue[c], of_load->number(c), 1e-9) << topology << " " << mapping << " " << c;
  }
}

// A schedule of an application takes the same number of slots with a mapping and with the file of its
// placement.
TEST(OnePlacement, ScheduleMatchesMap) {
  Scratch const scratch;
  std::vector<double> slots;
  for (char const* mapping : {"linear", "random", "greedy", "local_search:moves=400"}) {
    Placed const it{.topology = "dragonfly:p=2,a=4,h=2", .mapping = mapping, .grid = {8, 8}};
    auto const path = (scratch / "placement.txt").string();
    std::ofstream file(path);
    for (auto const terminal : by_map(it)) file << static_cast<int>(terminal) << '\n';
    file.close();
    auto const slots_by = [&](std::string const& by) {
      return run<ScheduleVerb>(
                 {.topology = it.topology, .schedule = fmt::format("halo:grid=8x8,mapping=[{}]", by)})
          .table("contention")
          .at(0, "slots")
          .number();
    };
    slots.push_back(slots_by(mapping));
    EXPECT_EQ(slots_by("file:path=" + path), slots.back()) << mapping;
  }
  EXPECT_NE(std::ranges::min(slots), std::ranges::max(slots)) << "the case can tell them apart";
}

// Networks compared on an engine: each row matches `weft simulate` with the same failures.
TEST(OnePlacement, CompareRowsMatchSimulate) {
  for (char const* engine :
       {"rounds", "flow", "flit:rate=0.05,warm_up=100,cycles=300,allow_deadlock=true", "load"}) {
    Compare::Params request;
    request.topologies = "dragonfly:p=2,a=4,h=2,torus:sides=9x9";
    request.metrics = "diameter";
    request.engine = engine;
    request.traffic = "halo";
    request.mapping = "local_search:moves=400";
    request.grid = {8, 8};
    request.failures.links = 0.1;
    auto const compared = run<Compare>(request);
    auto const& table = compared.table("simulated");
    std::size_t row = 0;
    for (char const* topology : {"dragonfly:p=2,a=4,h=2", "torus:sides=9x9"}) {
      auto const alone = run<Simulate>({.topology = topology,
                                        .traffic = "halo",
                                        .engine = engine,
                                        .mapping = request.mapping,
                                        .grid = request.grid,
                                        .failures = {.links = request.failures.links}});
      auto const* summary = alone.find_table("summary");
      if (summary == nullptr) summary = &alone.tables.front();
      for (std::size_t i = 0; i < summary->rows.size(); ++i, ++row)
        for (auto const& column : summary->columns)
          EXPECT_EQ(table.at(row, column.name.c_str()), summary->at(i, column.name.c_str()))
              << engine << " " << topology << " " << column.name;
    }
    EXPECT_EQ(row, table.rows.size()) << engine;
  }
}

// Adaptive routings have no channel shares for mappings; the default routing, which is minimal, is used in
// their place.
TEST(OnePlacement, AdaptiveRoutingsPlaceTasksUnderTheDefaultRouting) {
  Placed it{.topology = "dragonfly:p=2,a=4,h=2", .mapping = "greedy", .grid = {8, 8}};
  auto const placed = by_map(it);
  it.routing = "ugal";
  EXPECT_EQ(by_engine(it, flit), placed);
}

// 25 tasks on 36 routers, one of which has failed: linear skips it.
TEST(OnePlacement, TasksAvoidFailedRouters) {
  Placed const it{
      .topology = "torus:sides=6x6", .mapping = "linear", .failures = {.fail = "14"}, .grid = {5, 5}};
  auto const placed = by_map(it);
  ASSERT_EQ(placed.size(), 25u);
  EXPECT_EQ(placed[13], 13);
  EXPECT_EQ(placed[14], 15);
  EXPECT_EQ(placed[24], 25);
  for (char const* engine : {"rounds", "flow", flit}) EXPECT_EQ(by_engine(it, engine), placed) << engine;
  auto const flow = run<Simulate>({.topology = it.topology,
                                   .traffic = "halo",
                                   .engine = "flow",
                                   .mapping = "linear",
                                   .grid = it.grid,
                                   .failures = {.fail = "14"}});
  EXPECT_EQ(flow.table("summary").at(0, "messages").number(), 100) << "four of each task arrive";
}

TEST(OnePlacement, EnginesRejectJobsThatNeedAFailedRouter) {
  for (char const* engine : {"load", "rounds", "flow"}) {
    Placed const it{
        .topology = "torus:sides=6x6", .mapping = "linear", .failures = {.fail = "14"}, .grid = {6, 6}};
    EXPECT_NE(complaint_of([&] { by_engine(it, engine); }).find("router 14 of this terminal has failed"),
              std::string::npos)
        << engine;
  }
}

// Flows are placed like `weft load` under failures, and differently without them.
TEST(OnePlacement, FlowsFollowThePlacementUnderFailures) {
  Placed const it{.topology = "dragonfly:p=2,a=4,h=2",
                  .mapping = "local_search:moves=3000",
                  .failures = {.links = 0.1},
                  .grid = {8, 9}};
  EXPECT_EQ(by_engine(it, "flow"), by_map(it));
  auto without = it;
  without.failures.links = 0;
  EXPECT_NE(by_map(it), by_map(without)) << "the case can tell them apart";
}

// Two jobs use the lowest working terminals.
TEST(OnePlacement, SeveralJobsAvoidFailedRouters) {
  auto const run_jobs = [](char const* engine) {
    Scenario const scenario{.topology = "torus:sides=6x6",
                            .engine = engine,
                            .jobs = "[a:grid=2x3,b:grid=2x3,mapping=greedy]",
                            .failures = {.fail = "3"}};
    return run<Simulate>(scenario);
  };
  auto const load = run_jobs("load");
  for (char const* engine : {"rounds", "flow", flit})
    for (char const* array : {"placement_a", "placement_b"})
      EXPECT_EQ(placement([&] { return run_jobs(engine); }, array), placement([&] { return load; }, array))
          << engine << " " << array;
  EXPECT_EQ(placement([&] { return load; }, "placement_a"), (std::vector<double>{0, 1, 2, 4, 5, 6}));
}

}  // namespace
}  // namespace weft::verb
