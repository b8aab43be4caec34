// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/scratch.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/geometry/group_geometry.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/verb.hpp"

/// Failures do not change the routing, or a note reports the change.
namespace weft::verb {
namespace {

constexpr char const* dragonfly = "dragonfly:p=2,a=4,h=2";

std::vector<double> numbers(Result const& result, char const* array) {
  auto const* const found = result.find_array(array);
  std::vector<double> all;
  for (std::size_t i = 0; found != nullptr && i < found->size(); ++i) all.push_back(found->number(i));
  return all;
}

std::vector<double> channel_loads(Result const& result) { return numbers(result, "channel_load"); }

double max_load(Result const& result) {
  double maximum = 0;
  for (auto const load : channel_loads(result))
    if (!std::isnan(load)) maximum = std::max(maximum, load);
  return maximum;
}

bool says_that_the_routing_changes(Result const& result) {
  return std::ranges::any_of(result.notes, [](std::string const& note) {
    return note.find("with the failures the routing is") != std::string::npos;
  });
}

NetworkPtr network_of(std::string const& topology, std::string const& fail = {}) {
  return Machine(make_topology(topology), FailureParams{.fail = fail}).network();
}

/// Returns the names of the links that are idle in both directions.
std::vector<std::string> idle_links(std::string const& topology, std::vector<double> const& loads) {
  auto const shared = network_of(topology);
  auto const& network = *shared;
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

/// Expects the same loads after a failure, and NaN for failed channels.
void expect_same_but_failed(std::vector<double> const& before, Result const& after, Network const& failed,
                            std::string const& what) {
  auto const loads = channel_loads(after);
  ASSERT_EQ(loads.size(), before.size()) << what;
  for (std::uint32_t c = 0; c < loads.size(); ++c) {
    EXPECT_EQ(std::isnan(loads[c]), failed.channel_failed({c})) << what << ", channel " << c;
    if (std::isnan(loads[c])) continue;
    EXPECT_NEAR(loads[c], before[c], 1e-9) << what << ", channel " << c;
  }
}

TEST(OneRouting, FailureOfAnIdleLinkChangesNoLoads) {
  struct Job {
    char const* topology;
    char const* routing = "default";
    Sides grid{2, 2};
  };
  for (auto const& [topology, routing, grid] : {Job{dragonfly},
                                                // between two groups, over all other groups but not directly
                                                {dragonfly, "valiant", {2, 8}},
                                                {"percs:supernodes=4,links=4", "valiant", {2, 2}},
                                                {"percs:supernodes=4,links=4", "minimal", {2, 2}},
                                                {"torus:sides=4x4"},
                                                {"mesh:sides=3x4"},
                                                {"mesh:sides=3x4", "up_down", {2, 2}},
                                                {"hypercube:dimensions=4"},
                                                {"hyperx:sides=3x3"},
                                                {"kary_ntree:arity=2,levels=3"},
                                                {"xgft:children=4x4,parents=1x2"},
                                                {"jellyfish:routers=12,degree=4"},
                                                {"slim_fly:q=5"},
                                                {"complete:routers=6"}}) {
    Load::Params request{.topology = topology, .routing = routing, .grid = grid};
    auto const before = run<Load>(request);
    auto const loads = channel_loads(before);
    auto const idle = idle_links(topology, loads);
    ASSERT_FALSE(idle.empty()) << topology;
    for (auto const& link : {idle.front(), idle[idle.size() / 2], idle.back()}) {
      request.failures.fail = link;
      auto const after = run<Load>(request);
      auto const what = fmt::format("{} {} {}", topology, routing, link);
      EXPECT_EQ(after.setting("routing"), before.setting("routing")) << what;
      EXPECT_FALSE(says_that_the_routing_changes(after)) << what;
      expect_same_but_failed(loads, after, *network_of(topology, link), what);
    }
  }
}

// The same packets use the same channels in every cycle: their random choices in engine rounds are the same,
// and so are flits under dimension order. (The default routing of flits on grids becomes `minimal`, with a
// note; see below.)
TEST(OneRouting, FailureOfAnIdleLinkChangesNoPaths) {
  for (auto const* const routing : {"minimal", "valiant"}) {
    Scenario scenario{
        .topology = dragonfly, .routing = routing, .traffic = "halo", .engine = "rounds", .grid = {2, 8}};
    auto const before = run<Simulate>(scenario);
    Load::Params load{.topology = dragonfly, .routing = routing, .grid = {2, 8}};
    for (auto const& link : idle_links(dragonfly, channel_loads(run<Load>(load)))) {
      scenario.failures.fail = link;
      EXPECT_EQ(run<Simulate>(scenario).table("summary").rows, before.table("summary").rows)
          << routing << " " << link;
    }
  }
  Scenario scenario{.topology = "torus:sides=4x4",
                    .routing = "dimension_order",
                    .traffic = "halo",
                    .engine = "flit:injection=batch,vcs=4",
                    .grid = {2, 2}};
  auto const hops = [&] { return run<Simulate>(scenario).table("work").at(0, "flit_hops").number(); };
  auto const before = hops();
  scenario.failures.fail = "10-11";
  EXPECT_EQ(hops(), before);
}

// The halo of 8x9 tasks sends nothing between the groups of routers 17 and 34, which this cable joins.
TEST(OneRouting, FailureOfAnIdleGlobalCableKeepsTheRouting) {
  Load::Params request{.topology = dragonfly};
  EXPECT_EQ(max_load(run<Load>(request)), 2.25);
  request.failures.fail = "17-34";
  EXPECT_EQ(max_load(run<Load>(request)), 2.25);
  EXPECT_EQ(run<Load>(request).setting("routing"), "minimal:choice=random,structure=groups");
}

/// Returns the channel loads of a halo on a grid of tasks with wraparound, computed pair by pair.
/// `visit(from, to, add)` calls add(channel, share) for the channels between a pair of routers.
template <class Visit>
std::vector<double> halo_loads(Network const& network, std::vector<double> const& placement,
                               std::uint32_t rows, std::uint32_t columns, Visit visit) {
  std::vector<double> loads(network.num_channels(), 0.0);
  double sent = 0;
  auto const send = [&](std::uint32_t from, std::uint32_t to) {
    ++sent;
    auto const a = network.injection_router({static_cast<std::uint32_t>(placement[from])}),
               b = network.ejection_router({static_cast<std::uint32_t>(placement[to])});
    if (a.v != b.v) visit(a.v, b.v, [&](std::uint32_t channel, double share) { loads[channel] += share; });
  };
  for (std::uint32_t r = 0; r < rows; ++r)
    for (std::uint32_t c = 0; c < columns; ++c) {
      auto const task = r * columns + c;
      send(task, (r + 1) % rows * columns + c);
      send(task, (r + rows - 1) % rows * columns + c);
      send(task, r * columns + (c + 1) % columns);
      send(task, r * columns + (c + columns - 1) % columns);
    }
  for (auto& load : loads) load *= rows * columns / sent;  // the mean task sends 1
  return loads;
}

/// Shortest paths: every router divides its traffic equally over the channels that lead closer, found by
/// breadth-first search.
struct ShortestPaths {
  Network const& network;

  template <class Add>
  void operator()(std::uint32_t from, std::uint32_t to, Add add) const {
    constexpr std::uint32_t far = 1u << 30;
    auto const routers = static_cast<std::uint32_t>(network.num_routers());
    std::vector<std::uint32_t> hops(routers, far);
    hops[to] = 0;
    for (std::uint32_t distance = 0; distance < routers; ++distance)
      for (std::uint32_t c = 0; c < network.num_channels(); ++c)
        if (!network.channel_failed({c}) && hops[network.target({c}).v] == distance)
          hops[network.source({c}).v] = std::min(hops[network.source({c}).v], distance + 1);
    std::vector<double> part(routers, 0.0);
    part[from] = 1;
    for (auto distance = hops[from]; distance > 0; --distance)
      for (std::uint32_t r = 0; r < routers; ++r) {
        if (hops[r] != distance || part[r] == 0) continue;
        std::vector<std::uint32_t> nearer;
        for (std::uint32_t c = 0; c < network.num_channels(); ++c)
          if (network.source({c}).v == r && !network.channel_failed({c}) &&
              hops[network.target({c}).v] == distance - 1)
            nearer.push_back(c);
        for (auto const c : nearer) {
          add(c, part[r] / static_cast<double>(nearer.size()));
          part[network.target({c}).v] += part[r] / static_cast<double>(nearer.size());
        }
      }
  }
};

std::uint32_t channel_between(Network const& network, std::uint32_t from, std::uint32_t to) {
  for (std::uint32_t c = 0; c < network.num_channels(); ++c)
    if (network.source({c}).v == from && network.target({c}).v == to) return c;
  ADD_FAILURE() << from << " -> " << to;
  return 0;
}

std::size_t num_changed(std::vector<double> const& before, std::vector<double> const& after) {
  std::size_t changed = 0;
  for (std::size_t c = 0; c < before.size(); ++c)
    changed += !std::isnan(after[c]) && std::abs(before[c] - after[c]) > 1e-9;
  return changed;
}

constexpr std::uint32_t rows = 8, columns = 9;
Load::Params placed_at_random(char const* routing, std::string const& fail = {}) {
  return {.topology = dragonfly,
          .routing = routing,
          .mapping = "random",
          .grid = {rows, columns},
          .failures = {.fail = fail}};
}

// Under shortest paths, with and without the failure: of the 178 working channels 91 change. The loads and
// the number of changes match a search pair by pair.
TEST(OneRouting, LoadsWithAFailureMatchShortestPathCounts) {
  std::vector<std::vector<double>> counted, found;
  for (std::string const fail : {"", "21-34"}) {
    auto const result = run<Load>(placed_at_random("minimal:structure=graph", fail));
    auto const network = network_of(dragonfly, fail);
    found.push_back(channel_loads(result));
    counted.push_back(
        halo_loads(*network, numbers(result, "placement"), rows, columns, ShortestPaths{*network}));
    for (std::uint32_t c = 0; c < network->num_channels(); ++c) {
      if (network->channel_failed({c})) {
        counted.back()[c] = std::nan("");
        continue;
      }
      EXPECT_NEAR(found.back()[c], counted.back()[c], 1e-9) << fail << " " << c;
    }
    EXPECT_NEAR(max_load(result), fail.empty() ? 2.104 : 1.917, 0.0005);
  }
  EXPECT_EQ(num_changed(counted[0], counted[1]), 91u);
  EXPECT_EQ(num_changed(found[0], found[1]), 91u);
}

// Under the default routing by groups, only pairs of the two groups that the cable joins change their paths.
// All other traffic keeps its paths local - global - local over the only channel between two groups.
TEST(OneRouting, FailureOfAGlobalCableReroutesOnlyItsGroups) {
  Machine const machine(make_topology(dragonfly));
  auto const& network = *machine.network();
  auto const& groups = *machine.groups();
  std::set<std::uint32_t> const cut{groups.group_of(21), groups.group_of(34)};
  bool all = true;
  auto const over_groups = [&](std::uint32_t from, std::uint32_t to, auto add) {
    auto const a = groups.group_of(from), b = groups.group_of(to);
    if (a == b) return add(channel_between(network, from, to), 1.0);
    if (!all && cut.contains(a) && cut.contains(b)) return;
    ASSERT_EQ(groups.gateways(a, b).size(), 1u);
    auto const gateway = groups.gateways(a, b).front();
    auto const landing = groups.landing(groups.gateways(a, b).front());
    if (from != gateway.router) add(channel_between(network, from, gateway.router), 1.0);
    add(network.channel({gateway.router}, PortId{gateway.port}).v, 1.0);
    if (landing != to) add(channel_between(network, landing, to), 1.0);
  };
  auto const whole = run<Load>(placed_at_random("default")),
             failed = run<Load>(placed_at_random("default", "21-34"));
  auto const before = channel_loads(whole), after = channel_loads(failed);
  auto const placement = numbers(whole, "placement");
  EXPECT_EQ(numbers(failed, "placement"), placement);
  auto const counted = halo_loads(network, placement, rows, columns, over_groups);
  all = false;
  auto const others = halo_loads(network, placement, rows, columns, over_groups);
  for (std::uint32_t c = 0; c < network.num_channels(); ++c) {
    EXPECT_NEAR(before[c], counted[c], 1e-9) << c;
    if (std::isnan(after[c])) continue;
    EXPECT_GE(after[c], others[c] - 1e-9) << c;
  }
  EXPECT_FALSE(says_that_the_routing_changes(failed));
  EXPECT_EQ(num_changed(before, after), 46u) << "of 178: those of the paths left, and of the detours";
}

// Packets detour around a failed cable between two groups, and all arrive.
TEST(OneRouting, PacketsOnADragonflyDetourAroundFailures) {
  for (char const* routing : {"minimal", "valiant"})
    for (char const* engine : {"rounds", "flow"}) {
      auto const result = run<Simulate>({.topology = dragonfly,
                                         .routing = routing,
                                         .traffic = "all_to_all",
                                         .engine = engine,
                                         .grid = {8, 9},
                                         .failures = {.fail = "17-34+0-1"}});
      EXPECT_EQ(result.find_table("unreachable"), nullptr) << engine;
    }
  for (char const* routing : {"minimal", "valiant", "ugal", "par"}) {
    auto const result = run<Simulate>({.topology = dragonfly,
                                       .routing = routing,
                                       .traffic = "permutation",
                                       .messages = 4,
                                       .engine = "flit:injection=batch",
                                       .seed = 3,
                                       .failures = {.links = 0.15}});
    EXPECT_EQ(result.find_table("unreachable"), nullptr) << routing;
    EXPECT_EQ(result.find_table("deadlock"), nullptr) << routing;
    EXPECT_FALSE(says_that_the_routing_changes(result)) << routing;
  }
}

// Three groups of two routers, one cable between every two groups. A Valiant packet from group 0 to group 1
// passes through group 2; without the cable from group 0 to group 2 it is routed directly, over one global
// channel instead of two.
TEST(OneRouting, ValiantRoutesDirectlyIfNoThirdGroupIsLeft) {
  constexpr char const* small = "dragonfly:p=1,a=2,h=1";
  Machine const machine(make_topology(small));
  auto const& groups = *machine.groups();
  ASSERT_EQ(groups.num_groups(), 3u);
  Scratch const scratch;
  auto const matrix = (scratch / "one.mtx").string();
  std::ofstream(matrix) << "%%MatrixMarket matrix coordinate integer general\n6 6 1\n1 3 1\n";  // 0 -> 2
  auto const globals = [&](std::string const& fail) {
    auto const result = run<Load>({.topology = small,
                                   .routing = "valiant",
                                   .pattern = "matrix:file=" + matrix,
                                   .grid = {6},
                                   .failures = {.fail = fail}});
    EXPECT_FALSE(says_that_the_routing_changes(result));
    auto const loads = channel_loads(result);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> used;
    for (std::uint32_t c = 0; c < loads.size(); ++c) {
      auto const from = groups.group_of(machine.network()->source({c}).v),
                 to = groups.group_of(machine.network()->target({c}).v);
      if (from == to || std::isnan(loads[c]) || loads[c] == 0) continue;
      EXPECT_NEAR(loads[c], 6, 1e-6) << "of the mean of six tasks";
      used.emplace_back(from, to);
    }
    return used;
  };
  using Used = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  EXPECT_EQ(globals(""), (Used{{0, 2}, {2, 1}}));
  auto const& gateway = groups.gateways(0, 2).front();
  EXPECT_EQ(globals(fmt::format("{}-{}", gateway.router, groups.landing(gateway))), (Used{{0, 1}}));
  auto const& direct = groups.gateways(0, 1).front();
  EXPECT_EQ(globals(fmt::format("{}-{}", direct.router, groups.landing(direct))), (Used{{0, 2}, {2, 1}}))
      << "the direct cable carries nothing";
}

TEST(OneRouting, NotesChangesOfTheRouting) {
  auto const load = [](char const* topology, char const* routing, char const* fail) {
    return says_that_the_routing_changes(
        run<Load>({.topology = topology, .routing = routing, .failures = {.fail = fail}}));
  };
  EXPECT_FALSE(load(dragonfly, "valiant", "17-34"));
  EXPECT_FALSE(load("torus:sides=4x4", "default", "0-1"));
  EXPECT_TRUE(load("torus:sides=4x4", "valiant", "0-1")) << "on grids it sees a graph then";
  EXPECT_TRUE(load("percs:supernodes=3,links=4", "default", "0-1")) << "its own routings know no failures";
  auto const flit = [](char const* topology, char const* routing) {
    return says_that_the_routing_changes(run<Simulate>({.topology = topology,
                                                        .routing = routing,
                                                        .engine = "flit:rate=0.1,warm_up=50,cycles=100",
                                                        .failures = {.fail = "0-1"}}));
  };
  EXPECT_TRUE(flit("torus:sides=4x4", "default"));
  EXPECT_FALSE(flit("torus:sides=4x4", "dimension_order"));
  EXPECT_FALSE(flit(dragonfly, "ugal"));
}

// All-to-all on a ring of four routers with a failed link, i.e. a path: the distances of its 12 pairs add up
// to 20, and each task sends 1/4 to every task, including itself. 6 of 8 channels are left: 20 / 4 / 6.
TEST(OneRouting, MeansExcludeFailedChannels) {
  Load::Params request{.topology = "ring:routers=4",
                       .routing = "minimal",
                       .pattern = "all_to_all",
                       .grid = {4},
                       .failures = {.fail = "0-1"},
                       .details = ChannelDetails::channels};
  auto const alone = run<Load>(request);
  EXPECT_EQ(alone.table("throughput").at(0, "channels").number(), 6);
  EXPECT_NEAR(alone.table("throughput").at(0, "mean_load").number(), 20.0 / 4 / 6, 1e-9);
  std::size_t without = 0;
  for (auto const& row : alone.table("channel_loads").rows) without += row.back().is_empty();
  EXPECT_EQ(without, 2u) << "a failed channel has no load";
  request.pattern = Load::Params{}.pattern;
  request.grid = Load::Params{}.grid;
  request.jobs = "[a:grid=2,pattern=all_to_all,b:grid=2,pattern=all_to_all]";
  EXPECT_EQ(run<Load>(request).table("throughput").at(0, "channels").number(), 6);
  for (char const* engine : {"rounds", "flow", "flit:rate=0.1,warm_up=50,cycles=100"}) {
    auto const result =
        run<Simulate>({.topology = "ring:routers=4", .engine = engine, .failures = {.fail = "0-1"}});
    auto const* table = result.find_table("classes");  // of flows
    if (table == nullptr) table = result.find_table("channels");
    ASSERT_NE(table, nullptr);
    EXPECT_EQ(table->at(0, "channels").number(), 6) << engine;
  }
}

}  // namespace
}  // namespace weft::verb
