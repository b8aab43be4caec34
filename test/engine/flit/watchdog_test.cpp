// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/watchdog.hpp"

#include <set>

#include <gtest/gtest.h>

#include "support/flit_rules.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::flit {
namespace {

FlitParams full_load(std::int64_t vcs, Sides sizes = {1}) {
  FlitParams params;
  params.rate = 1;
  params.vcs = vcs;
  params.packet_size = std::move(sizes);
  params.allow_deadlock = true;
  return params;
}

/// A run at full load with the watchdog.
struct Guarded {
  Guarded(FlitSetup const& setup, FlitParams const& params, std::uint64_t seed)
      : traffic(setup.terminals(), seed),
        simulation(*setup.flit_network, *setup.routing, traffic, params, seed, 1),
        watchdog(*setup.flit_network, router_options(params)) {}
  /// Returns the deadlock reported within `cycles` cycles, or nullopt.
  std::optional<Deadlock> run(std::uint64_t cycles, std::uint64_t step) {
    for (std::uint64_t end = simulation.now() + cycles; simulation.now() < end;) {
      simulation.advance(step);
      if (auto const deadlock = watchdog.look(simulation.now(), simulation.state())) return deadlock;
    }
    return {};
  }
  EndlessUniform traffic;
  Simulation simulation;
  Watchdog watchdog;
};

/// Expects that every packet of the cycle occupies the buffer or virtual channel for which the previous
/// packet waits.
void expect_circle(FlitSetup const& setup, Deadlock const& deadlock) {
  auto const& circle = deadlock.circle;
  ASSERT_GE(circle.size(), 2u);
  EXPECT_GE(deadlock.blocked, circle.size());
  std::set<std::pair<std::uint32_t, std::uint32_t>> holders;
  for (std::size_t i = 0; i < circle.size(); ++i) {
    auto const& next = circle[(i + 1) % circle.size()];
    EXPECT_EQ(circle[i].next_in, next.in);
    EXPECT_EQ(circle[i].next_vc, next.vc);
    EXPECT_TRUE(holders.insert({circle[i].in, circle[i].vc}).second);
    ASSERT_LT(circle[i].in, setup.flit_network->num_in());
    ASSERT_LT(circle[i].terminal, setup.terminals());
    EXPECT_NE(circle[i].source, circle[i].terminal);
  }
}

/// Returns the front flits of the input virtual channels in a cycle of packets.
std::vector<Flit> fronts(State const& state, Deadlock const& deadlock) {
  std::vector<Flit> all;
  for (auto const& it : deadlock.circle) {
    auto const index = state.place(it.in, it.vc);
    all.push_back(
        state.input[index].count == 0 ? 0 : state.buffer[index * state.depth + state.input[index].head]);
  }
  return all;
}

TEST(Watchdog, ReportsTheDeadlockCycleOnARingWithOneVirtualChannel) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    auto const params = full_load(1, {4});
    auto const setup = flit_setup(topology::Ring({.routers = 8}), "dimension_order", params);
    Guarded run(setup, params, seed);
    auto const deadlock = run.run(100000, 100);
    ASSERT_TRUE(deadlock) << seed;
    expect_circle(setup, *deadlock);
    // The packets never move again.
    auto const before = fronts(run.simulation.state(), *deadlock);
    run.simulation.advance(5000);
    EXPECT_EQ(fronts(run.simulation.state(), *deadlock), before);
  }
}

TEST(Watchdog, ReportsTheDeadlockCycleOnATorusWithOneVirtualChannel) {
  for (auto const& sizes : {Sides{1}, Sides{5}})
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      auto const params = full_load(1, sizes);
      auto const setup = flit_setup(topology::Torus({.sides = {4, 4}}), "dimension_order", params);
      Guarded run(setup, params, seed);
      auto const deadlock = run.run(200000, 100);
      ASSERT_TRUE(deadlock) << sizes[0] << " flits, seed " << seed;
      expect_circle(setup, *deadlock);
    }
}

/// With a check in every cycle, no packet that moves later is reported as deadlocked.
TEST(Watchdog, ReportsNoDeadlockWhileEveryPacketCanMove) {
  for (bool const atomic : {false, true})
    for (auto const flow : {FlowControl::wormhole, FlowControl::cut_through}) {
      auto params = full_load(2, {1, 4});
      params.atomic_vcs = atomic;
      params.flow = flow;
      params.vc_buffer = 4;
      params.shared_buffer = atomic ? 0 : 3;
      params.allow_deadlock = false;
      auto const setup = flit_setup(topology::Torus({.sides = {4, 4}}), "dimension_order", params);
      Guarded run(setup, params, 3);
      EXPECT_FALSE(run.run(3000, 1)) << atomic;
    }
}

/// A virtual channel that is blocked by its limit on shared slots does not wait for slots freed by other
/// virtual channels of its port: it behaves as if all slots were private.
TEST(Watchdog, DetectsDeadlocksCausedByTheSharedSlotLimit) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    auto own = full_load(2, {4});
    own.classes.resize(2);
    own.classes[0].last_vc = 0;
    own.classes[0].rate = 0.4;
    own.classes[1].first_vc = own.classes[1].last_vc = 1;
    own.classes[1].rate = 0.5;
    own.vc_buffer = 4;
    auto shared = own;
    shared.vc_buffer = 1;
    shared.shared_buffer = 6;
    shared.shared_per_vc = 3;
    auto const told = [&](FlitParams const& params) {
      auto const setup = flit_setup(topology::Ring({.routers = 8}), "dimension_order", params);
      Guarded run(setup, params, seed);
      auto const deadlock = run.run(6000, 100);
      return deadlock ? std::pair(deadlock->cycle, deadlock->blocked) : std::pair(0ul, 0ul);
    };
    EXPECT_EQ(told(own), told(shared)) << seed;
    EXPECT_NE(told(own).first, 0ul) << seed;
  }
}

/// The packets of a reported deadlock never move again; without a report, some packet still moves.
TEST(Watchdog, ReportsADeadlockExactlyIfPacketsStopMoving) {
  int told = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    auto params = full_load(1, {static_cast<std::int64_t>(seed % 5 + 1)});
    params.rate = 0.6;
    params.atomic_vcs = seed % 3 == 0;
    params.vc_buffer = static_cast<std::int64_t>(seed % 4 + 5);
    params.shared_buffer = static_cast<std::int64_t>(seed % 2 * (seed % 6));
    if (seed % 7 == 0) params.flow = FlowControl::cut_through;
    auto const setup = flit_setup(topology::Ring({.routers = 6}), "dimension_order", params);
    Guarded run(setup, params, seed);
    auto const deadlock = run.run(3000, 7);
    if (deadlock) {
      ++told;
      auto const before = fronts(run.simulation.state(), *deadlock);
      run.simulation.advance(2000);
      EXPECT_EQ(fronts(run.simulation.state(), *deadlock), before) << seed;
    } else {
      auto const before = run.simulation.flit_hops();
      run.simulation.advance(200);
      EXPECT_GT(run.simulation.flit_hops(), before) << seed;
    }
  }
  EXPECT_GT(told, 5);
  EXPECT_LT(told, 40);
}

/// Duato's condition assumes buffers that hold one packet at a time: a head with an adaptive channel whose
/// buffer is full of another packet's flits can no longer use its escape channel (Duato, 1993, assumption 5).
TEST(Watchdog, DetectsAdaptivePacketsThatBlockEachOther) {
  auto params = full_load(2, {2});
  params.vc_buffer = 4;
  auto const deadlocks = [&] {
    auto const setup = flit_setup(topology::Mesh({.sides = {8, 8}}), "minimal_adaptive", params);
    EXPECT_TRUE(setup.routing->traits().needs_whole_packets);
    auto const deadlock = Guarded(setup, params, 1).run(20000, 100);
    if (deadlock) expect_circle(setup, *deadlock);
    return deadlock.has_value();
  };
  EXPECT_TRUE(deadlocks());
  params.atomic_vcs = true;
  EXPECT_FALSE(deadlocks());
  params.atomic_vcs = false;
  params.flow = FlowControl::cut_through;
  EXPECT_FALSE(deadlocks());
}

}  // namespace
}  // namespace weft::flit
