// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/clex/clex_simulation.hpp"

#include <gtest/gtest.h>

#include "support/clex_reference.hpp"
#include "support/list_traffic.hpp"
#include "weft/core/parallel.hpp"
#include "weft/engine/rounds/clex/clex_recursion.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/traffic/patterns/hot_spot.hpp"
#include "weft/traffic/patterns/permutation.hpp"

namespace weft::rounds {
namespace {

TrafficPtr permutation(topology::Clex const& clex, std::uint64_t messages) {
  return make_traffic<traffic::Permutation>({}, {clex.num_terminals(), messages, 1});
}

TEST(ClexSimulation, IsIndependentOfThreads) {
  topology::Clex const clex{{.m = 6, .levels = 4}};
  auto const traffic = permutation(clex, 9);
  std::vector<ClexMeasures> all;
  // the last two numbers make copies of level 3 and 2 tasks
  for (unsigned const threads : {1U, 2U, 7U, 50U}) {
    Threads const limit{threads};
    all.push_back(simulate_clex(clex, *traffic, {}, 3).measures);
  }
  for (auto const& measures : all) {
    EXPECT_EQ(measures.hops(), all[0].hops());
    EXPECT_EQ(measures.sum_rounds(), all[0].sum_rounds());
    EXPECT_EQ(measures.step_rounds, all[0].step_rounds);
    EXPECT_EQ(measures.phases.size(), all[0].phases.size());
    for (std::size_t i = 0; i < measures.levels.size(); ++i)
      EXPECT_EQ(measures.levels[i].max_messages, all[0].levels[i].max_messages);
  }
}

TEST(ClexSimulation, RecordedMessagesAddUpToTheMeasures) {
  topology::Clex const clex{{.m = 5, .levels = 3}};
  auto const traffic = permutation(clex, 7);
  auto const length = [](RouterId, RouterId) { return 1000U; };
  RoundTimes const times({.alpha_ns = {10}, .beta_ns_per_meter = 2}, std::vector<double>(3, 1));
  auto const outcome = simulate_clex_delays(clex, *traffic, {}, 1, {2, times, length});
  auto const plain = simulate_clex(clex, *traffic, {}, 1).measures;
  EXPECT_EQ(plain.hops(), outcome.measures.hops());
  auto const& delays = *outcome.delays;
  auto const messages = static_cast<double>(traffic->num_messages());
  EXPECT_EQ(delays.hops().count(), traffic->num_messages());
  EXPECT_NEAR(delays.hops().mean() * messages, static_cast<double>(plain.hops()), 1e-6);
  EXPECT_NEAR(delays.rounds().mean() * messages, static_cast<double>(plain.sum_rounds()), 1e-6);
  // Every hop crosses 1 m of cable, with a delay of alpha + beta.
  EXPECT_NEAR(delays.mean_delay_ns(), 12 * delays.hops().mean(), 1e-9);
  EXPECT_NEAR(delays.max_delay_ns(), 12.0 * static_cast<double>(delays.hops().max()), 1e-9);
  // Every round takes the time of a hop. A relayed message has one hop more than the 4 visits of a clique and
  // the 3 exchanges, and two uncounted rounds for its request and grant.
  double const relayed = delays.hops().mean() - 7;
  EXPECT_NEAR(delays.mean_time_ns(), 12 * (delays.rounds().mean() + 2 * relayed), 1e-9);
}

/// A message from node 0 to itself crosses only loops of level 1: one round and one hop in each of the 4
/// visits at 3 levels, the 2 exchanges over level 2 and the exchange over level 3.
TEST(ClexSimulation, ChargesEachLevelItsOwnRoundTime) {
  topology::Clex const clex{{.m = 4, .levels = 3}};
  ListTraffic const traffic = [] {
    std::vector<std::vector<std::uint32_t>> list(64);
    list[0] = {0};
    return ListTraffic(list);
  }();
  DelayModel const model{.alpha_ns = {7, 3}, .beta_ns_per_meter = 2};
  RoundTimes const times(model, std::vector<double>{1, 10, 100});
  auto const delays = *simulate_clex_delays(clex, traffic, {}, 1, {2, times, {}}).delays;
  EXPECT_EQ(delays.mean_delay_ns(), 4 * 7 + 2 * 3 + 3);
  EXPECT_EQ(delays.mean_time_ns(), 4 * (7 + 2 * 1) + 2 * (3 + 2 * 10) + (3 + 2 * 100));
}

/// Section II-D on a clique of two, x messages 0 -> 1, one copy each. The sender assigns its copies
/// alternately to the relays 0 and 1, and each relay forwards one per phase. x = 2: both relays receive a
/// copy, and both copies arrive in phase 1 after 2 rounds. x = 3: one relay receives two copies, so that the
/// phase has 2 rounds of copies and one of forwarding; the third message needs phase 2, rounds 4 and 5.
TEST(ClexSimulation, UsesRelaysFromPhaseOneIfDirectIsFalse) {
  topology::Clex const clex{{.m = 2, .levels = 1}};
  struct Expected {
    std::uint32_t messages;
    std::uint64_t rounds, sum_rounds, hops_light, hops_dense, phases;
  };
  for (auto const& expected : {Expected{2, 2, 4, 4, 4, 1}, Expected{3, 5, 11, 7, 6, 2}})
    for (auto const mode : {Mode::light, Mode::dense}) {
      ListTraffic const traffic{{std::vector<std::uint32_t>(expected.messages, 1), {}}};
      ClexOptions options;
      options.mode = mode;
      options.direct = false;
      auto const measures = simulate_clex(clex, traffic, options, 1).measures;
      bool const light = mode == Mode::light;
      EXPECT_EQ(measures.levels[0].max_rounds, expected.rounds + (light ? 0 : 2));
      EXPECT_EQ(measures.levels[0].sum_rounds, expected.sum_rounds);
      EXPECT_EQ(measures.levels[0].hops, light ? expected.hops_light : expected.hops_dense);
      EXPECT_EQ(measures.phases.size(), expected.phases);
      EXPECT_EQ(measures.phases[0].ended, expected.phases == 1 ? 1 : 0);
    }
}

TEST(ClexSimulation, MeanCableLengthOfALevelMatchesItsChannels) {
  topology::Clex const clex{{.m = 5, .levels = 3}};
  auto const layout = make_layout(clex, {});
  auto const cables = clex_cables(clex, layout, {.alpha_ns = {0}, .beta_ns_per_meter = 1});
  std::vector<double> meters(3), channels(3);
  for (std::uint32_t r = 0; r < 125; ++r)
    for (std::uint16_t p = 0; p < clex.degree({r}); ++p) {
      auto const to = clex.neighbor({r}, {p}).router;
      if (to.v == r) continue;
      meters[clex.class_of({r}, {p}).v] += layout.length({r}, to);
      ++channels[clex.class_of({r}, {p}).v];
    }
  for (std::size_t level = 0; level < 3; ++level)
    EXPECT_EQ(cables.times.round_ps(level),
              static_cast<std::uint64_t>(std::llround(1000 * meters[level] / channels[level])));
}

TEST(ClexSimulation, RejectsMoreHopDelaysThanLevels) {
  topology::Clex const clex{{.m = 4, .levels = 2}};
  EXPECT_THROW(clex_cables(clex, make_layout(clex, {}), {.alpha_ns = {1, 2, 3}}), InputError);
}

TEST(ClexSimulation, LightModeCountsAllCopiesButRecordsOnePath) {
  topology::Clex const clex{{.m = 8, .levels = 2}};
  auto const traffic = permutation(clex, 4);
  ClexOptions light;
  light.mode = Mode::light;
  auto const outcome =
      simulate_clex_delays(clex, *traffic, light, 1, {5, RoundTimes({}, std::vector<double>(2)), {}});
  EXPECT_LT(outcome.delays->hops().mean() * static_cast<double>(traffic->num_messages()),
            static_cast<double>(outcome.measures.hops()));
  EXPECT_LE(outcome.delays->hops().max(),
            5U);  // at most two hops in each of two cliques and one between them
}

TEST(ClexSimulation, FallsBackToWideOffsetsIfACliqueOverflows) {
  // Each of the 16 cliques sends 96 messages, but all messages have the same destination: the messages to its
  // copy concentrate at a few gates and exceed 8-bit offsets, although the mean would fit.
  topology::Clex const clex{{.m = 4, .levels = 3}};
  auto const traffic = make_traffic<traffic::HotSpot>({.fraction = 1.0}, {clex.num_terminals(), 24, 1});
  auto const fast = simulate_clex(clex, *traffic, {}, 1).measures;
  ClexReference<PlainMessage<std::uint32_t>> reference(ClexMachine{clex}, {}, 1, *traffic);
  auto const naive = reference.run();
  EXPECT_EQ(fast.hops(), naive.hops());
  EXPECT_EQ(fast.step_rounds, naive.step_rounds);
}

TEST(ClexSimulation, ValiantsTrickAddsTheHopsOfOneCallOnItsLevel) {
  topology::Clex const clex{{.m = 4, .levels = 4}};
  auto const traffic = permutation(clex, 5);
  for (std::uint32_t level = 1; level <= 4; ++level) {
    ClexOptions options;
    options.redistribute = level;
    auto const measures = simulate_clex(clex, *traffic, options, 1).measures;
    for (std::uint32_t i = 2; i <= 4; ++i) {
      double const expected = std::exp2(4 - i) + (i <= level ? std::exp2(level - i) : 0);
      EXPECT_EQ(measures.avg_hops(i), expected) << "redistribute " << level << ", level " << i;
    }
  }
}

TEST(ClexSimulation, DeliversAllMessagesOverSingleLinks) {
  topology::Clex const clex{{.m = 6, .levels = 3, .links = topology::Links::single}};
  auto const traffic = permutation(clex, 8);
  auto const measures =
      simulate_clex(clex, *traffic, {}, 1).measures;  // throws if a message ends at a wrong node
  EXPECT_EQ(measures.messages, traffic->num_messages());
  EXPECT_EQ(measures.avg_hops(3), 1);
}

TEST(ClexSimulation, RejectsInvalidLevelsOfValiantsTrick) {
  topology::Clex const clex{{.m = 4, .levels = 2}};
  ClexOptions options;
  options.redistribute = 3;
  EXPECT_THROW(simulate_clex(clex, *permutation(clex, 1), options, 1), InputError);
}

}  // namespace
}  // namespace weft::rounds
