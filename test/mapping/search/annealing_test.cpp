// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/search/annealing.hpp"

#include <gtest/gtest.h>

#include "support/mapping_ground.hpp"
#include "weft/mapping/mapping.hpp"
#include "weft/mapping/search/congestion.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::mapping {
namespace {

TEST(Annealing, FindsTheIdentityOfAShuffledHalo) {
  MappingGround const ground(topology::Torus({.sides = {4, 4}}), {4, 4}, halo({4, 4}));
  SearchContext const search(ground.context, "test");
  auto costs = search.costs();
  Congestion congestion(search.tasks(), search.network(), costs, random_order(16, 3));
  Annealing annealing(congestion, search.tasks(), search.network(), Rng(1, Purpose::placement, 0));
  annealing.cool({.moves = 100'000}, 0.1, no_progress());
  EXPECT_EQ(search.scale().time(annealing.best_value().max), 1);
  EXPECT_EQ(ground.dilation(annealing.best()), 1);
}

TEST(Annealing, ReturnsAPlacementWithTheReportedValueNoWorseThanTheStart) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    MappingGround const ground(topology::Torus({.sides = {3, 4}}), {11}, cliques(1, 11, 1 + seed));
    SearchContext const search(ground.context, "test");
    auto costs = search.costs();
    auto start = random_order(12, seed);
    start.resize(11);
    Congestion congestion(search.tasks(), search.network(), costs, start);
    auto const before = congestion.value();
    Annealing annealing(congestion, search.tasks(), search.network(), Rng(seed, Purpose::placement, 0));
    annealing.cool({.moves = 700}, 1, no_progress());
    auto const best = annealing.best();
    ASSERT_TRUE(ground.is_valid(best));
    EXPECT_LE(annealing.best_value(), before);
    congestion.reset(best);
    EXPECT_EQ(congestion.value(), annealing.best_value());
  }
}

TEST(Annealing, StopsAtTheTimeLimit) {
  MappingGround const ground(topology::Torus({.sides = {4, 4}}), {4, 4}, halo({4, 4}));
  SearchContext const search(ground.context, "test");
  auto costs = search.costs();
  Congestion congestion(search.tasks(), search.network(), costs, random_order(16, 3));
  Annealing annealing(congestion, search.tasks(), search.network(), Rng(1, Purpose::placement, 0));
  auto const begin = SearchBudget::Clock::now();
  annealing.cool({.begin = begin, .end = begin + std::chrono::milliseconds(20)}, 0.1, no_progress());
  auto const past = SearchBudget::Clock::now() - begin;
  EXPECT_GE(past, std::chrono::milliseconds(20));
  EXPECT_LT(past, std::chrono::seconds(5));
}

}  // namespace
}  // namespace weft::mapping
