// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/allgather/allgather.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "weft/core/error.hpp"
#include "weft/core/parallel.hpp"
#include "weft/engine/rounds/allgather/allgather_flood.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::rounds {
namespace {

topology::Clex full(std::int64_t m, std::int64_t levels) {
  return topology::Clex({.m = m, .levels = levels});
}
topology::Clex single(std::int64_t m, std::int64_t levels) {
  return topology::Clex({.m = m, .levels = levels, .links = topology::Links::single});
}
topology::Clex high(std::int64_t m, std::int64_t levels) {
  return topology::Clex({.m = m, .levels = levels, .landing = topology::Landing::high});
}

/// Checks that the message of every terminal arrives exactly once at every other router with terminals, and
/// at most once at other routers.
template <class OwnRouter>
void expect_exactly_once(Flood const& flood, std::size_t classes, std::uint32_t terminals, OwnRouter own,
                         bool barrier) {
  std::vector<std::uint32_t> seen(std::size_t{flood.num_nodes()} * terminals, 0);
  FloodSettings settings{.barrier = barrier, .bandwidth = std::vector<double>(classes, 1)};
  settings.on_arrival = [&](std::uint32_t node, std::uint32_t token) { ++seen[node * terminals + token]; };
  auto const outcome = run_flood(flood, settings);
  for (std::uint32_t node = 0; node < flood.num_nodes(); ++node)
    for (std::uint32_t token = 0; token < terminals; ++token)
      ASSERT_EQ(seen[node * terminals + token], own(token) != node)
          << "token " << token << " at node " << node;
  EXPECT_EQ(outcome.arrivals, std::uint64_t{flood.num_nodes() - 1} * terminals);
}

void expect_same(AllgatherResult const& fast, AllgatherResult const& slow) {
  EXPECT_EQ(fast.rounds, slow.rounds);
  EXPECT_EQ(fast.bound, slow.bound);
  EXPECT_EQ(fast.min_rounds, slow.min_rounds);
  ASSERT_EQ(fast.classes.size(), slow.classes.size());
  for (std::size_t i = 0; i < fast.classes.size(); ++i) {
    SCOPED_TRACE(fast.classes[i].name);
    EXPECT_EQ(fast.classes[i].channels, slow.classes[i].channels);
    EXPECT_EQ(fast.classes[i].messages, slow.classes[i].messages);
    EXPECT_EQ(fast.classes[i].max, slow.classes[i].max);
    EXPECT_EQ(fast.classes[i].rounds, slow.classes[i].rounds);
  }
}

void expect_bounds_hold(AllgatherResult const& result) {
  EXPECT_GE(result.rounds, result.min_rounds);
  bool const whole = std::all_of(result.classes.begin(), result.classes.end(),
                                 [](auto const& it) { return it.bandwidth == std::floor(it.bandwidth); });
  if (whole) { EXPECT_GE(static_cast<double>(result.rounds), result.bound); }
}

/// Returns options with uniform, doubled and fractional bandwidths, and with the bandwidth division of the
/// paper.
template <class T>
std::vector<AllgatherOptions> all_options(T const& topology, FloodTrees trees) {
  std::vector<AllgatherOptions> list;
  for (auto const stages : {Stages::pipelined, Stages::barrier}) {
    list.push_back({stages, {}, trees});
    auto const classes = topology.classes().size();
    for (double const factor : {2.0, 0.4, 2.5}) {
      std::vector<double> bandwidth(classes, 1);
      for (std::size_t i = 0; i < classes; ++i) bandwidth[i] = i % 2 == 0 ? factor : 1;
      list.push_back({stages, bandwidth, trees});
    }
    auto const even = simulate_allgather(topology, {stages, {}, trees});
    list.push_back({stages, bandwidth_by_messages(even), trees});
    list.push_back({stages, bandwidth_by_root(even), trees});
  }
  return list;
}

template <class T>
void compare(T const& topology, FloodTrees trees = FloodTrees::shortest) {
  for (auto const& options : all_options(topology, trees)) {
    SCOPED_TRACE(std::string(options.stages == Stages::barrier ? "barrier" : "pipelined") +
                 (options.bandwidth.empty() ? "" : " b0 = " + std::to_string(options.bandwidth[0])));
    auto const slow = simulate_allgather(topology, options);
    expect_same(allgather(topology, options), slow);
    expect_bounds_hold(slow);
  }
}

std::vector<topology::Clex> small_clexes() {
  std::vector<topology::Clex> list;
  for (auto const& [m, levels] : std::vector<std::pair<int, int>>{
           {1, 1}, {1, 3}, {4, 1}, {2, 2}, {3, 2}, {7, 2}, {2, 3}, {3, 3}, {5, 3}, {2, 4}, {3, 4}, {2, 6}}) {
    list.push_back(full(m, levels));
    list.push_back(single(m, levels));
  }
  return list;
}

TEST(Allgather, ReachesEveryNodeOfClexExactlyOnce) {
  for (auto const& clex : small_clexes())
    for (auto const trees : {FloodTrees::shortest, FloodTrees::one_edge})
      for (bool const barrier : {false, true}) {
        SCOPED_TRACE("m " + std::to_string(clex.m()) + " levels " + std::to_string(clex.levels()) +
                     (clex.single() ? " single" : ""));
        auto const n = static_cast<std::uint32_t>(clex.num_routers());
        expect_exactly_once(
            *make_flood(clex, trees), clex.levels(), n, [](std::uint32_t source) { return source; }, barrier);
      }
}

TEST(Allgather, ReachesEveryRouterOfAGridExactlyOnce) {
  auto const check = [](Grid const& grid) {
    auto const concentration = static_cast<std::uint32_t>(grid.params().concentration);
    for (bool const barrier : {false, true})
      expect_exactly_once(
          *make_flood(grid), grid.shape().dims(), static_cast<std::uint32_t>(grid.num_terminals()),
          [&](std::uint32_t terminal) { return terminal / concentration; }, barrier);
  };
  for (auto const& params : Grid::samples()) {
    check(topology::Torus(params));
    check(topology::Mesh(params));
  }
  check(topology::Torus({{7, 8}}));
  check(topology::Torus({{4, 6, 5}}));
}

TEST(Allgather, ReachesEveryNodeExactlyOnceAlongTrees) {
  auto const check = [](auto const& topology) {
    auto const network = build_network(topology);
    expect_exactly_once(
        *make_flood(network), topology.classes().size(), static_cast<std::uint32_t>(network.num_terminals()),
        [&](std::uint32_t terminal) { return network.injection_router({terminal}).v; }, false);
  };
  check(high(3, 3));
  check(high(2, 5));
  check(topology::Torus({{4, 5}}));
  check(topology::Mesh({{3, 2, 4}, 2}));
}

TEST(Allgather, MatchesHandComputedRoundsOnAClique) {
  auto const result = allgather(full(5, 1), {});
  EXPECT_EQ(result.rounds, 1u);
  EXPECT_EQ(result.min_rounds, 1u);
  EXPECT_DOUBLE_EQ(result.bound, 4.0 / 5);
}

TEST(Allgather, MatchesHandComputedRoundsOnTwoLevels) {
  // m = 2, l = 2: nodes 00 01 10 11 (d_2 d_1). Round 1: each node sends to the other node of its clique; 01
  // sends to 10 and 11, 10 to 00 and 01. Round 2: 01 sends 00's message to 10 and 11, 10 sends 11's to 00 and
  // 01. Then every node has all messages.
  for (auto const stages : {Stages::pipelined, Stages::barrier}) {
    auto const result = simulate_allgather(full(2, 2), {stages, {}});
    EXPECT_EQ(result.rounds, stages == Stages::barrier ? 3u : 2u);
    EXPECT_EQ(result.classes[0].messages, 4u);
    EXPECT_EQ(result.classes[0].max, 1u);
    EXPECT_EQ(result.classes[1].messages, 8u);
    EXPECT_EQ(result.classes[1].max, 2u);
    EXPECT_DOUBLE_EQ(result.bound, 3.0 / 4);
  }
}

TEST(Allgather, MatchesHandComputedRoundsOnRingsAndLines) {
  // Ring of 5: two messages in each direction, one hop per round. Ring of 4: the third message arrives in
  // round 2.
  EXPECT_EQ(allgather(topology::Torus({{5}}), {}).rounds, 2u);
  EXPECT_EQ(allgather(topology::Torus({{4}}), {}).rounds, 2u);
  EXPECT_EQ(allgather(topology::Torus({{5}}), {}).min_rounds, 2u);
  // A line of 4: its ends receive 3 messages over one channel.
  EXPECT_EQ(allgather(topology::Mesh({{4}}), {}).rounds, 3u);
  EXPECT_DOUBLE_EQ(allgather(topology::Mesh({{4}}), {}).bound, 3.0);
}

TEST(Allgather, SplitsTiesOnAnEvenRing) {
  // 4 x 4 torus: a channel along the second dimension carries 4 (4 - 1) / 2 messages; it would carry 8 if all
  // ties were in one direction.
  auto const result = simulate_allgather(topology::Torus({{4, 4}}), {});
  EXPECT_EQ(result.classes[1].max, 6u);
  EXPECT_EQ(result.classes[1].messages, 16u * 12);
}

TEST(Allgather, MatchesHandComputedRoundsAtLowBandwidth) {
  // Node 01 of m = 2, l = 2 starts its messages on level 2 in rounds 1 and 3.
  EXPECT_EQ(allgather(full(2, 2), {Stages::pipelined, {1, 0.5}}).rounds, 3u);
  // One message per channel crosses it in one round, regardless of the later busy time of the channel.
  EXPECT_EQ(allgather(full(4, 1), {Stages::pipelined, {0.1}}).rounds, 1u);
}

TEST(Allgather, MatchesTheLoadsOfClexLevels) {
  auto const result = allgather(full(32, 4), {});
  EXPECT_EQ(result.rounds, 32768u);
  EXPECT_DOUBLE_EQ(result.bound, 1048575.0 / 128);
  std::vector<std::uint64_t> loads, sent;
  std::uint64_t sum = 0;
  for (auto const& level : result.classes) {
    loads.push_back(level.max);
    sum += level.messages;
  }
  EXPECT_EQ(loads, (std::vector<std::uint64_t>{1, 32768, 1024, 32}));
  EXPECT_EQ(sum, 1048576ull * 1048575);
  EXPECT_EQ(allgather(full(32, 4), {Stages::barrier, {}}).rounds, 1u + 32 + 1024 + 32768);
}

TEST(Allgather, IsTwoCompetitiveOnClexWithBandwidthProportionalToMessages) {
  for (auto const& [m, levels] :
       std::vector<std::pair<int, int>>{{2, 10}, {3, 8}, {8, 6}, {32, 4}, {64, 3}}) {
    auto const even = allgather(full(m, levels), {});
    auto const divided = allgather(full(m, levels), {Stages::pipelined, bandwidth_by_messages(even)});
    EXPECT_DOUBLE_EQ(divided.bound, even.bound);
    EXPECT_GE(divided.ratio(), 1);
    EXPECT_LE(static_cast<double>(divided.rounds), m / (m - 1.0) * divided.bound + levels);
  }
}

/// The channel of a hop: its ends and its level.
using Edge = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

/// Returns the hops from s to t by the definition of the trees, not by their local rule: for each level with
/// a different digit, from the top, to the node of the clique with the number of the copy, then into the
/// copy; finally to the lowest digit. `landing`: the lowest digit after the hop.
template <class LandingDigit>
std::vector<Edge> path_by_digits(topology::Clex const& clex, std::uint32_t s, std::uint32_t t,
                                 LandingDigit landing) {
  std::vector<Edge> path;
  auto const& shape = clex.digits();
  auto at = s;
  auto const move = [&](std::uint32_t to, std::uint32_t level) {
    if (to != at) path.push_back({at, to, level});
    at = to;
  };
  for (auto level = clex.levels(); level >= 2; --level) {
    auto const requested = clex.digit({t}, level), old = clex.digit({at}, level);
    if (requested == old) continue;
    move(shape.move({at}, 0, requested).v, 1);
    auto const copy = shape.move({at}, level - 1, requested);
    move(shape.move(copy, 0, landing(level, old)).v, level);
  }
  move(shape.move({at}, 0, clex.digit({t}, 1)).v, 1);
  return path;
}

/// Compares the messages of each level, and of its most loaded channel, with counts over the trees of all
/// sources.
void expect_edges_of_trees(topology::Clex const& clex, FloodTrees trees) {
  auto const n = static_cast<std::uint32_t>(clex.num_routers());
  std::map<Edge, std::uint64_t> load;
  for (std::uint32_t s = 0; s < n; ++s) {
    std::set<Edge> tree;
    for (std::uint32_t t = 0; t < n; ++t) {
      auto const path = path_by_digits(clex, s, t, [&](std::uint32_t level, std::uint32_t old) {
        if (clex.single()) return old;
        if (trees == FloodTrees::one_edge) return clex.digit({s}, 1);
        for (auto below = level - 1; below >= 2; --below)
          if (clex.digit({t}, below) != clex.digit({s}, below)) return clex.digit({t}, below);
        return clex.digit({t}, 1);
      });
      tree.insert(path.begin(), path.end());
    }
    EXPECT_EQ(tree.size(), n - 1) << "the paths from " << s << " are a tree";
    for (auto const& edge : tree) ++load[edge];
  }
  std::vector<std::uint64_t> sum(clex.levels(), 0), max(clex.levels(), 0);
  for (auto const& [edge, messages] : load) {
    auto const i = std::get<2>(edge) - 1;
    sum[i] += messages;
    max[i] = std::max(max[i], messages);
  }
  auto const result = allgather(clex, {Stages::pipelined, {}, trees});
  for (std::size_t i = 0; i < sum.size(); ++i) {
    EXPECT_EQ(result.classes[i].messages, sum[i]) << "level " << i + 1;
    EXPECT_EQ(result.classes[i].max, max[i]) << "level " << i + 1;
  }
}

TEST(Allgather, MessageCountsMatchTheTreesOfAllSourcesOnClex) {
  for (auto const& [m, levels] : std::vector<std::pair<int, int>>{{4, 1}, {3, 2}, {2, 3}, {5, 3}, {3, 4}}) {
    SCOPED_TRACE("m " + std::to_string(m) + " levels " + std::to_string(levels));
    expect_edges_of_trees(full(m, levels), FloodTrees::shortest);
    expect_edges_of_trees(full(m, levels), FloodTrees::one_edge);
    expect_edges_of_trees(single(m, levels), FloodTrees::shortest);
    expect_edges_of_trees(single(m, levels), FloodTrees::one_edge);
  }
}

TEST(Allgather, OneEdgeTreesLoadLevelOneMost) {
  // A message enters m^(l - 1) cliques and spreads over m - 1 channels of level 1 in each. Roots are the
  // nodes with the source's lowest digit, so that a node is the root of m^(l - 1) messages. From each of the
  // m^(l - i) cliques reached before, level i carries a message to m - 1 copies, over n m (m - 1) / m
  // channels.
  auto const result = allgather(full(32, 4), {Stages::pipelined, {}, FloodTrees::one_edge});
  std::vector<std::uint64_t> loads, messages;
  for (auto const& level : result.classes) {
    loads.push_back(level.max);
    messages.push_back(level.messages);
  }
  std::uint64_t const n = 1048576;
  EXPECT_EQ(loads, (std::vector<std::uint64_t>{32768, 1024, 32, 1}));
  EXPECT_EQ(messages, (std::vector<std::uint64_t>{n * 31 * 32768, n * 31 * 1024, n * 31 * 32, n * 31}));
}

/// Returns the ratio if the bandwidth is divided among the levels in proportion to their hops in A(l), as in
/// III-A. Tables I and II state the hops of level 1; each higher level is crossed 2^(l - i) times.
double ratio_by_hops(topology::Clex const& clex, double hops_of_level_1, FloodTrees trees) {
  std::vector<double> bandwidth{hops_of_level_1};
  double const factor = clex.single() ? clex.m() : 1;
  for (std::uint32_t level = 2; level <= clex.levels(); ++level)
    bandwidth.push_back(factor * static_cast<double>(1U << (clex.levels() - level)));
  return allgather(clex, {Stages::pipelined, bandwidth, trees}).ratio();
}

TEST(Allgather, MatchesThePaperWithBandwidthProportionalToHops) {
  // The most loaded channel needs max / bandwidth rounds; the bound is (n - 1) / B. All links, m = 32, l = 4:
  // B = 32 (10.63 + 4 + 2 + 1) = 564.16, bound 1858.65; shortest paths 32768 / 4 rounds, one edge 32768 /
  // 10.63. m = 64, l = 3: B = 533.76, bound 491.12; 4096 / 2 and 4096 / 5.34. Single links: level 1 has m - 1
  // channels, B = 553.53, bound 1894.35; 33825 / 10.63 (each clique is entered at nodes with d_1 = d_i) and B
  // = 528.42, bound 496.09; 4161 / 5.34. The pipeline fills in a few rounds, less than 0.01 of these ratios.
  auto const shortest = FloodTrees::shortest, one_edge = FloodTrees::one_edge;
  EXPECT_NEAR(ratio_by_hops(full(32, 4), 10.63, shortest), 8192 / 1858.65, 0.01);
  EXPECT_NEAR(ratio_by_hops(full(64, 3), 5.34, shortest), 2048 / 491.12, 0.01);
  EXPECT_NEAR(ratio_by_hops(full(32, 4), 10.63, one_edge), 3082.6 / 1858.65, 0.01);
  EXPECT_NEAR(ratio_by_hops(full(64, 3), 5.34, one_edge), 767.0 / 491.12, 0.01);
  EXPECT_NEAR(ratio_by_hops(single(32, 4), 10.63, shortest), 3182.0 / 1894.35, 0.01);
  EXPECT_NEAR(ratio_by_hops(single(64, 3), 5.34, shortest), 779.2 / 496.09, 0.01);
}

TEST(Allgather, IsTwoCompetitiveWithOneEdgeTreesForAnyNumberOfLevels) {
  // A message of A(l) is on level 1 in 2^(l - 1) calls, with at least one hop in each unless it stays (1 in
  // m). With w = 2^(l - 1) hops on level 1, all levels together have 2 w - 1, and m^(l - 1) / w rounds are
  // below 2 (n - 1) / (m (2 w - 1)) by the factor (n - 1) / n. The pipeline fills in 2 l rounds.
  for (auto const& [m, levels] :
       std::vector<std::pair<int, int>>{{4, 2}, {16, 2}, {32, 3}, {8, 4}, {32, 4}, {4, 6}, {4, 8}}) {
    auto const clex = full(m, levels);
    double const w = std::pow(2.0, levels - 1);
    auto const bound = (static_cast<double>(clex.num_routers()) - 1) / (m * (2 * w - 1));
    EXPECT_LE(ratio_by_hops(clex, w, FloodTrees::one_edge), 2 + 2 * levels / bound)
        << "m " << m << " levels " << levels;
  }
}

TEST(Allgather, SquareRootDivisionIsFastestWithBarriers) {
  auto const even = allgather(full(32, 4), {Stages::barrier, {}});
  auto const messages = allgather(full(32, 4), {Stages::barrier, bandwidth_by_messages(even)});
  auto const root = allgather(full(32, 4), {Stages::barrier, bandwidth_by_root(even)});
  EXPECT_LT(root.rounds, even.rounds);
  EXPECT_LT(root.rounds, messages.rounds);
  EXPECT_LT(root.ratio(), 2);
}

TEST(Allgather, MatchesSimulationOnClex) {
  for (auto const& clex : small_clexes()) {
    SCOPED_TRACE("m " + std::to_string(clex.m()) + " levels " + std::to_string(clex.levels()) +
                 (clex.single() ? " single" : ""));
    compare(clex);
    compare(clex, FloodTrees::one_edge);
  }
  compare(high(4, 2));
  compare(high(4, 2), FloodTrees::one_edge);
}

TEST(Allgather, MatchesSimulationOnGrids) {
  auto list = Grid::samples();
  for (auto const& sides :
       std::vector<Sides>{{7}, {6}, {4, 4}, {5, 5}, {6, 3, 4}, {4, 2, 4}, {2, 3, 2}, {8, 8}})
    list.push_back({sides});
  for (auto const& params : list) {
    SCOPED_TRACE(write_params(topology::Torus::schema, params, true)[0].value);
    compare<Grid>(topology::Torus(params));
    compare<Grid>(topology::Mesh(params));
  }
}

TEST(Allgather, MatchesClosedFormsOnLargeMeshes) {
  // These sizes are above the limit of the simulation; below the limit, the closed form is compared with the
  // simulation.
  EXPECT_EQ(allgather(topology::Mesh({{128, 128, 64}}), {}).rounds, 128u * 128 * 63);
  for (auto const& sides : std::vector<Sides>{{9}, {5, 4}, {3, 7, 4}, {2, 2, 5}}) {
    topology::Mesh const mesh({sides});
    auto const last = sides.size() - 1;
    EXPECT_EQ(simulate_allgather(mesh, {}).rounds, mesh.num_routers() /
                                                       static_cast<std::uint64_t>(sides[last]) *
                                                       (static_cast<std::uint64_t>(sides[last]) - 1));
  }
}

TEST(Allgather, UsesTreesOnClexWithHighLanding) {
  auto const result = allgather(high(4, 3), {});
  EXPECT_EQ(result.terminals, 64u);
  expect_bounds_hold(result);
  std::uint64_t sum = 0;
  for (auto const& level : result.classes) sum += level.messages;
  EXPECT_EQ(sum, 64u * 63);
  EXPECT_LT(result.ratio(), 4);
}

TEST(Allgather, SimulatesPatternsOnClexWithSingleLinks) {
  EXPECT_EQ(num_patterns(single(32, 4)), 15u);  // Bell number
  EXPECT_EQ(num_patterns(single(2, 4)), 8u);
  EXPECT_EQ(make_pattern_flood(single(32, 4))->num_nodes(), 15u);
  EXPECT_EQ(make_pattern_flood(single(3, 5))->num_nodes(), num_patterns(single(3, 5)));
}

TEST(Allgather, RejectsOneEdgeTreesIfNoLevelHasSeveralEdges) {
  AllgatherOptions const one_edge{Stages::pipelined, {}, FloodTrees::one_edge};
  EXPECT_THROW(allgather(topology::Torus({{4, 4}}), one_edge), InputError);
  EXPECT_THROW(allgather(high(2, 3), one_edge), InputError);
  EXPECT_THROW(allgather(full(2, 16), one_edge), InputError) << "2^31 messages to follow";
}

TEST(Allgather, RejectsLargeMachines) {
  EXPECT_THROW(allgather(high(32, 4), {}), InputError);
  EXPECT_THROW(allgather(topology::Mesh({{128, 128, 64}}), {Stages::pipelined, {1, 2, 3}}), InputError);
}

TEST(Allgather, IsIndependentOfThreads) {
  std::vector<AllgatherResult> results;
  for (unsigned const threads : {1, 2, 7}) {
    Threads const limit(threads);
    results.push_back(simulate_allgather(full(4, 4), {Stages::pipelined, {1, 0.7, 2, 1.5}}));
  }
  expect_same(results[1], results[0]);
  expect_same(results[2], results[0]);
}

TEST(AllgatherSlow, MatchesSimulationOnAThousandNodes) {
  for (auto const stages : {Stages::pipelined, Stages::barrier}) {
    expect_same(allgather(full(6, 4), {stages, {}}), simulate_allgather(full(6, 4), {stages, {}}));
    expect_same(allgather(single(6, 4), {stages, {}}), simulate_allgather(single(6, 4), {stages, {}}));
    AllgatherOptions const one_edge{stages, {}, FloodTrees::one_edge};
    expect_same(allgather(full(6, 4), one_edge), simulate_allgather(full(6, 4), one_edge));
    topology::Torus const torus({{16, 8, 8}});
    expect_same(allgather(torus, {stages, {}}), simulate_allgather(torus, {stages, {}}));
  }
}

}  // namespace
}  // namespace weft::rounds
