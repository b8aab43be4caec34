// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/patterns/hot_spot.hpp"

#include <set>

#include <gtest/gtest.h>

#include "support/goodness_of_fit.hpp"
#include "support/traffic_lists.hpp"

namespace weft {
namespace {

TEST(HotSpot, HotTerminalsReceiveTheirFraction) {
  traffic::HotSpot const traffic({.fraction = 0.25, .hot = 4}, {100, 1000, 1});
  auto const received = received_messages(traffic);
  std::set<std::uint32_t> hot;
  for (std::uint32_t i = 0; i < 4; ++i) hot.insert(traffic.hot_terminal(i));
  ASSERT_EQ(hot.size(), 4u);
  std::vector<double> expected(100, 100000 * 0.75 / 100);
  for (auto const e : hot) expected[e] += 100000 * 0.25 / 4;
  EXPECT_GT(goodness_of_fit(received, expected, 99), 1e-5);
}

TEST(HotSpot, AcceptsFractionsOfZeroAndOne) {
  traffic::HotSpot const all({.fraction = 1, .hot = 1}, {50, 3, 2});
  EXPECT_EQ(received_messages(all)[all.hot_terminal(0)], 150u);
  auto const none =
      received_messages(*make_traffic<traffic::HotSpot>({.fraction = 0, .hot = 1}, {50, 2000, 2}));
  EXPECT_GT(goodness_of_fit(none), 1e-5);
}

TEST(HotSpot, RejectsTooManyHotTerminals) {
  EXPECT_THROW(make_traffic<traffic::HotSpot>({.hot = 17}, {16}), InputError);
  EXPECT_NO_THROW(make_traffic<traffic::HotSpot>({.hot = 16}, {16}));
}

}  // namespace
}  // namespace weft
