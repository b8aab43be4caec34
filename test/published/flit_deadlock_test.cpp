// SPDX-License-Identifier: Apache-2.0
// Rings deadlock with one virtual channel, and with a dateline never do (Dally & Seitz, Deadlock-free message
// routing, 1987): a million cycles at full load.

#include <gtest/gtest.h>

#include "support/flit_rules.hpp"
#include "weft/engine/flit/watchdog.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

struct End {
  std::uint64_t cycle, delivered;
  bool deadlock;
};

End run(weft::Machine const& machine, std::string const& routing, std::int64_t vcs, std::uint64_t cycles,
        std::uint64_t seed) {
  flit::FlitParams params;
  params.rate = 1;
  params.vcs = vcs;
  params.packet_size = {4};
  params.allow_deadlock = vcs == 1;
  auto const setup = flit_setup(machine, routing, params);
  EndlessUniform const traffic(setup.terminals(), seed);
  flit::Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, seed, 1);
  flit::Watchdog watchdog(*setup.flit_network, flit::router_options(params));
  bool deadlock = false;
  while (!deadlock && simulation.now() < cycles) {
    simulation.advance(1000);
    deadlock = watchdog.look(simulation.now(), simulation.state()).has_value();
  }
  return {simulation.now(), simulation.tally().delivered, deadlock};
}

TEST(FlitDeadlock, OccursWithOneVirtualChannelOnARingOrTorus) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    EXPECT_TRUE(
        run(machine_of(topology::Ring({.routers = 8})), "dimension_order", 1, 1000000, seed).deadlock);
    EXPECT_TRUE(
        run(machine_of(topology::Torus({.sides = {4, 4}})), "dimension_order", 1, 1000000, seed).deadlock);
  }
}

TEST(FlitDeadlock, IsPreventedByADatelineOnARing) {
  for (auto const* rings : {"balanced", "at_dateline", "past_dateline", "wrap_ahead"}) {
    auto const end = run(machine_of(topology::Ring({.routers = 8})),
                         std::string("dimension_order:rings=") + rings, 2, 1000000, 1);
    EXPECT_FALSE(end.deadlock) << rings;
    EXPECT_EQ(end.cycle, 1000000u);
    EXPECT_GT(end.delivered, 500000u) << rings;
  }
}

TEST(FlitDeadlock, IsPreventedByADatelineOnATorus) {
  auto const end = run(machine_of(topology::Torus({.sides = {4, 4}})), "dimension_order", 2, 1000000, 1);
  EXPECT_FALSE(end.deadlock);
  EXPECT_EQ(end.cycle, 1000000u);
  EXPECT_GT(end.delivered, 1000000u);
}

}  // namespace
}  // namespace weft
