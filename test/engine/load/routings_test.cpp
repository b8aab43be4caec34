// SPDX-License-Identifier: Apache-2.0
#include <map>

#include <gtest/gtest.h>

#include "support/all_minimal_loads.hpp"
#include "support/machine_of.hpp"
#include "support/percs_ledger.hpp"
#include "support/random_communication.hpp"
#include "support/scratch.hpp"
#include "support/simple_paths.hpp"
#include "weft/engine/load/network_load.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/routing/bind.hpp"
#include "weft/routing/percs/percs.hpp"
#include "weft/topology/family/de_bruijn.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/hyperx.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/percs.hpp"
#include "weft/topology/family/petersen.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

/// Share of each channel in the traffic of a pair.
using Shares = std::map<std::uint32_t, double>;

Shares shares_of(routing::Shares const& shares, std::uint32_t from, std::uint32_t to) {
  std::vector<routing::ChannelShare> found;
  EXPECT_TRUE(shares.append({from}, {to}, found));
  Shares by_channel;
  for (auto const& [channel, numerator] : found) {
    EXPECT_FALSE(by_channel.contains(channel.v)) << "a channel comes twice";
    by_channel[channel.v] = static_cast<double>(numerator) / static_cast<double>(shares.denominator());
  }
  return by_channel;
}

routing::SharesPtr bound(std::string const& routing, Machine const& machine) {
  return routing::bind_shares(Spec::parse(routing), machine);
}

/// Returns the shares of the channels if all paths have equal shares.
Shares even_shares(std::vector<std::vector<std::uint32_t>> const& paths) {
  Shares by_channel;
  for (auto const& path : paths)
    for (auto const channel : path) by_channel[channel] += 1.0 / static_cast<double>(paths.size());
  return by_channel;
}

void expect_equal(Shares const& found, Shares const& expected, std::string const& where) {
  ASSERT_EQ(found.size(), expected.size()) << where;
  for (auto const& [channel, share] : expected) {
    ASSERT_TRUE(found.contains(channel)) << where;
    EXPECT_NEAR(found.at(channel), share, 1e-12) << where;
  }
}

/// Expects that the shares of all pairs match the paths that `choose(paths, from, to)` selects from all
/// simple paths.
template <class T, class Choose>
void expect_paths(T const& topology, std::string const& routing, Choose choose) {
  auto const machine = machine_of(topology);
  auto const network = machine.network();
  auto const shares = bound(routing, machine);
  for (std::uint32_t from = 0; from < machine.num_routers(); ++from)
    for (std::uint32_t to = 0; to < machine.num_routers(); ++to) {
      auto const where =
          machine.topology() + " " + routing + " " + std::to_string(from) + " -> " + std::to_string(to);
      if (from == to) {
        EXPECT_TRUE(shares_of(*shares, from, to).empty()) << where;
        continue;
      }
      expect_equal(shares_of(*shares, from, to), even_shares(choose(simple_paths(*network, from, to))),
                   where);
    }
}

auto const shortest = [](auto paths) {
  std::erase_if(paths, [length = paths.front().size()](auto const& path) { return path.size() > length; });
  return paths;
};

TEST(AllMinimalShares, SplitOverAllShortestPaths) {
  expect_paths(topology::Torus({.sides = {4, 3}}), "all_minimal", shortest);
  expect_paths(topology::Petersen({}), "all_minimal", shortest);
  expect_paths(topology::DeBruijn({.degree = 2, .length = 3}), "all_minimal", shortest);
  expect_paths(topology::KaryNtree({.arity = 2, .levels = 2}), "all_minimal", shortest);
  expect_paths(topology::Torus({.sides = {2, 3}, .doubled = true}), "all_minimal", shortest);
}

TEST(MinimalShares, FollowOneShortestPath) {
  auto const first_by_ports = [](auto paths) {
    paths.resize(1);
    return paths;
  };
  expect_paths(topology::Torus({.sides = {4, 3}}), "minimal:choice=lowest", first_by_ports);
  expect_paths(topology::Petersen({}), "minimal:choice=lowest", first_by_ports);
}

TEST(DimensionOrderShares, ParallelLinksHaveEqualShares) {
  topology::Hyperx const hyperx({.sides = {3, 2}, .parallel = 3});
  auto const machine = machine_of(hyperx);
  auto const shares = bound("dimension_order", machine);
  auto const found = shares_of(*shares, 0, 5);
  EXPECT_EQ(found.size(), 6U);
  double total = 0;
  for (auto const& [channel, share] : found) total += share;
  EXPECT_DOUBLE_EQ(total, 2);
}

TEST(KShortestShares, UseTheFirstSimplePaths) {
  for (std::size_t const k : {1, 2, 3, 5, 8}) {
    auto const first = [k](auto paths) {
      paths.resize(std::min(k, paths.size()));
      return paths;
    };
    auto const routing = "k_shortest:paths=" + std::to_string(k);
    expect_paths(topology::Torus({.sides = {3, 3}}), routing, first);
    expect_paths(topology::Mesh({.sides = {4, 3}}), routing, first);
    expect_paths(topology::Petersen({}), routing, first);
    expect_paths(topology::Ring({.routers = 5}), routing, first);  // two paths per pair
    expect_paths(topology::DeBruijn({.degree = 2, .length = 3}), routing, first);
    expect_paths(topology::Torus({.sides = {2, 3}, .doubled = true}), routing, first);
  }
}

/// Returns a function that selects the shortest paths without a hop up after a hop down; up is toward a lower
/// rank, or between equal ranks toward a lower number.
auto up_down_choice(NetworkPtr const& network, std::vector<std::uint32_t> const& rank) {
  return [=](auto paths) {
    std::erase_if(paths, [&](auto const& path) {
      bool down = false;
      for (auto const c : path) {
        auto const from = network->source({c}).v, to = network->target({c}).v;
        bool const up = std::pair(rank[to], to) < std::pair(rank[from], from);
        if (up && down) return true;
        down = down || !up;
      }
      return false;
    });
    return shortest(paths);
  };
}

TEST(UpDownShares, UseTheShortestLegalPaths) {
  topology::Torus const torus({.sides = {4, 3}});
  auto const network = machine_of(torus).network();
  std::vector<std::uint32_t> rank;
  for (std::uint32_t r = 0; r < 12; ++r) rank.push_back(torus.distance({5}, {r}));
  expect_paths(torus, "up_down:up=root,root=5,choice=even", up_down_choice(network, rank));

  topology::Petersen const petersen({});
  std::vector<std::uint32_t> from_zero;
  for (std::uint32_t r = 0; r < 10; ++r) from_zero.push_back(petersen.distance({0}, {r}));
  expect_paths(petersen, "up_down:up=root,root=0,choice=even",
               up_down_choice(machine_of(petersen).network(), from_zero));
}

TEST(UpDownShares, UseTheCommonAncestorsInTrees) {
  topology::KaryNtree const tree({.arity = 2, .levels = 3});
  auto const machine = machine_of(tree);
  auto const up_down = bound("up_down:choice=even", machine), minimal = bound("all_minimal", machine);
  for (std::uint32_t e = 0; e < tree.num_terminals(); ++e)
    for (std::uint32_t f = 0; f < tree.num_terminals(); ++f) {
      auto const from = tree.injection_router({e}).v, to = tree.ejection_router({f}).v;
      EXPECT_EQ(shares_of(*up_down, from, to), shares_of(*minimal, from, to));
    }
}

TEST(UpDownShares, SinglePathUsesTheLowestPorts) {
  topology::Torus const torus({.sides = {4, 4}});
  auto const machine = machine_of(torus);
  auto const all = bound("up_down:up=root,root=0,choice=even", machine);
  auto const one = bound("up_down:up=root,root=0,choice=lowest", machine);
  for (std::uint32_t to = 1; to < 16; ++to) {
    auto const path = shares_of(*one, 15 - to, to), paths = shares_of(*all, 15 - to, to);
    double hops = 0;
    for (auto const& [channel, share] : paths) hops += share;
    EXPECT_NEAR(hops, static_cast<double>(path.size()), 1e-9);
    for (auto const& [channel, share] : path) EXPECT_TRUE(paths.contains(channel));
  }
}

TEST(TableShares, FollowTheFile) {
  Scratch const scratch;
  auto const file = scratch.path() / "routes";
  write_file(file, "0 3 2 weight=3\n2 1\n0 1 2\n");
  auto const machine = machine_of(topology::Ring({.routers = 4}));
  auto const shares = bound("table:file=" + file.string(), machine);
  auto const& network = *machine.network();
  auto const channel = [&](std::uint32_t r, std::uint16_t p) { return network.channel(RouterId{r}, {p}).v; };
  EXPECT_EQ(
      shares_of(*shares, 0, 2),
      (Shares{{channel(0, 0), 0.75}, {channel(3, 0), 0.75}, {channel(0, 1), 0.25}, {channel(1, 1), 0.25}}));
  EXPECT_EQ(shares_of(*shares, 2, 1), (Shares{{channel(2, 0), 1}}));
  std::vector<routing::ChannelShare> none;
  EXPECT_THROW(shares->append({1}, {2}, none), InputError);
  write_file(file, "0 2\n");
  EXPECT_THROW(bound("table:file=" + file.string(), machine), InputError);
}

TEST(UpDownShares, RejectUnsupportedNetworks) {
  EXPECT_THROW(bound("up_down", machine_of(topology::DeBruijn({}))), InputError);
  EXPECT_THROW(bound("up_down:up=root,root=9", machine_of(topology::Ring({.routers = 9}))), InputError);
  EXPECT_THROW(bound("up_down:root=2", machine_of(topology::Ring({.routers = 9}))), InputError);
  EXPECT_THROW(bound("dimension_order", machine_of(topology::Petersen({}))), InputError);
  EXPECT_THROW(bound("percs_direct", machine_of(topology::Petersen({}))), InputError);
}

/// Expects, for each pair, that the loads by the method for the routing equal the loads by its shares.
template <class T>
void expect_loads_of_shares(T const& topology, std::string const& routing, std::uint32_t tasks) {
  auto const machine = machine_of(topology);
  auto const communication = mixed(tasks, 7);
  auto const placement = shuffled(static_cast<std::uint32_t>(topology.num_terminals()), tasks, 3);
  load::RouterTraffic const traffic(communication, placement, *machine.network());
  auto const shares = bound(routing, machine);
  auto const fast = load::network_loads(traffic, *shares);
  auto const slow = load::loads_by_shares(traffic, *shares);
  ASSERT_EQ(fast.channel.size(), slow.channel.size());
  for (std::size_t c = 0; c < fast.channel.size(); ++c)
    EXPECT_NEAR(static_cast<double>(fast.channel[c]) / fast.denominator,
                static_cast<double>(slow.channel[c]) / slow.denominator,
                fast.exact && slow.exact ? 1e-9 : 1e-3)
        << machine.topology() << " " << routing << " channel " << c;
}

TEST(LoadRoutings, LoadsMatchTheShares) {
  for (auto const* const routing : {"all_minimal", "minimal:choice=lowest,structure=graph",
                                    "minimal:structure=graph", "valiant:structure=graph", "up_down"}) {
    expect_loads_of_shares(topology::Torus({.sides = {4, 4}}), routing, 16);
    expect_loads_of_shares(topology::Hyperx({.sides = {3, 2}, .parallel = 3, .terminals = 4}), routing, 20);
    expect_loads_of_shares(topology::Dragonfly({.p = 2, .a = 4, .h = 1, .groups = 5}), routing, 30);
    expect_loads_of_shares(topology::Petersen({}), routing, 10);
  }
  for (auto const* const routing : {"all_minimal", "minimal", "valiant"})
    expect_loads_of_shares(topology::DeBruijn({.degree = 2, .length = 4}), routing, 16);
  expect_loads_of_shares(topology::KaryNtree({.arity = 2, .levels = 3}), "up_down", 8);
  for (auto const* const routing : {"dimension_order", "dimension_order:tie=plus", "valiant"})
    for (Sides const& sides : {Sides{4, 5}, Sides{4, 4}, Sides{2, 6}})
      expect_loads_of_shares(topology::Torus({.sides = sides}), routing, 12);
  expect_loads_of_shares(topology::Hyperx({.sides = {3, 2}, .parallel = 3, .terminals = 4}),
                         "dimension_order", 20);
}

TEST(PercsShares, MatchTheAggregatedLoads) {
  topology::Percs const percs({.supernodes = 5, .links = 4});
  auto const machine = machine_of(percs);
  auto const communication = mixed(500, 2);
  auto const placement = shuffled(640, 500, 9);
  for (bool const direct : {true, false}) {
    PercsPaths const paths(percs, {}, direct);
    PercsLedger ledger;
    load::visit_percs_loads(paths, {communication, placement, 5}, ledger);
    auto const shares = bound(direct ? "percs_direct" : "percs_indirect", machine);
    auto const found = load::loads_by_shares({communication, placement, *machine.network()}, *shares);
    PercsLedger again;
    auto const network = machine.network();
    for (std::uint32_t c = 0; c < network->num_channels(); ++c) {
      if (found.channel[c] == 0) continue;
      auto const from = network->source({c}).v, to = network->target({c}).v;
      if (network->class_of({c}).v < 2)
        again.loads[{network->class_of({c}).v == 0 ? "LL" : "LR", from, to}] = found.channel[c];
      else
        again.loads[{"D", from / 32, to / 32}] = found.channel[c];
    }
    std::erase_if(ledger.loads, [](auto const& entry) {
      auto const& [of_class, from, to] = entry.first;
      return of_class == "D" && from == to;  // not a channel of the network
    });
    EXPECT_EQ(again.loads, ledger.loads) << direct;
  }
}

TEST(LoadsByShares, AreIndependentOfThreads) {
  topology::Torus const torus({.sides = {6, 5}});
  auto const machine = machine_of(torus);
  auto const communication = mixed(30, 4);
  auto const placement = shuffled(30, 30, 1);
  load::RouterTraffic const traffic(communication, placement, *machine.network());
  auto const loads = [&](unsigned threads) {
    Threads const limit{threads};
    return std::pair(load::loads_by_shares(traffic, *bound("k_shortest", machine)).channel,
                     all_minimal_loads(traffic).channel);
  };
  EXPECT_EQ(loads(1), loads(3));
}

}  // namespace
}  // namespace weft
