// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/slackness/latencies.hpp"

#include <array>
#include <map>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/goodness_of_fit.hpp"

namespace weft::slackness {
namespace {

Latency make(std::string const& spec, LatencyContext const& context = {}) {
  return Latencies::pick(Spec::parse(spec), [&](auto const& model) { return model.latency(context); });
}

std::string complaint(std::string const& spec) {
  return complaint_of([&] { make(spec); });
}

TEST(Latency, ListedValuesFollowTheirWeights) {
  std::array<std::uint64_t, 5> const values{1, 2, 5, 9, 100};
  std::array const weights{5.0, 0.0, 1.0, 3.0, 11.0};
  auto const latency = Latency::listed(values, weights);
  EXPECT_EQ(latency.minimum(), 1u);
  EXPECT_EQ(latency.maximum(), 100u);
  EXPECT_DOUBLE_EQ(latency.mean(), (5.0 + 5 + 27 + 1100) / 20);
  Rng random(1, Purpose::test, 0);
  std::map<std::uint64_t, std::uint64_t> seen;
  for (int i = 0; i < 20000; ++i) ++seen[latency.sample(random)];
  EXPECT_FALSE(seen.contains(2));
  std::array const counts{seen[1], seen[5], seen[9], seen[100]};
  EXPECT_GT(goodness_of_fit(counts, std::array{5000.0, 1000.0, 3000.0, 11000.0}, 3), 1e-4);
}

TEST(Latency, GeometricLatenciesAreMemoryless) {
  auto const latency = Latency::geometric(3, 5);
  EXPECT_EQ(latency.minimum(), 3u);
  EXPECT_EQ(latency.maximum(), Latency::unbounded);
  Rng random(1, Purpose::test, 1);
  constexpr int draws = 30000;
  std::array<std::uint64_t, 6> counts{};
  for (int i = 0; i < draws; ++i) ++counts[std::min<std::uint64_t>(latency.sample(random) - 3, 5)];
  std::array<double, 6> expected{};
  double left = draws;
  for (std::size_t i = 0; i < 5; ++i) {
    expected[i] = left / 3;  // mean 2 above the minimum: stops with probability 1/3
    left -= expected[i];
  }
  expected[5] = left;
  EXPECT_GT(goodness_of_fit(counts, expected, 5), 1e-4);
}

TEST(Latency, ModelsMatchTheirMeans) {
  EXPECT_TRUE(make("fixed:steps=0").is_fixed());
  EXPECT_EQ(make("fixed:steps=12").mean(), 12);
  auto const uniform = make("uniform:from=2,to=6");
  EXPECT_EQ(uniform.minimum(), 2u);
  EXPECT_EQ(uniform.maximum(), 6u);
  EXPECT_DOUBLE_EQ(uniform.mean(), 4);
  EXPECT_TRUE(make("geometric:mean=4,min=4").is_fixed());
  EXPECT_DOUBLE_EQ(make("listed:steps=20x2x2,weights=1x4x5").mean(), 3.8);
  std::array const pairs{1.0, 0.0, 3.0};  // three of four pairs are two hops apart
  EXPECT_DOUBLE_EQ(make("distances", {pairs, 1}).mean(), 1.5);
  EXPECT_DOUBLE_EQ(make("distances", {pairs, 2}).mean(), 3);
  auto const slow = make("distances:per_hop=0.7,overhead=3", {pairs, 1});
  EXPECT_EQ(slow.minimum(), 3u);
  EXPECT_EQ(slow.maximum(), 5u) << "3 + 2 * 0.7, rounded up";
}

TEST(Latency, RejectsInvalidDistributions) {
  EXPECT_EQ(complaint("uniform:from=7,to=3"),
            "from=7 is above to=3 (the range must not be empty); swap the two");
  EXPECT_EQ(complaint("geometric:mean=0.5"),
            "mean=0.5 is below min=1 (no latency is below min); reduce min or increase mean");
  EXPECT_EQ(complaint("listed:steps=1x2,weights=1"),
            "steps has 2 numbers, weights 1 (every latency needs a weight); use as many weights as steps");
  EXPECT_EQ(complaint("listed:steps=1x2,weights=0x0"), "weights=0x0 (at least one must be positive)");
  EXPECT_NE(complaint("fixd").find("did you mean 'fixed'?"), std::string::npos);
}

}  // namespace
}  // namespace weft::slackness
