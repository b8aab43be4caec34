// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/deflection/deflection_core.hpp"

#include <gtest/gtest.h>

#include "support/flit_setup.hpp"
#include "support/list_traffic.hpp"
#include "weft/core/error.hpp"
#include "weft/engine/flit/simulation.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/hypercube.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/sparse_torus.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::flit {
namespace {

FlitParams deflected_batch(Sides packet_size = {1}) {
  FlitParams params;
  params.injection = Injection::batch;
  params.packet_size = std::move(packet_size);
  return params;
}

/// Runs a batch to its end, measured from cycle 0.
Tally deliver_all(FlitSetup const& setup, Traffic const& traffic, FlitParams const& params,
                  std::uint32_t partitions = 1, std::uint64_t* deflections = nullptr) {
  Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 11, partitions);
  simulation.measure({0, ~std::uint64_t{0}, ~std::uint64_t{0}});
  while (simulation.done() < traffic.num_messages() && simulation.now() < 100000) simulation.advance(50);
  EXPECT_EQ(simulation.in_flight(), 0u);
  if (deflections != nullptr) *deflections = simulation.deflections();
  auto const tally = simulation.tally();
  EXPECT_GE(simulation.flit_hops(), tally.hops);
  return tally;
}

/// The latency is the sum of the injection and ejection channels, one cycle per flit, the routing delay and
/// switch of each router, and the channels between routers: as with buffers (zero_load_test.cpp), but without
/// VC allocation. All flits of a single packet follow one path.
TEST(DeflectionCore, DeliversASinglePacketAlongAShortestPath) {
  for (std::int64_t const routing_delay : {0, 3})
    for (std::int64_t const switch_delay : {1, 2})
      for (std::int64_t const flits : {1, 5}) {
        auto params = deflected_batch({flits});
        params.routing_delay = routing_delay;
        params.switch_delay = switch_delay;
        auto const setup = flit_setup(topology::Mesh({{5}}), "deflection", params);
        auto const tally = deliver_all(setup, ListTraffic({{4}, {}, {}, {}, {}}), params);
        auto const router = routing_delay + switch_delay + 1;  // with switch allocation
        auto const expected = 1 + 1 + flits + 5 * router + 4;
        EXPECT_EQ(tally.latency.sum, static_cast<std::uint64_t>(expected));
        EXPECT_EQ(tally.hops, 4u);
      }
}

TEST(DeflectionCore, DeliversEveryFlitOnce) {
  auto const check = [](auto const& topology) {
    for (auto const* rule : {"", ":priority=random", ":priority=closest", ":priority=golden",
                             ":priority=restricted,matching=maximum", ":entry=good_port"}) {
      auto params = deflected_batch({1, 4});
      params.size_weights = {1, 1};
      auto const setup = flit_setup(topology, "deflection" + std::string(rule), params);
      SCOPED_TRACE(setup.machine.topology() + rule);
      std::vector<std::vector<std::uint32_t>> list(setup.terminals());
      Rng rng(3, Purpose::test, 0);
      for (auto& of_terminal : list)
        for (int k = 0; k < 20; ++k)
          of_terminal.push_back(static_cast<std::uint32_t>(rng.below(setup.terminals())));
      ListTraffic const traffic(std::move(list));
      std::uint64_t deflections = 0;
      auto const tally = deliver_all(setup, traffic, params, 1, &deflections);
      EXPECT_EQ(tally.delivered, traffic.num_messages());
      EXPECT_EQ(tally.accepted, tally.measured_flits);
      EXPECT_EQ(tally.head.count, traffic.num_messages());
      EXPECT_GT(deflections, 0u);
    }
  };
  check(topology::Torus({{4, 4}}));
  check(topology::Mesh({{3, 4}}));
  check(topology::Hypercube({.dimensions = 4}));
  check(topology::SparseTorus({.dimensions = 2, .side = 5}));
  check(topology::Dragonfly({.p = 2, .a = 4, .h = 2}));
  check(topology::Clex({.m = 4, .levels = 2}));
}

/// Two flits reach terminal 1 of a line of 3 in the same cycle: one is ejected, the other is deflected and
/// returns after two hops.
TEST(DeflectionCore, EjectsAtMostOneFlitPerCycleToATerminal) {
  auto const params = deflected_batch();
  auto const setup = flit_setup(topology::Mesh({{3}}), "deflection", params);
  std::uint64_t deflections = 0;
  auto const tally = deliver_all(setup, ListTraffic({{1}, {}, {1}}), params, 1, &deflections);
  EXPECT_EQ(deflections, 1u);
  EXPECT_EQ(tally.hops, 1u + 3u);
  // A hop takes two cycles in a router and one on the channel.
  EXPECT_EQ(tally.latencies.max() - tally.latencies.percentile(0.0), 2 * 3u);
}

TEST(DeflectionCore, IsBitIdenticalForAnyNumberOfPartitions) {
  FlitParams params;
  params.rate = 0.3;
  params.packet_size = {3};
  auto const setup = flit_setup(topology::Torus({{6, 6}}), "deflection:priority=random", params);
  EndlessUniform const traffic(setup.terminals(), 7);
  auto const trace = [&](std::uint32_t partitions) {
    Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 11, partitions);
    simulation.advance(100);
    simulation.measure({100, 600, 50});
    simulation.advance(700);
    auto const tally = simulation.tally();
    return std::vector{tally.latency.sum,     tally.latency.count,      tally.hops,
                       tally.head.sum,        simulation.deflections(), simulation.flit_hops(),
                       simulation.in_flight()};
  };
  auto const alone = trace(1);
  EXPECT_GT(alone[4], 0u);
  for (std::uint32_t const partitions : {2u, 5u}) EXPECT_EQ(trace(partitions), alone);
}

TEST(DeflectionCore, RejectsUnsupportedOptions) {
  auto const rejects = [](auto change) {
    auto params = deflected_batch();
    change(params);
    auto const setup = flit_setup(topology::Torus({{4, 4}}), "deflection", params);
    EndlessUniform const traffic(setup.terminals(), 7);
    EXPECT_THROW(Simulation(*setup.flit_network, *setup.routing, traffic, params, 1), InputError);
  };
  rejects([](FlitParams& it) { it.speedup = 2; });
  rejects([](FlitParams& it) { it.shared_buffer = 4; });
  rejects([](FlitParams& it) { it.atomic_vcs = true; });
  rejects([](FlitParams& it) { it.allocator = AllocatorKind::wavefront; });
  rejects([](FlitParams& it) { it.vc_allocation_delay = 2; });
  rejects([](FlitParams& it) { it.ecn_threshold = 2; });
}

}  // namespace
}  // namespace weft::flit
