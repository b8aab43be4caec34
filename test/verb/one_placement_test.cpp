#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/core/error.hpp"
#include "weft/mapping/catalog.hpp"
#include "weft/verb/collective/collective.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/map/map.hpp"
#include "weft/verb/replay/replay.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/sweep/sweep.hpp"
#include "weft/verb/verb.hpp"

/// A job is placed once, under the routing and the failures of its scenario: every verb and engine gives its
/// tasks the terminals that `weft map` gives them.
namespace weft::verb {
namespace {

struct Placed {
  std::string topology, routing = "default", mapping, fail = {};
  double failed_links = 0, failed_routers = 0;
  Sides grid{0};
};

/// The terminal of each task, or why there is none.
template <class Run>
std::vector<double> placement(Run run, char const* array = "placement") {
  Result const result = run();
  auto const* const found = result.find_array(array);
  if (found == nullptr) return {};
  std::vector<double> terminals;
  for (std::size_t i = 0; i < found->size(); ++i) terminals.push_back(found->number(i));
  return terminals;
}

std::vector<double> by_map(Placed const& it) {
  Load::Params request{.topology = it.topology,
                       .routing = it.routing,
                       .pattern = "halo",
                       .mapping = it.mapping,
                       .grid = it.grid,
                       .failed_links = it.failed_links,
                       .failed_routers = it.failed_routers,
                       .fail = it.fail};
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
                          .failed_links = it.failed_links,
                          .failed_routers = it.failed_routers,
                          .fail = it.fail});
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
    request.failed_links = it.failed_links;
    request.failed_routers = it.failed_routers;
    request.fail = it.fail;
    return run<Replay>(request);
  });
}

constexpr char const* flit = "flit:rate=0.02,warm_up=50,cycles=100,may_deadlock=true";

void expect_one_placement(Placed const& it) {
  auto const text = fmt::format("{} routing {} mapping {} fail {} {} {}", it.topology, it.routing, it.mapping,
                                it.failed_links, it.failed_routers, it.fail);
  SCOPED_TRACE(text);
  auto const placed = by_map(it);
  ASSERT_FALSE(placed.empty());
  for (char const* engine : {"load", "rounds", "flow", flit})
    EXPECT_EQ(by_engine(it, engine), placed) << engine;
}

TEST(OnePlacement, EveryMappingThatLooksAtLoads) {
  for (char const* mapping :
       {"linear", "random", "greedy", "recursive_bisection", "local_search:moves=400"}) {
    expect_one_placement(
        {.topology = "dragonfly:p=2,a=4,h=2", .mapping = mapping, .failed_links = 0.1, .grid = {8, 8}});
    expect_one_placement({.topology = "torus:sides=5x5", .mapping = mapping, .fail = "7", .grid = {4, 5}});
  }
}

TEST(OnePlacement, TheBestOfAllMappingsSlow) {
  expect_one_placement({.topology = "torus:sides=4x4", .mapping = "best", .fail = "7", .grid = {3, 4}});
}

TEST(OnePlacement, UnderTheRoutingOfTheScenario) {
  expect_one_placement({.topology = "dragonfly:p=2,a=4,h=2",
                        .routing = "valiant",
                        .mapping = "local_search:moves=400",
                        .grid = {8, 9}});
  expect_one_placement({.topology = "jellyfish:routers=30,degree=4",
                        .routing = "up_down",
                        .mapping = "local_search:moves=400",
                        .grid = {5, 6}});
}

TEST(OnePlacement, ReplayAndSweepAndCollectivePlaceLikeMap) {
  Placed const it{
      .topology = "dragonfly:p=2,a=4,h=2", .mapping = "greedy", .failed_links = 0.1, .grid = {8, 8}};
  auto const placed = by_map(it);
  auto const swept = placement([&] {
    Sweep::Params request;
    request.topology = it.topology;
    request.engine = "flit:warm_up=50,cycles=100,may_deadlock=true";
    request.rates = {0.02};
    request.traffic = "halo";
    request.mapping = it.mapping;
    request.grid = it.grid;
    request.failed_links = it.failed_links;
    return run<Sweep>(request);
  });
  EXPECT_EQ(swept, placed);
  EXPECT_EQ(by_replay(it), placed);
  Placed whole = it;
  whole.failed_links = 0;
  whole.mapping = "random";
  EXPECT_EQ(placement([&] {
              Collective::Params request;
              request.operation = collective::Operation::barrier;
              request.topology = whole.topology;
              request.mapping = whole.mapping;
              request.grid = whole.grid;
              request.algorithm = "dissemination";
              return run<Collective>(request);
            }),
            by_map(whole));
}

// Adaptive routings have no shares of channels to place by: the default, which is minimal, stands for them.
TEST(OnePlacement, WhereQueuesDecideTasksArePlacedUnderTheDefault) {
  Placed it{.topology = "dragonfly:p=2,a=4,h=2", .mapping = "greedy", .grid = {8, 8}};
  auto const placed = by_map(it);
  it.routing = "ugal";
  EXPECT_EQ(by_engine(it, flit), placed);
}

// 25 tasks on 36 routers, one of which has failed: linear goes on behind it.
TEST(OnePlacement, NoTaskIsOnAFailedRouter) {
  Placed const it{.topology = "torus:sides=6x6", .mapping = "linear", .fail = "14", .grid = {5, 5}};
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
                                   .fail = "14"});
  EXPECT_EQ(flow.table("summary").at(0, "messages").number(), 100) << "four of each task arrive";
}

TEST(OnePlacement, AJobThatNeedsAFailedRouterIsRefusedEverywhere) {
  for (char const* engine : {"load", "rounds", "flow"}) {
    Placed const it{.topology = "torus:sides=6x6", .mapping = "linear", .fail = "14", .grid = {6, 6}};
    EXPECT_NE(complaint_of([&] { by_engine(it, engine); }).find("router 14 has failed"), std::string::npos)
        << engine;
  }
}

// The maximum load over all channels of the placement that fits the failures, as `weft load` computes it.
TEST(OnePlacement, FlowsFollowThePlacementUnderFailures) {
  Placed const it{.topology = "dragonfly:p=2,a=4,h=2",
                  .mapping = "local_search:moves=3000",
                  .failed_links = 0.1,
                  .grid = {8, 9}};
  EXPECT_EQ(by_engine(it, "flow"), by_map(it));
  auto without = it;
  without.failed_links = 0;
  EXPECT_NE(by_map(it), by_map(without)) << "the case can tell them apart";
}

// Two jobs: the lowest terminals that work are taken.
TEST(OnePlacement, SeveralJobsAvoidFailedRouters) {
  auto const run_jobs = [](char const* engine) {
    Scenario const scenario{.topology = "torus:sides=6x6",
                            .engine = engine,
                            .jobs = "[a:grid=2x3,b:grid=2x3,mapping=greedy]",
                            .fail = "3"};
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
