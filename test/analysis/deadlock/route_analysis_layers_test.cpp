// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "weft/analysis/deadlock/route_analysis.hpp"
#include "weft/core/error.hpp"

namespace weft::deadlock {
namespace {

routing::RouteSet random_routes(std::size_t max) {
  routing::RouteSet routes;
  auto const count = *rc::gen::inRange<std::size_t>(1, max);
  for (std::size_t r = 0; r < count; ++r) {
    std::vector<std::uint32_t> channels{0, 1, 2, 3, 4};
    for (std::size_t i = 0; i < channels.size(); ++i)
      std::swap(channels[i], channels[*rc::gen::inRange(i, channels.size())]);
    channels.resize(*rc::gen::inRange<std::size_t>(2, 5));
    routes.add(channels);
  }
  return routes;
}

/// Returns whether any layering with `layers` layers is acyclic, by enumeration.
bool can_do_with(routing::RouteSet const& routes, std::uint32_t layers) {
  routing::Layering layering{std::vector<std::uint16_t>(routes.size(), 0), layers};
  for (;;) {
    if (routing::is_acyclic(routes, layering)) return true;
    std::size_t r = 0;
    while (r < routes.size() && ++layering.layer[r] == layers) layering.layer[r++] = 0;
    if (r == routes.size()) return false;
  }
}

RC_GTEST_PROP(MinimumLayers, MatchExhaustiveSearch, ()) {
  auto const routes = random_routes(7);
  auto const min = minimize_layers(routes);
  RC_ASSERT(min.exact());
  RC_ASSERT(routing::is_acyclic(routes, min.layering));
  RC_ASSERT(std::ranges::all_of(min.layering.layer, [&](auto l) { return l < min.layering.layers; }));
  RC_ASSERT(min.layering.layers == 1 || !can_do_with(routes, min.layering.layers - 1));
  RC_TAG(min.layering.layers);
}

RC_GTEST_PROP(MinimumLayers, HaveValidBoundsAfterAShortSearch, ()) {
  auto const routes = random_routes(30);
  auto const min = minimize_layers(routes);
  auto const hasty = minimize_layers(routes, *rc::gen::inRange<std::uint64_t>(0, 60));
  RC_ASSERT(routing::is_acyclic(routes, hasty.layering));
  RC_ASSERT(hasty.layering.layers >= min.lower_bound);
  RC_ASSERT(hasty.lower_bound <= min.layering.layers);
  RC_TAG(hasty.exact() ? "exact" : "bounds");
}

TEST(MinimumLayers, SeparatesRoutesThatFormACycle) {
  routing::RouteSet routes;
  for (auto const& [first, second] : {std::pair{0u, 1u}, {1u, 0u}, {2u, 3u}}) {
    std::vector<std::uint32_t> const channels{first, second};
    routes.add(channels);
  }
  auto const min = minimize_layers(routes);
  EXPECT_EQ(min.layering.layers, 2);
  EXPECT_NE(min.layering.layer[0], min.layering.layer[1]);
}

TEST(MinimumLayers, RejectsARouteThatWaitsForItself) {
  routing::RouteSet routes;
  std::vector<std::uint32_t> const channels{0, 1, 0};
  routes.add(channels);
  EXPECT_THROW(minimize_layers(routes), InputError);
}

}  // namespace
}  // namespace weft::deadlock
