// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/round_bounds.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/forward_machine.hpp"
#include "support/list_traffic.hpp"
#include "support/random_traffic.hpp"
#include "weft/engine/rounds/clex/clex_simulation.hpp"
#include "weft/network/geometry/grid_geometry.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/complete.hpp"
#include "weft/topology/family/de_bruijn.hpp"
#include "weft/topology/family/hypercube.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::rounds {
namespace {

ListTraffic all_to_all(std::uint64_t terminals) {
  std::vector<std::vector<std::uint32_t>> list(terminals);
  for (std::uint32_t e = 0; e < terminals; ++e)
    for (std::uint32_t to = 0; to < terminals; ++to)
      if (to != e) list[e].push_back(to);
  return ListTraffic(std::move(list));
}

template <class T>
RoundBounds bounds_of(T const& topology, Traffic const& traffic) {
  auto const network = build_network(topology);
  if constexpr (std::constructible_from<GridGeometry, T const&>) {
    GridGeometry const grid(topology);
    return round_bounds(network, &grid, traffic);
  }
  return round_bounds(network, nullptr, traffic);
}

TEST(RoundBounds, MatchTheClosedFormOfAllToAll) {
  // In a complete graph, a node has a channel to each receiver, and there is a channel between every two
  // nodes of different halves.
  auto const complete = bounds_of(topology::Complete({.routers = 8}), all_to_all(8));
  EXPECT_DOUBLE_EQ(complete.node, 1);
  EXPECT_DOUBLE_EQ(complete.cut, 1);
  // Torus: 63 messages over 4 channels; 32 x 32 messages over 2 x 8 channels.
  auto const torus = bounds_of(topology::Torus({{8, 8}}), all_to_all(64));
  EXPECT_DOUBLE_EQ(torus.node, 63.0 / 4);
  EXPECT_DOUBLE_EQ(torus.cut, 64);
  // A torus of 4 x 8 has its minimum cut across its longer side: 16 x 16 messages over 2 x 4 channels.
  EXPECT_DOUBLE_EQ(bounds_of(topology::Torus({{4, 8}}), all_to_all(32)).cut, 32);
  // Mesh: a corner has 2 channels, and 8 channels cross the central cut.
  auto const mesh = bounds_of(topology::Mesh({{8, 8}}), all_to_all(64));
  EXPECT_DOUBLE_EQ(mesh.node, 63.0 / 2);
  EXPECT_DOUBLE_EQ(mesh.cut, 128);
  // Messages between terminals of the same router use no channel; 4 x 4 messages cross to the other router.
  auto const pair = bounds_of(topology::Mesh({{2}, 4}), all_to_all(8));
  EXPECT_DOUBLE_EQ(pair.node, 16);
  EXPECT_DOUBLE_EQ(pair.cut, 16);
  // CLEX(4, 3): a node with equal digits has 3 channels on each level, the others are loops; 32 x 32 messages
  // cross from one half of the copies to the other, over 2 x 2 x 16 channels.
  topology::Clex const clex({.m = 4, .levels = 3});
  auto const of_clex = round_bounds(clex, all_to_all(64));
  EXPECT_DOUBLE_EQ(of_clex.node, 63.0 / 9);
  EXPECT_DOUBLE_EQ(of_clex.cut, 16);
}

TEST(RoundBounds, MatchTheChannelsOfClex) {
  using topology::Landing;
  using topology::Links;
  for (topology::Clex::Params const& params :
       {topology::Clex::Params{4, 3}, {6, 2}, {8, 1}, {2, 5}, {4, 3, Landing::low, Links::single}}) {
    topology::Clex const clex(params);
    SCOPED_TRACE(to_spec(clex, true).to_string());
    auto const traffic = random_traffic(clex.num_terminals(), 30, 7);
    auto const formula = round_bounds(clex, traffic), counted = bounds_of(clex, traffic);
    EXPECT_DOUBLE_EQ(formula.node, counted.node);
    // m is even, so the halves of the copies are the halves by number
    EXPECT_DOUBLE_EQ(formula.cut, counted.cut);
  }
}

TEST(RoundBounds, IncludeTheBusiestReceiver) {
  std::vector<std::vector<std::uint32_t>> list(16);
  for (auto& to : list) to = {5, 5};
  EXPECT_DOUBLE_EQ(bounds_of(topology::Torus({{4, 4}}), ListTraffic(list)).node, 30.0 / 4);
}

TEST(RoundBounds, DoNotExceedAnyMakespan) {
  auto const expect_above = [](auto const& topology, std::string const& routing) {
    for (std::uint64_t const mean : {1, 8}) {
      auto const traffic = random_traffic(topology.num_terminals(), mean, 3);
      auto const makespan = forward_machine(topology, routing).run(traffic).rounds;
      auto const minimum = bounds_of(topology, traffic).rounds();
      EXPECT_GE(static_cast<double>(makespan), minimum * (1 - 1e-12)) << to_spec(topology).to_string();
    }
  };
  expect_above(topology::Torus({{5, 4}, 2}), "dimension_order");
  expect_above(topology::Mesh({{6, 4}}), "minimal_adaptive");
  expect_above(topology::Hypercube({.dimensions = 5}), "minimal");
  expect_above(topology::DeBruijn({}), "minimal");
  using topology::Landing;
  using topology::Links;
  for (Numbers const& bandwidth : {Numbers{1}, Numbers{0.3, 1.7}, Numbers{3, 0.25}})
    for (auto const links : {Links::full, Links::single})
      expect_above(topology::Clex({3, 3, Landing::low, links, bandwidth}), "clex_direct");
}

TEST(RoundBounds, DoNotExceedAnyMakespanOfClexPhases) {
  using topology::Landing;
  using topology::Links;
  for (topology::Clex::Params const& params :
       {topology::Clex::Params{4, 3}, {5, 2}, {3, 3, Landing::high}, {4, 3, Landing::low, Links::single}}) {
    topology::Clex const clex(params);
    auto const traffic = random_traffic(clex.num_terminals(), 20, 9);
    auto const makespan = simulate_clex(clex, traffic, {}, 1, no_progress()).measures.makespan();
    EXPECT_GE(static_cast<double>(makespan), round_bounds(clex, traffic).rounds());
  }
}

TEST(RoundBounds, AreRoundedUpInTheTable) {
  RoundBounds const bounds{.node = 2.5, .cut = 7.2};
  auto const table = bounds.table(16);
  EXPECT_EQ(table.at(0, "lower_bound").number(), 8);
  EXPECT_EQ(table.at(0, "ratio").number(), 2);
  EXPECT_TRUE(RoundBounds{}.table(0).at(0, "ratio").is_empty());
}

}  // namespace
}  // namespace weft::rounds
