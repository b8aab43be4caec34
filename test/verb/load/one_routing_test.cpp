#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/verb.hpp"

/// Failures do not change the routing, or a note says so.
namespace weft::verb {
namespace {

std::vector<double> channel_loads(Result const& result) {
  auto const* const found = result.find_array("channel_load");
  std::vector<double> loads;
  for (std::size_t i = 0; found != nullptr && i < found->size(); ++i) loads.push_back(found->number(i));
  return loads;
}

double fullest(Result const& result) {
  double most = 0;
  for (auto const load : channel_loads(result))
    if (!std::isnan(load)) most = std::max(most, load);
  return most;
}

bool says_that_the_routing_changes(Result const& result) {
  return std::ranges::any_of(result.notes, [](std::string const& note) {
    return note.starts_with("with what has failed the routing is");
  });
}

/// The names of the links that carry nothing in either direction.
std::vector<std::string> idle_links(std::string const& topology, std::vector<double> const& loads) {
  Machine const machine(make_topology(topology));
  auto const& network = *machine.network();
  std::vector<std::string> links;
  for (std::uint32_t c = 0; c < network.num_channels(); ++c) {
    auto const from = network.source({c}).v, to = network.target({c}).v;
    if (from >= to) continue;
    bool idle = true;
    for (std::uint32_t d = 0; d < network.num_channels(); ++d)
      if (auto const a = network.source({d}).v, b = network.target({d}).v;
          (a == from && b == to) || (a == to && b == from))
        idle = idle && loads[d] == 0;
    if (idle) links.push_back(fmt::format("{}-{}", from, to));
  }
  return links;
}

TEST(OneRouting, ALinkThatCarriesNothingChangesNothingWhenItFails) {
  for (std::string const topology :
       {"dragonfly:p=2,a=4,h=2", "torus:sides=4x4", "mesh:sides=3x4", "hypercube:dimensions=4",
        "hyperx:sides=3x3", "kary_ntree:arity=2,levels=3", "xgft:children=4x4,parents=1x2",
        "jellyfish:routers=12,degree=4", "slim_fly:q=5", "complete:routers=6"}) {
    Load::Params request{.topology = topology, .grid = {2, 2}};
    auto const before = run<Load>(request);
    auto const loads = channel_loads(before);
    auto const idle = idle_links(topology, loads);
    ASSERT_FALSE(idle.empty()) << topology;
    for (auto const& link : {idle.front(), idle[idle.size() / 2], idle.back()}) {
      request.fail = link;
      auto const after = run<Load>(request);
      EXPECT_EQ(after.setting("routing"), before.setting("routing")) << topology;
      EXPECT_FALSE(says_that_the_routing_changes(after)) << topology;
      auto const changed = channel_loads(after);
      ASSERT_EQ(changed.size(), loads.size());
      for (std::size_t c = 0; c < loads.size(); ++c) {
        if (std::isnan(changed[c])) continue;
        EXPECT_NEAR(changed[c], loads[c], 1e-9) << topology << " " << link;
      }
    }
  }
}

// The halo of 8x9 tasks sends nothing between the groups of routers 17 and 34, which this cable joins.
TEST(OneRouting, AnIdleCableOfADragonfly) {
  Load::Params request{.topology = "dragonfly:p=2,a=4,h=2"};
  EXPECT_EQ(fullest(run<Load>(request)), 2.25);
  request.fail = "17-34";
  EXPECT_EQ(fullest(run<Load>(request)), 2.25);
  EXPECT_EQ(run<Load>(request).setting("routing"), "minimal:choice=random,over=groups");
}

// Computed under shortest paths, before and after.
TEST(OneRouting, TheEffectOfAFailureAlone) {
  Load::Params request{.topology = "dragonfly:p=2,a=4,h=2",
                       .routing = "minimal:over=graph",
                       .mapping = "random",
                       .grid = {8, 9}};
  auto const before = run<Load>(request);
  EXPECT_NEAR(fullest(before), 2.104, 0.0005);
  request.fail = "21-34";
  auto const after = run<Load>(request);
  EXPECT_NEAR(fullest(after), 1.917, 0.0005);
}

// Around a failed cable between two groups the packets leave by another way, and all arrive.
TEST(OneRouting, OverGroupsPacketsGoAroundFailures) {
  for (char const* engine : {"rounds", "flow"}) {
    auto const result = run<Simulate>({.topology = "dragonfly:p=2,a=4,h=2",
                                       .traffic = "all_to_all",
                                       .engine = engine,
                                       .grid = {8, 9},
                                       .fail = "17-34+0-1"});
    EXPECT_EQ(result.find_table("unreachable"), nullptr) << engine;
  }
}

TEST(OneRouting, ANoteSaysWhereTheRoutingMustChange) {
  EXPECT_TRUE(says_that_the_routing_changes(
      run<Load>({.topology = "dragonfly:p=2,a=4,h=2", .routing = "valiant", .fail = "17-34"})));
  EXPECT_TRUE(
      says_that_the_routing_changes(run<Load>({.topology = "percs:supernodes=3,links=4", .fail = "0-1"})));
  EXPECT_TRUE(says_that_the_routing_changes(run<Simulate>(
      {.topology = "torus:sides=4x4", .engine = "flit:rate=0.1,warm_up=50,cycles=100", .fail = "0-1"})));
  EXPECT_FALSE(says_that_the_routing_changes(run<Load>({.topology = "torus:sides=4x4", .fail = "0-1"})));
}

}  // namespace
}  // namespace weft::verb
