// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/patterns/bisection.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/goodness_of_fit.hpp"
#include "support/traffic_lists.hpp"

namespace weft {
namespace {

TEST(Bisection, SendsEveryMessageAcrossTheMiddle) {
  for (std::uint64_t const n : {2u, 3u, 7u, 64u}) {
    auto const traffic = make_traffic<traffic::Bisection>({}, {n, 50, 1});
    for (std::uint32_t e = 0; e < n; ++e)
      for (auto const to : destinations_of(*traffic, e)) EXPECT_NE(e < n / 2, to < n / 2) << n << ' ' << e;
  }
}

TEST(Bisection, ChoosesTerminalsOfTheOtherHalfUniformly) {
  auto const received = received_messages(*make_traffic<traffic::Bisection>({}, {20, 10000, 2}));
  EXPECT_GT(goodness_of_fit(received), 1e-5);
}

TEST(Bisection, CrossesTheMiddleOfTheLongestSide) {
  for (Sides const& sides : {Sides{8, 4, 2}, Sides{2, 9, 4}, Sides{3, 4, 5}}) {
    std::uint32_t const concentration = 3;
    CartesianShape const shape{sides};
    auto const dim = static_cast<std::uint32_t>(std::ranges::max_element(sides) - sides.begin());
    auto const is_upper = [&](std::uint32_t e) {
      return shape.coord({e / concentration}, dim) >= shape.side(dim) / 2;
    };
    auto const traffic =
        make_traffic<traffic::Bisection>({{sides, concentration}}, {shape.size() * concentration, 40, 1});
    for (std::uint32_t e = 0; e < traffic->num_terminals(); ++e)
      for (auto const to : destinations_of(*traffic, e))
        EXPECT_NE(is_upper(e), is_upper(to)) << e << " -> " << to;
    EXPECT_GT(
        goodness_of_fit(received_messages(*make_traffic<traffic::Bisection>({{{4, 6}}}, {24, 10000, 2}))),
        1e-5);
  }
}

TEST(Bisection, KeepsThePositionIfMirrored) {
  auto const line = make_traffic<traffic::Bisection>({{{4, 2}}, traffic::Crossing::mirror}, {8});
  EXPECT_EQ(all_destinations(*line), (std::vector<std::uint32_t>{2, 3, 0, 1, 6, 7, 4, 5}));
  auto const traffic = make_traffic<traffic::Bisection>({{}, traffic::Crossing::mirror}, {6});
  EXPECT_EQ(all_destinations(*traffic), (std::vector<std::uint32_t>{3, 4, 5, 0, 1, 2}));
}

TEST(Bisection, RejectsUnequalHalves) {
  EXPECT_THROW(make_traffic<traffic::Bisection>({}, {1}), InputError);
  EXPECT_THROW(make_traffic<traffic::Bisection>({{}, traffic::Crossing::mirror}, {7}), InputError);
}

}  // namespace
}  // namespace weft
