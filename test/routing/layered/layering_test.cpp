// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/layered/layering.hpp"

#include <algorithm>
#include <queue>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "weft/core/error.hpp"

namespace weft::routing {
namespace {

using Routes = std::vector<std::vector<std::uint32_t>>;

RouteSet make_set(Routes const& routes) {
  RouteSet set;
  for (auto const& route : routes) set.add(route);
  return set;
}

/// Returns whether the dependencies of the routes are acyclic (Kahn's algorithm).
bool naively_acyclic(Routes const& routes) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
  std::set<std::uint32_t> nodes;
  for (auto const& route : routes) {
    for (auto const c : route) nodes.insert(c);
    for (std::size_t i = 1; i < route.size(); ++i) edges.insert({route[i - 1], route[i]});
  }
  for (bool progress = true; progress;) {
    progress = false;
    for (auto const node : std::set(nodes)) {
      if (std::ranges::any_of(edges, [&](auto const& e) { return e.second == node; })) continue;
      nodes.erase(node);
      std::erase_if(edges, [&](auto const& e) { return e.first == node; });
      progress = true;
    }
  }
  return nodes.empty();
}

Routes of_layer(Routes const& routes, Layering const& layering, std::uint32_t layer) {
  Routes some;
  for (std::size_t r = 0; r < routes.size(); ++r)
    if (layering.layer[r] == layer) some.push_back(routes[r]);
  return some;
}

std::vector<std::uint16_t> naive_one_by_one(Routes const& routes) {
  std::vector<Routes> layers;
  std::vector<std::uint16_t> layer_of;
  for (auto const& route : routes) {
    std::size_t l = 0;
    for (;; ++l) {
      if (l == layers.size()) layers.emplace_back();
      layers[l].push_back(route);
      if (naively_acyclic(layers[l])) break;
      layers[l].pop_back();
    }
    layer_of.push_back(static_cast<std::uint16_t>(l));
  }
  return layer_of;
}

/// Returns at most `maximum` routes over ten channels, without repeated channels.
Routes some_routes(int maximum) {
  auto const count = *rc::gen::inRange(0, maximum + 1);
  Routes routes;
  for (int r = 0; r < count; ++r) {
    std::vector<std::uint32_t> channels(10);
    for (std::uint32_t c = 0; c < 10; ++c) channels[c] = c;
    auto const length = *rc::gen::inRange<std::size_t>(0, 6);
    for (std::size_t i = 0; i < length; ++i)
      std::swap(channels[i], channels[*rc::gen::inRange<std::size_t>(i, 10)]);
    channels.resize(length);
    routes.push_back(channels);
  }
  return routes;
}

void expect_sound(Routes const& routes, Layering const& layering) {
  RC_ASSERT(layering.layer.size() == routes.size());
  RC_ASSERT(is_acyclic(make_set(routes), layering));
  for (std::uint32_t l = 0; l < layering.layers; ++l) {
    auto const some = of_layer(routes, layering, l);
    RC_ASSERT(naively_acyclic(some));
    RC_ASSERT(layering.layers == 1 || !some.empty());
  }
}

RC_GTEST_PROP(Layering, AcyclicityIsThatOfTheDependencies, ()) {
  auto const routes = some_routes(6);
  Layering const one{std::vector<std::uint16_t>(routes.size(), 0), 1};
  RC_ASSERT(is_acyclic(make_set(routes), one) == naively_acyclic(routes));
}

RC_GTEST_PROP(Layering, OneByOneTakesTheFirstLayerThatStaysAcyclic, ()) {
  auto const routes = some_routes(25);
  auto const layering = layer_one_by_one(make_set(routes));
  expect_sound(routes, layering);
  RC_ASSERT(layering.layer == naive_one_by_one(routes));
}

RC_GTEST_PROP(Layering, ByCyclesLeavesNoneBehind, ()) {
  auto const routes = some_routes(25);
  expect_sound(routes, layer_by_cycles(make_set(routes)));
}

RC_GTEST_PROP(Layering, SparinglyTakesOneLayerIfOneSuffices, ()) {
  auto const routes = some_routes(5);
  auto const layering = layer_sparingly(make_set(routes));
  expect_sound(routes, layering);
  RC_ASSERT((layering.layers == 1) == naively_acyclic(routes));
}

TEST(Layering, NeedsTwoLayersForCyclicRoutes) {
  auto const circle = make_set({{0, 1}, {1, 2}, {2, 0}});
  EXPECT_EQ(layer_one_by_one(circle).layer, (std::vector<std::uint16_t>{0, 0, 1}));
  EXPECT_EQ(layer_by_cycles(circle).layers, 2u);
  EXPECT_EQ(layer_sparingly(make_set({{0, 1}, {1, 0}})).layers, 2u);
  EXPECT_EQ(layer_sparingly(make_set({{0}, {1}, {}})).layers, 1u);
}

TEST(Layering, BreaksCyclesAtTheEdgesWithTheFewestRoutes) {
  auto const routes = make_set({{0, 1}, {0, 1}, {1, 2}, {1, 2}, {2, 0}});
  EXPECT_EQ(layer_by_cycles(routes).layer, (std::vector<std::uint16_t>{0, 0, 0, 0, 1}));
}

/// Each of k mutually contradictory routes needs a separate layer: route i contains the channels rotated by
/// i, and any two rotations contradict each other.
TEST(Layering, NeedsALayerPerContradictoryRoute) {
  Routes routes;
  for (std::uint32_t i = 0; i < 5; ++i) {
    routes.emplace_back();
    for (std::uint32_t c = 0; c < 5; ++c) routes.back().push_back((c + i) % 5);
  }
  EXPECT_EQ(layer_sparingly(make_set(routes)).layers, 5u);
}

TEST(Layering, RejectsARouteThatRepeatsAChannel) {
  EXPECT_THROW(layer_one_by_one(make_set({{1, 2}, {0, 1, 0}})), InputError);
  EXPECT_THROW(layer_by_cycles(make_set({{3, 3}})), InputError);
}

}  // namespace
}  // namespace weft::routing
