// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/patterns/uniform.hpp"

#include <gtest/gtest.h>

#include "support/goodness_of_fit.hpp"
#include "support/traffic_lists.hpp"

namespace weft {
namespace {

TEST(Uniform, UsesAllPairsEquallyOftenIncludingTheSender) {
  auto const traffic = make_traffic<traffic::Uniform>({}, {10, 20000, 1});
  auto const all = all_destinations(*traffic);
  std::vector<std::uint64_t> counts(100);
  for (std::size_t i = 0; i < all.size(); ++i) ++counts[i / 20000 * 10 + all[i]];
  EXPECT_GT(goodness_of_fit(counts), 1e-5);
  EXPECT_LT(goodness_of_fit(counts), 1 - 1e-5);
}

// The numbers of messages received are binomial: mean 28, variance 28 (1 - 1/n).
TEST(Uniform, ReceivedMessagesAreBinomial) {
  auto const traffic = make_traffic<traffic::Uniform>({}, {10000, 28, 2});
  double squares = 0;
  for (auto const count : received_messages(*traffic))
    squares += std::pow(static_cast<double>(count) - 28, 2);
  EXPECT_NEAR(squares / 10000, 28, 4 * 28 * std::sqrt(2.0 / 10000));
}

TEST(Uniform, BatchesMatchSingleDestinations) {
  traffic::Uniform const traffic({}, {1000003, 7, 3});
  auto const batch = destinations_of(traffic, 999000, 50);
  for (std::uint32_t i = 0; i < 50; ++i)
    for (std::uint64_t k = 0; k < 7; ++k) EXPECT_EQ(batch[i * 7 + k], traffic.destination({999000 + i}, k));
}

}  // namespace
}  // namespace weft
