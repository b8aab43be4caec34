// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/patterns/permutation.hpp"

#include <gtest/gtest.h>

#include "support/goodness_of_fit.hpp"
#include "support/traffic_lists.hpp"

namespace weft {
namespace {

TEST(Permutation, UsesADifferentPermutationPerMessage) {
  auto const traffic = make_traffic<traffic::Permutation>({}, {100, 20, 1});
  auto const all = all_destinations(*traffic);
  for (std::size_t k = 0; k < 20; ++k) {
    std::vector<int> hits(100);
    for (std::size_t e = 0; e < 100; ++e) ++hits[all[e * 20 + k]];
    EXPECT_EQ(std::count(hits.begin(), hits.end(), 1), 100) << k;
  }
}

TEST(Permutation, BatchesMatchSingleDestinations) {
  for (std::uint64_t const messages : {1u, 15u, 16u, 17u, 5000u}) {  // 4096 bijections are stored
    traffic::Permutation const traffic({}, {1000, messages, 4});
    auto const batch = destinations_of(traffic, 300, 7);
    for (std::uint32_t i = 0; i < 7; ++i)
      for (std::uint64_t k = 0; k < messages; ++k)
        ASSERT_EQ(batch[i * messages + k], traffic.destination({300 + i}, k))
            << messages << ' ' << i << ' ' << k;
  }
}

TEST(Permutation, FirstMessagesDoNotDependOnTheirNumber) {
  traffic::Permutation const few({}, {64, 3, 5}), many({}, {64, 9, 5});
  for (std::uint32_t e = 0; e < 64; ++e)
    for (std::uint64_t k = 0; k < 3; ++k) EXPECT_EQ(few.destination({e}, k), many.destination({e}, k));
}

// The destinations of one terminal over k, and how often the next terminal draws a higher one, are unbiased.
TEST(Permutation, MessagesOfATerminalAreUniform) {
  traffic::Permutation const traffic({}, {16, 32000, 6});
  auto const all = all_destinations(traffic);
  std::vector<std::uint64_t> counts(16);
  std::uint64_t ascending = 0;
  for (std::size_t k = 0; k < 32000; ++k) {
    ++counts[all[3 * 32000 + k]];
    ascending += all[3 * 32000 + k] < all[4 * 32000 + k];
  }
  EXPECT_GT(goodness_of_fit(counts), 1e-5);
  EXPECT_NEAR(static_cast<double>(ascending), 16000, 4 * std::sqrt(8000));
}

TEST(Permutation, NeedsNoListForABillionTerminals) {
  traffic::Permutation const traffic({}, {std::uint64_t{1} << 30, 4, 7});
  EXPECT_EQ(traffic.num_messages(), std::uint64_t{1} << 32);
  auto const batch = destinations_of(traffic, (1u << 30) - 1000, 1000);
  EXPECT_EQ(batch.size(), 4000u);
  for (auto const to : batch) EXPECT_LT(to, 1u << 30);
}

}  // namespace
}  // namespace weft
