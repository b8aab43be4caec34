// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "support/chi_square.hpp"
#include "weft/engine/rounds/clex/assignment.hpp"

namespace weft::rounds {
namespace {

constexpr double improbable = 1e-6;

TEST(EdgeAssignment, AssignsFloorOrCeilToEveryEdge) {
  for (auto const subset : {Subset::independent, Subset::pooled})
    for (std::uint32_t const m : {1U, 2U, 7U, 64U, 65U}) {
      auto const pool = draw_pool(3, m);
      EdgeAssignment assignment{m, subset, pool};
      for (std::uint32_t x = 1; x <= 3 * m; ++x) {
        Rng rng{1, Purpose::exchange, x};
        std::vector<std::uint16_t> edge(x);
        assignment.assign(x, rng, edge.data());
        std::vector<std::uint32_t> count(m);
        for (auto const w : edge) ++count.at(w);
        for (auto const on_edge : count) ASSERT_TRUE(on_edge == x / m || on_edge == (x + m - 1) / m);
      }
    }
}

double binomial(std::uint32_t n, std::uint32_t k) {
  double result = 1;
  for (std::uint32_t i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
  return result;
}

using Tally = std::map<std::vector<std::uint16_t>, double>;

std::vector<double> counts_of(Tally const& tally) {
  std::vector<double> counts(tally.size());
  std::transform(tally.begin(), tally.end(), counts.begin(), [](auto const& entry) { return entry.second; });
  return counts;
}

struct Draw {
  std::uint32_t m, x;
};

class RandomSubsets : public testing::TestWithParam<Draw> {};

/// All subsets of size x mod m are equally likely.
TEST_P(RandomSubsets, AreUniformSlow) {
  auto const [m, x] = GetParam();
  EdgeAssignment assignment{m, Subset::independent, {}};
  Rng rng{1, Purpose::exchange, m};
  double const subsets = binomial(m, x % m);
  auto const trials = static_cast<std::uint32_t>(30 * subsets);
  Tally count;
  for (std::uint32_t i = 0; i < trials; ++i) {
    std::vector<std::uint16_t> edge(x);
    assignment.assign(x, rng, edge.data());
    edge.erase(edge.begin(), edge.begin() + x / m * m);
    ASSERT_EQ(std::set<std::uint16_t>(edge.begin(), edge.end()).size(), x % m);
    ++count[edge];
  }
  std::vector<double> const counts = counts_of(count);
  auto const absent = static_cast<std::uint64_t>(subsets) - counts.size();
  EXPECT_GT(chi_square_tail(pearson(counts, 30, absent), subsets - 1), improbable);
}

INSTANTIATE_TEST_SUITE_P(Sizes, RandomSubsets,
                         testing::Values(Draw{2, 1}, Draw{8, 1}, Draw{8, 3}, Draw{8, 4}, Draw{8, 13},
                                         Draw{8, 6}, Draw{32, 29 + 32}, Draw{32, 3}, Draw{64, 2},
                                         Draw{64, 62}, Draw{65, 2}, Draw{65, 63}, Draw{65, 66}));

/// A node selects each permutation of the pool with equal probability, and uses it cyclically.
TEST(EdgeAssignment, SelectsPooledPermutationsUniformly) {
  std::uint32_t const m = 16;
  auto const pool = draw_pool(3, m);
  EdgeAssignment assignment{m, Subset::pooled, pool};
  Rng rng{1, Purpose::exchange, 0};
  Tally count;
  for (std::uint32_t i = 0; i < 100 * m; ++i) {
    std::vector<std::uint16_t> edge(2 * m);
    assignment.assign(2 * m, rng, edge.data());
    ASSERT_TRUE(std::equal(edge.begin(), edge.begin() + m, edge.begin() + m));
    ++count[edge];
  }
  std::vector<double> const counts = counts_of(count);
  EXPECT_GT(chi_square_tail(pearson(counts, 100, m - counts.size()), m - 1), improbable);
}

}  // namespace
}  // namespace weft::rounds
