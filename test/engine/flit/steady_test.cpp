// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/steady.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/flit_setup.hpp"
#include "support/list_traffic.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::flit {
namespace {

FlitParams at_rate(double rate) {
  FlitParams params;
  params.rate = rate;
  return params;
}

Outcome run(FlitSetup const& setup, Traffic const& traffic, FlitParams const& params,
            std::uint64_t seed = 1) {
  return run_steady(*setup.flit_network, *setup.routing, traffic, params, seed);
}

/// One output port of one router is a server with a service time of one cycle: packets from N Bernoulli
/// sources of rate p / N wait (1 - 1/N) p / (2 (1 - p)) cycles on average (Karol, Hluchyj & Morgan, Input
/// versus output queueing on a space-division packet switch, 1987, eq. 1), in addition to 6 cycles of
/// zero-load latency.
TEST(Steady, MatchesQueueingTheory) {
  for (double const p : {0.3, 0.6, 0.8}) {
    auto params = at_rate(p / 8);
    params.precision = 0.004;
    params.max_cycles = 2000000;
    auto const setup =
        flit_setup(topology::Ring({.routers = 1, .concentration = 8}), "dimension_order", params);
    auto const outcome = run(setup, EndlessHotSpot(8, 3), params);
    EXPECT_EQ(outcome.ending, Ending::measured);
    auto const expected = 6 + 7.0 / 8 * p / (2 * (1 - p));
    EXPECT_NEAR(outcome.tally.latency.mean(), expected, 2 * outcome.half_width + 0.01) << p;
    EXPECT_LE(outcome.half_width, 0.006 * expected);
  }
}

/// Heads that are granted the switch without a virtual channel waste a slot: the gain is between zero and the
/// bound without waste.
TEST(Steady, SpeculationReducesLatencyLessThanIdealSpeculation) {
  std::vector<double> latency;
  for (auto const speculative : {Speculation::off, Speculation::on, Speculation::ideal}) {
    auto params = at_rate(0.4);
    params.cycles = 5000;
    params.warm_up = 2000;
    params.speculative = speculative;
    auto const setup = flit_setup(topology::Mesh({{8, 8}}), "dimension_order", params);
    latency.push_back(run(setup, EndlessUniform(64, 3), params).tally.latency.mean());
  }
  EXPECT_GT(latency[0], latency[1] + 1);
  EXPECT_GT(latency[1], latency[2] + 1);
}

TEST(Steady, ConfidenceIntervalsHaveTheNominalCoverage) {
  auto params = at_rate(0.5 / 4);
  auto const setup =
      flit_setup(topology::Ring({.routers = 1, .concentration = 4}), "dimension_order", params);
  auto const expected = 6 + 3.0 / 4 * 0.5;
  int inside = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    auto const outcome = run(setup, EndlessHotSpot(4, 0), params, seed);
    inside += std::abs(outcome.tally.latency.mean() - expected) <= outcome.half_width;
  }
  EXPECT_GE(inside, 51);  // of 60, at 95 % confidence
}

TEST(Steady, AcceptsTheOfferedRate) {
  auto const params = at_rate(0.3);
  auto const setup = flit_setup(topology::Torus({.sides = {4, 4}}), "dimension_order", params);
  auto const outcome = run(setup, EndlessUniform(16, 1), params);
  EXPECT_EQ(outcome.ending, Ending::measured);
  EXPECT_GT(outcome.warm_up, 0u);
  EXPECT_NEAR(outcome.offered, 0.3, 0.01);
  EXPECT_NEAR(outcome.accepted, outcome.offered, 0.005);
  EXPECT_LE(outcome.half_width, 0.03 * outcome.tally.latency.mean());
  EXPECT_EQ(outcome.tally.latency.count, outcome.tally.measured_started);
  ASSERT_EQ(outcome.vc_occupancy.size(), 4u);
  for (auto const& [mean, half_width] : outcome.vc_occupancy) EXPECT_LT(half_width, 0.2 * mean);
}

TEST(Steady, StopsOnceTheLatencyIsClearlyAboveOrBelowTheLimit) {
  auto params = at_rate(0.3);
  params.precision = 0.002;
  auto const setup = flit_setup(topology::Torus({.sides = {4, 4}}), "dimension_order", params);
  EndlessUniform const traffic(16, 1);
  auto const precise = run(setup, traffic, params);
  auto const latency = precise.tally.latency.mean();
  auto const within = [&](double limit) {
    return run_steady(*setup.flit_network, *setup.routing, traffic, params, 1, no_progress(), limit);
  };
  for (double const limit : {0.6 * latency, 3 * latency}) {
    auto const outcome = within(limit);
    EXPECT_EQ(outcome.ending, Ending::measured) << limit;
    EXPECT_LT(outcome.cycles, precise.cycles / 2) << limit;
    EXPECT_EQ(outcome.tally.latency.mean() > limit, latency > limit) << limit;
  }
  EXPECT_EQ(within(0.3 * latency).ending, Ending::saturated);
}

TEST(Steady, RunsForExactlyTheSpecifiedCycles) {
  auto params = at_rate(0.2);
  params.warm_up = 700;
  params.cycles = 1234;
  auto const setup = flit_setup(topology::Torus({.sides = {4, 4}}), "dimension_order", params);
  auto const outcome = run(setup, EndlessUniform(16, 1), params);
  EXPECT_EQ(outcome.warm_up, 700u);
  EXPECT_EQ(outcome.measured, 1234u);
  EXPECT_EQ(outcome.ending, Ending::measured);
  std::uint64_t flits = 0;
  for (auto const it : outcome.accepted_by_terminal) flits += it;
  EXPECT_DOUBLE_EQ(outcome.accepted, static_cast<double>(flits) / 1234 / 16);
}

TEST(Steady, ReportsTheThroughputOfASaturatedNetwork) {
  auto const params = at_rate(0.5);
  auto const setup =
      flit_setup(topology::Ring({.routers = 1, .concentration = 4}), "dimension_order", params);
  auto const outcome = run(setup, EndlessHotSpot(4, 0), params);
  EXPECT_EQ(outcome.ending, Ending::saturated);
  EXPECT_NEAR(outcome.accepted, 0.25, 0.002);  // one flit per cycle for four terminals
  EXPECT_NEAR(outcome.offered, 0.5, 0.02);
  EXPECT_GT(outcome.left, 1000u);
}

/// At the end of the window, half of the packets created in it still wait; the run ends without them.
TEST(Steady, DoesNotDrainASaturatedNetwork) {
  auto params = at_rate(0.5);
  params.warm_up = 500;
  params.cycles = 2000;
  params.watchdog = 100000;
  auto const setup =
      flit_setup(topology::Ring({.routers = 1, .concentration = 4}), "dimension_order", params);
  auto const outcome = run(setup, EndlessHotSpot(4, 0), params);
  EXPECT_EQ(outcome.ending, Ending::saturated);
  EXPECT_EQ(outcome.measured, 2000u);
  EXPECT_LE(outcome.cycles, 2700u);
  EXPECT_NEAR(outcome.accepted, 0.25, 0.002);
  EXPECT_NEAR(outcome.offered, 0.5, 0.02);
}

TEST(Steady, DistinguishesDeadlockFromSaturation) {
  auto params = at_rate(1);
  params.vcs = 1;
  params.packet_size = {4};
  params.allow_deadlock = true;
  params.warm_up = 20;
  params.cycles = 200;  // before the first check of the watchdog
  auto const setup = flit_setup(topology::Ring({.routers = 8}), "dimension_order", params);
  EXPECT_EQ(run(setup, EndlessUniform(8, 1), params).ending, Ending::deadlock);
}

TEST(Steady, StopsAtTheCycleLimit) {
  auto params = at_rate(0.001);
  params.packet_size = {100};
  params.max_cycles = 5000;
  auto const setup = flit_setup(topology::Torus({.sides = {4, 4}}), "dimension_order", params);
  auto const outcome = run(setup, EndlessUniform(16, 1), params);
  EXPECT_EQ(outcome.ending, Ending::cut_off);
  EXPECT_LE(outcome.cycles, 5000u);
  EXPECT_EQ(outcome.tally.latency.count, 0u);
}

TEST(Steady, MeasuresEnoughPacketsAtALowRate) {
  auto params = at_rate(0.001);
  params.packet_size = {100};
  auto const setup = flit_setup(topology::Torus({.sides = {4, 4}}), "dimension_order", params);
  auto const outcome = run(setup, EndlessUniform(16, 1), params);
  EXPECT_GE(outcome.tally.latency.count, 20u);
}

TEST(Steady, StopsAtADeadlock) {
  auto params = at_rate(1);
  params.vcs = 1;
  params.packet_size = {4};
  params.allow_deadlock = true;
  auto const setup = flit_setup(topology::Ring({.routers = 8}), "dimension_order", params);
  auto const outcome = run(setup, EndlessUniform(8, 1), params);
  EXPECT_EQ(outcome.ending, Ending::deadlock);
  ASSERT_TRUE(outcome.deadlock);
  EXPECT_EQ(outcome.deadlock->cycle, outcome.cycles);
}

FlitParams steady_batch() {
  FlitParams params;
  params.injection = Injection::batch;
  return params;
}

TEST(Steady, ABatchDeliversEveryMessageOnce) {
  auto const params = steady_batch();
  auto const setup = flit_setup(topology::Mesh({.sides = {3}}), "dimension_order", params);
  ListTraffic const traffic({{2, 2, 1}, {}, {2, 0}});
  auto const outcome = run_batch(*setup.flit_network, *setup.routing, traffic, params, 1);
  EXPECT_EQ(outcome.ending, Ending::measured);
  EXPECT_EQ(outcome.tally.delivered, 5u);
  EXPECT_EQ(outcome.accepted_by_terminal, (std::vector<std::uint64_t>{1, 1, 3}));
  EXPECT_EQ(outcome.left, 0u);
  EXPECT_EQ(outcome.tally.hops, 2u + 2 + 1 + 2 + 0);
  EXPECT_EQ(outcome.tally.latencies.min(), 4u + 2);  // the latency of a packet to its own terminal
}

/// All messages start in cycle 0, so the last one arrives after the maximum latency: 3 terminals accept the 5
/// flits in this time, not in whole blocks of 100 cycles.
TEST(Steady, ABatchEndsWithItsLastPacket) {
  auto const params = steady_batch();
  auto const setup = flit_setup(topology::Mesh({.sides = {3}}), "dimension_order", params);
  ListTraffic const traffic({{2, 2, 1}, {}, {2, 0}});
  auto const outcome = run_batch(*setup.flit_network, *setup.routing, traffic, params, 1);
  EXPECT_EQ(outcome.cycles, outcome.tally.latencies.max());
  EXPECT_EQ(outcome.measured, outcome.cycles);
  EXPECT_DOUBLE_EQ(outcome.accepted, 5 / (3.0 * static_cast<double>(outcome.cycles)));
  EXPECT_LT(outcome.cycles, 100u);
}

/// Listener that records the reported progress after every thousand cycles.
class Listener final : public Progress {
 public:
  void start(std::string_view, std::uint64_t total, std::string_view) override { total_ = total; }
  void set_total(std::uint64_t total) override { said.emplace_back(done_, total_ = total); }
  void finish() override {}
  std::vector<std::pair<std::uint64_t, std::uint64_t>> said;  // cycles done, cycles in total

 private:
  void count(std::uint64_t steps) override { done_ += steps; }
  std::uint64_t done_ = 0, total_ = 0;
};

/// For most seeds a run estimates its remaining cycles within 30 % once a tenth is done: the estimate follows
/// from a confidence interval, which varies randomly.
TEST(Steady, EstimatesTheRemainingCycles) {
  auto params = at_rate(0.3);
  params.precision = 0.01;
  auto const setup = flit_setup(topology::Torus({.sides = {6, 6}}), "dimension_order", params);
  int told = 0, right = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Listener listener;
    auto const outcome =
        run_steady(*setup.flit_network, *setup.routing, EndlessUniform(36, seed), params, seed, listener);
    for (auto const& [done, total] : listener.said) {
      if (10 * done < outcome.cycles) continue;
      ++told;
      auto const left = static_cast<double>(outcome.cycles - done);
      right += std::abs(static_cast<double>(total) - static_cast<double>(outcome.cycles)) <= 0.3 * left + 200;
    }
  }
  EXPECT_GT(told, 50);
  EXPECT_GE(10 * right, 8 * told);
}

TEST(Steady, AnEmptyBatchEndsImmediately) {
  auto const params = steady_batch();
  auto const setup = flit_setup(topology::Mesh({.sides = {3}}), "dimension_order", params);
  auto const outcome = run_batch(*setup.flit_network, *setup.routing, ListTraffic({{}, {}, {}}), params, 1);
  EXPECT_EQ(outcome.ending, Ending::measured);
  EXPECT_EQ(outcome.tally.delivered, 0u);
}

TEST(Steady, ABatchStopsAtTheCycleLimit) {
  auto params = steady_batch();
  params.max_cycles = 1000;
  auto const setup = flit_setup(topology::Mesh({.sides = {2}}), "dimension_order", params);
  ListTraffic const traffic({std::vector<std::uint32_t>(3000, 1), {}});
  auto const outcome = run_batch(*setup.flit_network, *setup.routing, traffic, params, 1);
  EXPECT_EQ(outcome.ending, Ending::cut_off);
  EXPECT_EQ(outcome.tally.delivered + outcome.left, 3000u);
}

}  // namespace
}  // namespace weft::flit
