// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/arrival_law.hpp"

#include <gtest/gtest.h>

#include "support/goodness_of_fit.hpp"

namespace weft::flit {
namespace {

FlitParams bernoulli(double rate, Sides sizes = {1}) {
  FlitParams params;
  params.rate = rate;
  params.packet_size = std::move(sizes);
  return params;
}

FlitParams bursts(double rate, double burst, double burst_rate) {
  auto params = bernoulli(rate);
  params.injection = Injection::on_off;
  params.burst = burst;
  params.burst_rate = burst_rate;
  return params;
}

/// Returns the cycles before `end` in which terminal `terminal` creates packets.
std::vector<std::uint64_t> arrivals(FlitParams const& params, std::uint64_t end, std::uint64_t terminal = 0) {
  ArrivalLaw const law(params);
  Rng rng(3, Purpose::test, terminal);
  ArrivalLaw::Memory memory;
  std::vector<std::uint64_t> all;
  for (law.start(memory, rng); memory.next < end; law.advance(memory, rng)) all.push_back(memory.next);
  return all;
}

double share(std::vector<std::uint64_t> const& all, std::uint64_t cycles) {
  return static_cast<double>(all.size()) / static_cast<double>(cycles);
}

TEST(ArrivalLaw, BernoulliTrialsAreIndependent) {
  for (double const p : {0.05, 0.4, 0.9}) {
    auto const all = arrivals(bernoulli(p), 200000);
    EXPECT_NEAR(share(all, 200000), p, 4 * std::sqrt(p * (1 - p) / 200000));
    constexpr std::size_t cells = 8;  // distances 1, 2, .., and one cell for the longer ones
    std::vector<std::uint64_t> counts(cells);
    std::vector<double> expected(cells);
    auto const gaps = static_cast<double>(all.size() - 1);
    for (std::size_t i = 1; i < all.size(); ++i)
      ++counts[std::min<std::uint64_t>(all[i] - all[i - 1], cells) - 1];
    for (std::size_t k = 0; k + 1 < cells; ++k)
      expected[k] = gaps * p * std::pow(1 - p, static_cast<double>(k));
    expected[cells - 1] = gaps * std::pow(1 - p, cells - 1.0);
    while (expected.back() < 10) {
      expected[expected.size() - 2] += expected.back();
      counts[counts.size() - 2] += counts.back();
      expected.pop_back();
      counts.pop_back();
    }
    EXPECT_GT(goodness_of_fit(counts, expected, static_cast<double>(counts.size() - 1)), 1e-4) << p;
  }
}

TEST(ArrivalLaw, TheFirstCycleHasTheMeanRate) {
  std::uint64_t in_first = 0;
  for (std::uint64_t e = 0; e < 20000; ++e) in_first += arrivals(bernoulli(0.3), 1, e).size();
  EXPECT_NEAR(static_cast<double>(in_first) / 20000, 0.3, 0.015);
}

TEST(ArrivalLaw, RateCountsFlitsNotPackets) {
  EXPECT_NEAR(share(arrivals(bernoulli(0.6, {5}), 300000), 300000), 0.12, 0.003);
  auto mixed = bernoulli(0.6, {1, 5});
  mixed.size_weights = {3, 1};  // 2 flits on average
  EXPECT_NEAR(share(arrivals(mixed, 300000), 300000), 0.3, 0.004);
}

TEST(ArrivalLaw, SendsInEveryCycleAtRateOneAndNeverAtRateZero) {
  EXPECT_EQ(arrivals(bernoulli(1), 1000).size(), 1000u);
  EXPECT_TRUE(arrivals(bernoulli(0), 1000000).empty());
  EXPECT_TRUE(arrivals(bursts(0, 10, 1), 1000000).empty());
  FlitParams batch;
  batch.injection = Injection::batch;
  EXPECT_TRUE(arrivals(batch, 1000000).empty());
}

TEST(ArrivalLaw, OnOffProcessesHaveTheSpecifiedMeanRate) {
  for (auto const& params : {bursts(0.1, 100, 1), bursts(0.9, 20, 1), bursts(0.6, 1, 1), bursts(0.3, 8, 0.5),
                             bursts(0.05, 3, 0.4), bursts(0.5, 10, 0.5)}) {
    double sum = 0;
    for (std::uint64_t e = 0; e < 20; ++e) sum += share(arrivals(params, 100000, e), 100000);
    EXPECT_NEAR(sum / 20 / params.rate, 1, 0.03) << params.rate << " in bursts of " << params.burst;
  }
}

TEST(ArrivalLaw, BurstsHaveTheSpecifiedLengthAndRate) {
  // At rate 1 within bursts, a burst is a run of cycles; a mean off time of 30 makes merged bursts rare.
  auto const all = arrivals(bursts(0.25, 10, 1), 400000);
  std::uint64_t runs = 1;
  for (std::size_t i = 1; i < all.size(); ++i) runs += all[i] != all[i - 1] + 1;
  EXPECT_NEAR(static_cast<double>(all.size()) / static_cast<double>(runs), 10, 0.5);

  // At rate 1/2 within bursts, packets of one burst are two cycles apart on average.
  auto const half = arrivals(bursts(0.005, 1000, 0.5), 4000000);
  std::uint64_t near = 0, distance = 0;
  for (std::size_t i = 1; i < half.size(); ++i)
    if (auto const gap = half[i] - half[i - 1]; gap < 40) {
      ++near;
      distance += gap;
    }
  EXPECT_NEAR(static_cast<double>(distance) / static_cast<double>(near), 2, 0.05);
}

}  // namespace
}  // namespace weft::flit
