// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/slackness/slackness.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/reference.hpp"

namespace weft::slackness {
namespace {

Latency fixed(std::uint64_t steps) { return Latency::listed(std::array{steps}, std::array{1.0}); }

TEST(Slackness, MatchesTheReference) {
  auto const rows = reference_rows("parallel_slackness.csv");
  ASSERT_GT(rows.size(), 150u);
  for (auto const& row : rows) {
    SCOPED_TRACE(row.at("p") + " " + row.at("s") + " " + row.at("latency_L") + " " +
                 row.at("net_cap_per_step"));
    Processors processors{static_cast<std::uint32_t>(std::stoul(row.at("p"))),
                          static_cast<std::uint32_t>(std::stoul(row.at("s")))};
    if (auto const& cap = row.at("net_cap_per_step"); !cap.empty()) processors.limit = {std::stoull(cap), 1};
    auto const latency = std::stoull(row.at("latency_L"));
    auto const measured = simulate(processors, fixed(latency), 100000, 1);
    EXPECT_TRUE(measured.exact);
    EXPECT_NEAR(measured.mean, std::stod(row.at("utilization_sim")), 1e-9);
    EXPECT_NEAR(utilization_formula(processors, static_cast<double>(latency)),
                std::stod(row.at("utilization_formula")), 1e-9);
  }
}

RC_GTEST_PROP(SlacknessProperty, MatchesTheFormulaForFixedLatenciesWithoutALimit, ()) {
  Processors processors;
  processors.count = *rc::gen::inRange(1U, 5U);
  processors.virtual_processors = *rc::gen::inRange(1U, 20U);
  processors.every = *rc::gen::inRange<std::uint64_t>(1, 10);
  processors.turn = *rc::gen::element(Turn::strict, Turn::ready);
  auto const latency = *rc::gen::inRange<std::uint64_t>(0, 50);
  auto const measured = simulate(processors, fixed(latency), 100000, 1);
  RC_ASSERT(measured.exact);
  RC_ASSERT(std::abs(measured.mean - utilization_formula(processors, static_cast<double>(latency))) < 1e-12);
  auto const needed = needed_slackness(processors.every, static_cast<double>(latency));
  RC_ASSERT((measured.mean == 1) == (processors.virtual_processors >= needed));
}

/// Simulates the processors by countdowns, with one object per virtual processor. Returns the utilization
/// after `warm_up`.
double utilization_by_countdowns(Processors const& given, std::uint64_t latency, std::uint64_t warm_up,
                                 std::uint64_t steps) {
  struct Virtual {
    std::uint64_t answer_in = 0;
    bool waits = false;
  };
  struct Processor {
    std::vector<Virtual> own;
    std::deque<std::size_t> order;
    std::uint64_t left = 0;
  };
  std::vector<Processor> processors(given.count);
  for (auto& processor : processors) {
    processor.own.resize(given.virtual_processors);
    for (std::size_t v = 0; v < given.virtual_processors; ++v) processor.order.push_back(v);
  }
  std::deque<Virtual*> queue;
  double busy = 0;
  for (std::uint64_t t = 0; t < warm_up + steps; ++t) {
    for (auto& processor : processors)
      for (auto& it : processor.own)
        if (it.answer_in > 0) --it.answer_in;
    for (auto& processor : processors) {
      auto const is_ready = [&](std::size_t v) {
        return !processor.own[v].waits && processor.own[v].answer_in == 0;
      };
      if (processor.left == 0) {
        auto const chosen = given.turn == Turn::strict ? processor.order.begin()
                                                       : std::ranges::find_if(processor.order, is_ready);
        if (chosen == processor.order.end() || !is_ready(*chosen)) continue;
        std::rotate(processor.order.begin(), chosen, processor.order.end());
        processor.left = given.every;
      }
      if (t >= warm_up) ++busy;
      if (--processor.left > 0) continue;
      auto const v = processor.order.front();
      processor.order.pop_front();
      processor.order.push_back(v);
      processor.own[v].waits = true;
      queue.push_back(&processor.own[v]);
    }
    auto const maximum =
        (t + 1) * given.limit.requests / given.limit.steps - t * given.limit.requests / given.limit.steps;
    for (std::uint64_t i = 0; i < maximum && !queue.empty(); ++i) {
      queue.front()->waits = false;
      queue.front()->answer_in = latency + 1;
      queue.pop_front();
    }
  }
  return busy / static_cast<double>(given.count * steps);
}

RC_GTEST_PROP(SlacknessProperty, MatchesACountdownReferenceUnderALimit, ()) {
  Processors processors;
  processors.count = *rc::gen::inRange(1U, 6U);
  processors.virtual_processors = *rc::gen::inRange(1U, 6U);
  processors.every = *rc::gen::inRange<std::uint64_t>(1, 4);
  processors.turn = *rc::gen::element(Turn::strict, Turn::ready);
  processors.limit = {*rc::gen::inRange<std::uint64_t>(1, 8), *rc::gen::inRange<std::uint64_t>(1, 5)};
  auto const latency = *rc::gen::inRange<std::uint64_t>(0, 12);
  auto const measured = simulate(processors, fixed(latency), 100000, 1);
  RC_ASSERT(measured.exact);
  RC_ASSERT(std::abs(measured.mean - utilization_by_countdowns(processors, latency, 4000, 8000)) < 0.01);
  RC_ASSERT(measured.mean <= utilization_formula(processors, static_cast<double>(latency)) + 1e-12);
}

/// Computes strict order as a recurrence: turn n starts when the previous turn has ended and the reply to the
/// last request of its virtual processor has arrived.
double utilization_by_recurrence(std::uint32_t s, std::uint64_t every, Latency const& latency,
                                 std::uint64_t runs) {
  Rng random(7, Purpose::delay, 0);
  std::vector<std::uint64_t> ready(s, 0);
  std::uint64_t end = 0;
  for (std::uint64_t n = 0; n < runs; ++n) {
    end = std::max(end, ready[n % s]) + every;
    ready[n % s] = end + latency.sample(random);
  }
  return static_cast<double>(runs * every) / static_cast<double>(end);
}

TEST(Slackness, MatchesTheStrictOrderRecurrenceForRandomLatencies) {
  auto const latency = Latency::geometric(1, 9);
  for (std::uint32_t const s : {1U, 3U, 10U, 30U})
    for (std::uint64_t const every : {1U, 4U}) {
      Processors const processors{16, s, every};
      auto const measured = simulate(processors, latency, 40000, 1);
      EXPECT_FALSE(measured.exact);
      EXPECT_NEAR(measured.mean, utilization_by_recurrence(s, every, latency, 200000),
                  2 * measured.half_width + 0.005)
          << s << " " << every;
    }
}

TEST(Slackness, MatchesARenewalProcessWithOneVirtualProcessor) {
  for (auto const& latency : {Latency::geometric(0, 6),
                              Latency::listed(std::array<std::uint64_t, 2>{2, 20}, std::array{9.0, 1.0})}) {
    auto const measured = simulate({32, 1, 3}, latency, 30000, 5);
    EXPECT_NEAR(measured.mean, 3 / (3 + latency.mean()), 2 * measured.half_width + 1e-3);
  }
}

TEST(Slackness, LateRepliesBlockLaterRepliesInStrictOrderOnly) {
  auto const latency = Latency::geometric(1, 9);
  Processors strict{16, 10}, ready{16, 10, 1, Turn::ready};
  auto const waits = simulate(strict, latency, 30000, 1), passes = simulate(ready, latency, 30000, 1);
  EXPECT_EQ(utilization_formula(strict, latency.mean()), 1);
  EXPECT_LT(waits.mean + 0.2, passes.mean);
  EXPECT_LT(passes.mean, 0.99) << "the mean is no latency that every request has";
}

TEST(Slackness, IsReproducibleFromItsSeed) {
  auto const latency = Latency::geometric(1, 9);
  auto const run = [&](std::uint64_t seed) { return simulate({4, 4}, latency, 5000, seed).mean; };
  EXPECT_EQ(run(1), run(1));
  EXPECT_NE(run(1), run(2));
}

TEST(Slackness, StopsAfterMaxStepsIfNoStateRepeats) {
  Processors processors{2, 3, 1, Turn::strict, {1000003, 1000033}};
  auto const measured = simulate(processors, fixed(5), 20000, 1);
  EXPECT_FALSE(measured.exact);
  EXPECT_GE(measured.steps, 20000u);
  EXPECT_LE(measured.steps, 20000u + 20000 / 2048) << "whole blocks";
  EXPECT_NEAR(measured.mean, utilization_formula(processors, 5), 0.01);
}

}  // namespace
}  // namespace weft::slackness
