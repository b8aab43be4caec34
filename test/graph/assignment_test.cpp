// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/assignment.hpp"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "weft/core/random.hpp"

namespace weft {
namespace {

// Compares with all orders of the columns.
TEST(Assignment, MatchesAllPermutations) {
  Rng rng(1, Purpose::partition, 0);
  for (std::uint32_t const rows : {1U, 2U, 4U, 5U})
    for (std::uint32_t const columns : {rows, rows + 2})
      for (int instance = 0; instance < 10; ++instance) {
        std::vector<std::int64_t> weights(std::size_t{rows} * columns);
        for (auto& weight : weights) weight = static_cast<std::int64_t>(rng.below(20)) - 3;
        auto const weight = [&](std::uint32_t r, std::uint32_t c) {
          return weights[std::size_t{r} * columns + c];
        };
        auto const total = [&](std::vector<std::uint32_t> const& column) {
          std::int64_t sum = 0;
          for (std::uint32_t r = 0; r < rows; ++r) sum += weight(r, column[r]);
          return sum;
        };
        std::vector<std::uint32_t> order(columns);
        std::iota(order.begin(), order.end(), 0U);
        std::int64_t best = -1000;
        do best = std::max(best, total(order));
        while (std::ranges::next_permutation(order).found);
        auto const found = maximum_assignment(rows, columns, weight);
        EXPECT_EQ(total(found), best);
        auto sorted = found;
        std::ranges::sort(sorted);
        EXPECT_EQ(std::ranges::adjacent_find(sorted), sorted.end());
      }
}

}  // namespace
}  // namespace weft
