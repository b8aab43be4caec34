// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/local_search.hpp"

#include <gtest/gtest.h>

#include "support/mapping_ground.hpp"
#include "weft/core/parallel.hpp"
#include "weft/mapping/orders.hpp"
#include "weft/mapping/scotch.hpp"
#include "weft/mapping/scotch_library.hpp"
#include "weft/mapping/search/annealing.hpp"
#include "weft/mapping/search/congestion.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/slim_fly.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::mapping {
namespace {

CongestionValue value(MappingGround const& ground, Placement const& placement) {
  SearchContext const search(ground.context, "test");
  auto costs = search.costs();
  return Congestion(search.tasks(), search.network(), costs, placement).value();
}

TEST(LocalSearch, IsNoWorseThanAnyOfItsStarts) {
  MappingGround const ground(topology::SlimFly({.q = 5}), {10, 10}, halo({10, 10}), 7);
  auto const start = value(ground, Random({}).place(ground.context));
  auto const found = LocalSearch({.from = "random", .moves = 6000}).place(ground.context);
  EXPECT_TRUE(ground.is_valid(found));
  EXPECT_LT(value(ground, found), start);
  auto const both = LocalSearch({.from = "[random,linear]", .moves = 6}).place(ground.context);
  EXPECT_LE(value(ground, both), start);
}

TEST(LocalSearch, DoesNotDependOnThreads) {
  MappingGround const ground(topology::Torus({.sides = {4, 4, 4}}), {64}, transpose({64, 1}));
  LocalSearch const search({.moves = 6000, .chains = 3});
  Placement one, three;
  {
    Threads const threads(1);
    one = search.place(ground.context);
  }
  {
    Threads const threads(3);
    three = search.place(ground.context);
  }
  EXPECT_EQ(one, three);
}

TEST(LocalSearch, StopsAtItsTimeLimit) {
  MappingGround const ground(topology::Torus({.sides = {4, 4}}), {4, 4}, halo({4, 4}));
  auto const begin = SearchBudget::Clock::now();
  EXPECT_TRUE(ground.is_valid(LocalSearch({.seconds = 0.1, .chains = 3}).place(ground.context)));
  EXPECT_LT(SearchBudget::Clock::now() - begin, std::chrono::seconds(20));
}

TEST(LocalSearch, RejectsInvalidStarts) {
  MappingGround const ground(topology::Torus({.sides = {4, 4}}), {4, 4}, halo({4, 4}));
  EXPECT_THROW(LocalSearch({.from = "lineal"}).place(ground.context), InputError);
  EXPECT_THROW(LocalSearch({.from = "[linear,hybrid]"}).place(ground.context), InputError);
  EXPECT_THROW(LocalSearch({.from = "[[linear]]"}).place(ground.context), InputError);
  EXPECT_THROW(LocalSearch::check({.from = ""}), InputError);
}

TEST(LocalSearchSlow, IsNeverWorseThanTenSeedsOfScotch) {
  if (!has_scotch()) GTEST_SKIP() << "built without Scotch";
  auto const check = [](auto const& topology, Sides const& sides, Communication const& communication) {
    MappingGround const ground(topology, sides, communication);
    auto const ours = value(ground, LocalSearch({.moves = 60'000}).place(ground.context));
    auto const theirs = value(ground, Scotch({.tries = 10}).place(ground.context));
    EXPECT_LE(ours.max, theirs.max) << topology.name << " " << format_sides(sides);
  };
  check(topology::Torus({.sides = {8, 8}}), {8, 8}, halo({8, 8}));
  check(topology::Torus({.sides = {4, 4, 4}}), {4, 4, 4}, halo({4, 4, 4}));
  check(topology::SlimFly({.q = 5}), {8, 8}, halo({8, 8}));
  check(topology::SlimFly({.q = 5}), {8, 8}, transpose({8, 8}));
  check(topology::Dragonfly({}), {8, 9}, transpose({8, 9}));
  check(topology::KaryNtree({.arity = 4, .levels = 3}), {4, 4, 4}, halo({4, 4, 4}));
  check(topology::KaryNtree({.arity = 4, .levels = 3}), {8, 8}, transpose({8, 8}));
}

}  // namespace
}  // namespace weft::mapping
