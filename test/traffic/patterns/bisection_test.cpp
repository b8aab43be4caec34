#include "weft/traffic/patterns/bisection.hpp"

#include <gtest/gtest.h>

#include "support/goodness_of_fit.hpp"
#include "support/traffic_lists.hpp"

namespace weft {
namespace {

TEST(Bisection, EveryMessageCrosses) {
  for (std::uint64_t const n : {2u, 3u, 7u, 64u}) {
    auto const traffic = make_traffic<Bisection>({}, {n, 50, 1});
    for (std::uint32_t e = 0; e < n; ++e)
      for (auto const to : destinations_of(*traffic, e)) EXPECT_NE(e < n / 2, to < n / 2) << n << ' ' << e;
  }
}

TEST(Bisection, TheOtherHalfIsChosenUniformly) {
  auto const received = received_messages(*make_traffic<Bisection>({}, {20, 10000, 2}));
  EXPECT_GT(goodness_of_fit(received), 1e-5);
}

TEST(Bisection, MirrorKeepsThePlace) {
  auto const traffic = make_traffic<Bisection>({Crossing::mirror}, {6});
  EXPECT_EQ(all_destinations(*traffic), (std::vector<std::uint32_t>{3, 4, 5, 0, 1, 2}));
}

TEST(Bisection, RefusesHalvesThatDoNotMatch) {
  EXPECT_THROW(make_traffic<Bisection>({}, {1}), InputError);
  EXPECT_THROW(make_traffic<Bisection>({Crossing::mirror}, {7}), InputError);
}

}  // namespace
}  // namespace weft
