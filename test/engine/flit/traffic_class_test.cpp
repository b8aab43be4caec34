// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/traffic_class.hpp"

#include <gtest/gtest.h>

#include "support/flit_rules.hpp"
#include "support/list_traffic.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::flit {
namespace {

/// Returns a traffic class that specifies only a rate and a priority.
TrafficClass class_at(double rate, std::uint32_t priority = 0) {
  return {.rate = rate, .priority = priority};
}

struct ClassRun {
  ClassRun(Traffic const& traffic, FlitParams const& params)
      : setup(flit_setup(topology::Torus({.sides = {4, 4}}), "dimension_order", params)),
        simulation(*setup.flit_network, *setup.routing, traffic, params, 1, 1) {}
  /// Returns the tallies of the classes over `cycles` cycles, after a warm-up of the same length.
  std::vector<ClassTally> measure(std::uint64_t cycles) {
    simulation.advance(cycles);
    simulation.measure({simulation.now(), ~std::uint64_t{0}, cycles});
    simulation.advance(cycles);
    return simulation.tally().classes;
  }
  FlitSetup setup;
  Simulation simulation;
};

TEST(TrafficClass, SingleClassMatchesARunWithoutClasses) {
  EndlessUniform const traffic(16, 3);
  FlitParams params;
  params.rate = 0.3;
  params.packet_size = {1, 3};
  ClassRun none(traffic, params);
  params.classes = {class_at(0)};
  ClassRun one(traffic, params);
  one.simulation.measure(everything());
  none.simulation.measure(everything());
  one.simulation.advance(2000);
  none.simulation.advance(2000);
  EXPECT_EQ(one.simulation.tally().latency.sum, none.simulation.tally().latency.sum);
  EXPECT_EQ(one.simulation.sent(), none.simulation.sent());
}

TEST(TrafficClass, HasItsOwnRateAndPacketSize) {
  EndlessUniform const traffic(16, 3);
  FlitParams params;
  params.rate = 0.2;
  params.classes = {class_at(0), class_at(0.1)};
  params.classes[1].packet_size = {5};
  ClassRun run(traffic, params);
  auto const classes = run.measure(20'000);
  // The count of n independent packets deviates by 5 sqrt(n) with probability 10^-6.
  EXPECT_NEAR(static_cast<double>(classes[0].accepted), 64'000, 5 * 253);
  EXPECT_NEAR(static_cast<double>(classes[1].accepted), 32'000, 5 * 5 * 80);
  EXPECT_EQ(classes[0].accepted + classes[1].accepted, run.simulation.tally().accepted);
  EXPECT_EQ(classes[0].latency.count + classes[1].latency.count, run.simulation.tally().latency.count);
  EXPECT_GT(classes[1].latency.mean(), classes[0].latency.mean() + 3.5);  // four flits more
}

TEST(TrafficClass, UsesOnlyItsVirtualChannels) {
  EndlessUniform const traffic(16, 3);
  FlitParams params;
  params.vcs = 6;
  params.rate = 0.4;
  params.classes = {class_at(0), class_at(0)};
  params.classes[0].last_vc = 3;
  params.classes[1].first_vc = 4;
  params.classes[1].last_vc = 5;
  EXPECT_EQ(router_options(params).message_classes, 3u);
  ClassRun run(traffic, params);
  for (int cycle = 0; cycle < 500; ++cycle) {
    run.simulation.advance(1);
    expect_orderly(run.simulation);
    auto const& state = run.simulation.state();
    for (std::size_t i = 0; i < state.input.size(); ++i)
      if (state.input[i].count > 0) {
        auto const flit = state.buffer[i * state.depth + state.input[i].head];
        ASSERT_EQ(state.packets[flit & packet_mask].traffic_class, state.vc_of(i) < 4 ? 0 : 1);
      }
  }
}

TEST(TrafficClass, LowerPrioritiesDoNotDelayHigherOnesOnSeparateVirtualChannels) {
  EndlessUniform const traffic(16, 3);
  FlitParams params;
  params.rate = 0.2;
  params.classes = {class_at(0.2)};
  params.classes.push_back(class_at(1e-9));
  auto const alone = ClassRun(traffic, params).measure(3000)[0].latency.mean();
  auto const beside = [&](std::uint32_t priority, std::uint32_t first_vc) {
    params.classes = {class_at(0.2, priority), class_at(0.9)};
    params.classes[0].first_vc = first_vc;
    params.classes[0].last_vc = 3;
    params.classes[1].last_vc = first_vc == 0 ? 3 : 1;
    return ClassRun(traffic, params).measure(3000)[0];
  };
  auto const equal = beside(0, 2), higher = beside(5, 2), sharing = beside(5, 0);
  EXPECT_GT(equal.latency.mean(), alone + 2);
  // With separate virtual channels, the class does not queue behind the other, but the allocators match only
  // once per cycle.
  EXPECT_LT(higher.latency.mean(), alone + 1);
  EXPECT_GT(sharing.latency.mean(),
            higher.latency.mean() + 1);  // it queues behind the other class in buffers
}

TEST(TrafficClass, EqualPrioritiesAlternateAtTheSource) {
  ListTraffic const traffic({{1}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}});
  FlitParams params;
  params.rate = 1;
  params.classes = {class_at(0), class_at(0), class_at(0)};
  auto const equal = ClassRun(traffic, params).measure(3000);
  for (auto const& it : equal) EXPECT_EQ(it.accepted, 1000u);
  params.classes[1].priority = 1;
  auto const first = ClassRun(traffic, params).measure(3000);
  EXPECT_EQ(first[1].accepted, 3000u);
  EXPECT_EQ(first[0].accepted + first[2].accepted, 0u);
}

TEST(TrafficClass, CreatesPacketsOnlyBetweenFromAndUntil) {
  EndlessUniform const traffic(16, 3);
  FlitParams params;
  params.rate = 0.5;
  params.classes = {class_at(0), class_at(0)};
  params.classes[1].from = 300;
  params.classes[1].until = 400;
  ClassRun run(traffic, params);
  run.simulation.measure(everything());
  run.simulation.advance(300);
  EXPECT_EQ(run.simulation.tally().classes[1].measured_flits, 0u);
  run.simulation.advance(2000);
  auto const all = run.simulation.tally().classes;
  EXPECT_NEAR(static_cast<double>(all[1].measured_flits), 800, 5 * 20);  // half of 1,600 trials
  EXPECT_EQ(all[1].latency.count, all[1].measured_flits);
  for (auto injection : {Injection::on_off, Injection::request_reply}) {
    params.injection = injection;
    params.rate = 0.1;
    ClassRun other(traffic, params);
    other.simulation.measure(everything());
    other.simulation.advance(3000);
    EXPECT_GT(other.simulation.tally().classes[1].latency.count, 10u);
    EXPECT_LT(other.simulation.tally().classes[1].latency.count, 800u);
  }
}

TEST(TrafficClass, DeliversTheBatchesOfAllClasses) {
  ListTraffic const traffic({{1, 2}, {2}, {3, 3, 3}, {0}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}});
  FlitParams params;
  params.injection = Injection::batch;
  params.classes = {class_at(0), class_at(0, 1)};
  params.classes[1].from = 100;
  ClassRun run(traffic, params);
  run.simulation.measure(everything());
  run_out(run.simulation);
  expect_as_new(run.simulation);
  EXPECT_EQ(run.simulation.tally().delivered, 14u);
  EXPECT_EQ(run.simulation.tally().classes[1].latency.count, 7u);
}

TEST(TrafficClass, CountsSentFlitsPerClassAndTerminal) {
  ListTraffic const traffic({{1}, {2}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}});
  FlitParams params;
  params.rate = 1;
  params.classes = {class_at(1), class_at(1, 1)};
  ClassRun run(traffic, params);
  run.measure(500);
  auto const sent = run.simulation.sent_by_terminal();
  ASSERT_EQ(sent.size(), 32u);
  EXPECT_EQ(sent[16], 500u);
  EXPECT_EQ(sent[17], 500u);
  EXPECT_EQ(sent[0] + sent[1] + sent[2] + sent[18], 0u);
}

}  // namespace
}  // namespace weft::flit
