// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "support/machine_of.hpp"
#include "weft/analysis/deadlock/analysis.hpp"
#include "weft/analysis/deadlock/route_analysis.hpp"
#include "weft/core/error.hpp"
#include "weft/routing/bind.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::deadlock {
namespace {

Machine torus(Sides const& sides) {
  topology::Torus const topology({sides});
  return machine_of(topology);
}

TEST(SingleRoutes, HaveTheDependenciesOfTheRouting) {
  auto const machine = torus({5, 4});
  auto const routing = routing::bind_channels(Spec::parse("dimension_order:tie=plus"), machine, {2});
  auto const single = single_routes(Legs(*machine.network(), *routing));
  EXPECT_EQ(single.routes.size(), 20 * 19);
  auto const of_routes = analyze(single.routes);
  auto const of_routing = analyze(*machine.network(), *routing, 2);
  EXPECT_EQ(of_routes.channels, of_routing.channels);
  EXPECT_EQ(of_routes.dependencies, of_routing.dependencies);
  for (std::size_t r = 0; r < single.routes.size(); ++r) {
    EXPECT_EQ(machine.network()->source(single.routes[r].front().channel).v, single.from[r]);
    EXPECT_EQ(machine.network()->target(single.routes[r].back().channel).v, single.to[r]);
  }
}

TEST(SingleRoutes, RejectRoutingsThatOfferAChoice) {
  auto const machine = torus({4});
  auto const routing = routing::bind_channels(Spec::parse("dimension_order:tie=random"), machine, {2});
  EXPECT_THROW(single_routes(Legs(*machine.network(), *routing)), InputError);
}

}  // namespace
}  // namespace weft::deadlock
