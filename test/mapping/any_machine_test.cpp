// SPDX-License-Identifier: Apache-2.0
// Mappings that support any machine.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/mapping_ground.hpp"
#include "weft/core/parallel.hpp"
#include "weft/mapping/catalog.hpp"
#include "weft/mapping/scotch_library.hpp"
#include "weft/mapping/search/congestion.hpp"
#include "weft/mapping/task_graph.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/hypercube.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/slim_fly.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::mapping {
namespace {

template <class Visit>
void for_each_general(Visit visit) {
  visit.template operator()<SpaceFillingCurve>();
  visit.template operator()<ReverseCuthillMckee>();
  visit.template operator()<Greedy>();
  visit.template operator()<RecursiveBisection>();
  if (has_scotch()) visit.template operator()<Scotch>();
}

TEST(GeneralMappings, AssignDistinctTerminalsOnEveryMachine) {
  auto const check = [](auto const& topology, Sides const& sides, Communication const& communication) {
    MappingGround const ground(topology, sides, communication);
    for_each_general([&]<class M>() {
      EXPECT_TRUE(ground.is_valid(M({}).place(ground.context))) << M::name << " on " << topology.name;
    });
  };
  check(topology::KaryNtree({.arity = 3, .levels = 2}), {9}, halo({9}));  // routers without terminals
  check(topology::SlimFly({.q = 5}), {10, 10}, halo({10, 10}));
  check(topology::Dragonfly({}), {5}, transpose({5, 1}));
  check(topology::Torus({.sides = {4, 4}, .concentration = 3}), {5, 7},
        transpose({5, 7}));  // fewer tasks than terminals
  check(topology::Mesh({.sides = {1}}), {1}, [] {
    Communication alone{1};
    alone.add({0, 0, 1});
    alone.finish();
    return alone;
  }());
}

TEST(GeneralMappings, PlaceAHaloMuchBetterThanRandomly) {
  topology::Torus const torus({.sides = {8, 8}});
  MappingGround ground(torus, {8, 8}, halo({8, 8}));
  ground.context.machine = machine_of(torus);
  auto const random = ground.dilation(Random({}).place(ground.context));
  EXPECT_GT(random, 3.5);  // 4.06 on average
  for_each_general(
      [&]<class M>() { EXPECT_LT(ground.dilation(M({}).place(ground.context)), 2.6) << M::name; });
}

TEST(GeneralMappings, KeepCliquesTogether) {
  // eight cliques of eight tasks, eight routers of eight terminals
  MappingGround const ground(topology::Hypercube({.dimensions = 3, .concentration = 8}), {64},
                             cliques(8, 8, 1000));
  auto const together = [&](Placement const& placement) {
    for (std::uint32_t task = 8; task < 64; ++task)
      if (ground.network.injection_router({placement[task]}) !=
          ground.network.injection_router({placement[task % 8]}))
        return false;
    return true;
  };
  EXPECT_FALSE(together(Linear({}).place(ground.context)));
  EXPECT_TRUE(together(Greedy({}).place(ground.context)));
  EXPECT_TRUE(together(RecursiveBisection({}).place(ground.context)));
  EXPECT_TRUE(together(LocalSearch({.moves = 20'000}).place(ground.context)));
  if (has_scotch()) { EXPECT_TRUE(together(Scotch({}).place(ground.context))); }
}

TEST(GeneralMappings, RejectMissingInput) {
  MappingGround ground(topology::Torus({.sides = {4, 4}}), {4, 4}, halo({4, 4}));
  ground.context.communication = nullptr;
  EXPECT_THROW(Greedy({}).place(ground.context), InputError);
  EXPECT_THROW(GridEmbedding({}).place(ground.context), InputError);
  ground.context.communication = &ground.communication;
  ground.context.shares = {};
  EXPECT_THROW(LocalSearch({}).place(ground.context), InputError);
  ground.context.network = {};
  EXPECT_THROW(RecursiveBisection({}).place(ground.context), InputError);
}

template <class T>
double embedded(T const& topology, Sides const& sides) {
  MappingGround ground(topology, sides, halo(sides));
  ground.context.machine = machine_of(topology);
  auto const placement = GridEmbedding({}).place(ground.context);
  EXPECT_TRUE(ground.is_valid(placement));
  return ground.dilation(placement);
}

TEST(GridEmbedding, IsTheIdentityBetweenEqualGrids) {
  EXPECT_EQ(embedded(topology::Torus({.sides = {6, 5}}), {5, 6}), 1);
  EXPECT_EQ(embedded(topology::Torus({.sides = {6, 5}}), {6, 5}), 1);
  EXPECT_EQ(embedded(topology::Torus({.sides = {3, 4, 5}}), {4, 5, 3}), 1);
}

TEST(GridEmbedding, EmbedsARingInATorusAsACycle) {
  EXPECT_EQ(embedded(topology::Torus({.sides = {4, 6}}), {24}), 1);
}

TEST(GridEmbedding, FoldsTwoDimensionsIntoThree) {
  auto const dilation = embedded(topology::Torus({.sides = {4, 4, 4}}), {8, 8});
  EXPECT_LE(dilation, 1.25);
}

TEST(GridEmbedding, AssignsABlockOfTasksToEachRouter) {
  // 2x2 blocks on each router: half of the neighbors are on the same router
  EXPECT_EQ(embedded(topology::Torus({.sides = {4, 4}, .concentration = 4}), {8, 8}), 0.5);
}

TEST(GridEmbedding, CreatesAPlacementFromEveryFactoring) {
  MappingGround ground(topology::Torus({.sides = {4, 4, 4}}), {8, 8}, halo({8, 8}));
  ground.context.machine = machine_of(topology::Torus({.sides = {4, 4, 4}}));
  auto const worth = GridEmbedding::candidate_params(ground.context);
  EXPECT_GT(worth.size(), 4U);
  double previous = 0;
  for (std::size_t k = 1; k < worth.size(); ++k) {
    auto const placement = GridEmbedding(worth[k]).place(ground.context);
    EXPECT_TRUE(ground.is_valid(placement)) << k;
    auto const dilation = ground.dilation(placement);
    EXPECT_GE(dilation, previous) << k;
    previous = dilation;
  }
  EXPECT_EQ(ground.dilation(GridEmbedding({1}).place(ground.context)),
            ground.dilation(GridEmbedding({0}).place(ground.context)));
  EXPECT_THROW(GridEmbedding({60'000}).place(ground.context), InputError);
}

TEST(GridEmbedding, RejectsSidesThatDoNotFit) {
  EXPECT_THROW(embedded(topology::Torus({.sides = {4, 4}}), {7}), InputError);
  EXPECT_THROW(
      GridEmbedding({}).place(MappingGround(topology::Ring({.routers = 16}), {4, 4}, halo({4, 4})).context),
      InputError);
}

TEST(SpaceFillingCurve, IsTheIdentityBetweenEqualGrids) {
  topology::Torus const torus({.sides = {8, 8}});
  MappingGround ground(torus, {8, 8}, halo({8, 8}));
  ground.context.machine = machine_of(torus);
  EXPECT_EQ(ground.dilation(SpaceFillingCurve({}).place(ground.context)), 1);
}

TEST(Scotch, IsDeterminedByTheSeedAndNoWorseWithMoreTries) {
  if (!has_scotch()) GTEST_SKIP() << "built without Scotch";
  MappingGround const ground(topology::SlimFly({.q = 5}), {10, 20}, halo({10, 20}));
  SearchContext const search(ground.context, "test");
  auto costs = search.costs();
  auto const value = [&](Placement const& placement) {
    return Congestion(search.tasks(), search.network(), costs, placement).value();
  };
  auto const one = Scotch({}).place(ground.context);
  EXPECT_EQ(one, Scotch({}).place(ground.context));
  auto min = value(one);
  for (std::uint64_t seed = 2; seed <= 3; ++seed) {
    auto context = ground.context;
    context.seed = seed;
    min = std::min(min, value(Scotch({}).place(context)));
  }
  EXPECT_EQ(value(Scotch({.tries = 3}).place(ground.context)), min);
}

TEST(ScotchMapper, YieldsDifferentResultsForConsecutiveSeeds) {
  if (!has_scotch()) GTEST_SKIP() << "built without Scotch";
  MappingGround const ground(topology::SlimFly({.q = 5}), {10, 20}, halo({10, 20}));
  ScotchMapper mapper(TaskGraph(ground.communication).weighted(), machine_graph(ground.network), 0.01);
  auto const one = mapper.map(1);
  EXPECT_EQ(one, mapper.map(1));
  EXPECT_NE(one, mapper.map(2));
  EXPECT_NE(mapper.map(2), mapper.map(3));
}

TEST(ScotchMapper, RejectsNumbersOutOfRange) {
  auto machine = machine_graph(build_network(topology::Ring({.routers = 8})));
  auto const tasks = TaskGraph(halo({8})).weighted();
  machine.vertex_weight.assign(8, std::int64_t{1} << 29);
  EXPECT_THROW(ScotchMapper(tasks, machine, 0.01), InputError);
}

TEST(ScotchMapper, BuildsAnIdenticalMachineEachTime) {
  if (!has_scotch()) GTEST_SKIP() << "built without Scotch";
  // large enough for Scotch to use several threads, unless it is restricted
  auto const machine = machine_graph(build_network(topology::Dragonfly({.p = 6, .a = 12, .h = 6})));
  auto const tasks = TaskGraph(halo({16, 16, 16})).weighted();
  auto const one = ScotchMapper(tasks, machine, 0.01).map(1);
  EXPECT_EQ(one, ScotchMapper(tasks, machine, 0.01).map(1));
}

}  // namespace
}  // namespace weft::mapping
