// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/shared_places.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace weft::flit {
namespace {

TEST(SharedPlaces, GoAfterThoseOfTheVirtualChannelAndComeBackFirst) {
  std::vector<std::uint16_t> taken(2);
  std::vector<std::uint32_t> left{2};
  SharedPlaces const places{.own = 1, .by_packet = false, .taken = taken, .left = left};
  EXPECT_FALSE(places.take(0, 0, 1));
  EXPECT_EQ(left[0], 2u);
  EXPECT_FALSE(places.take(0, 0, 1));
  EXPECT_EQ(left[0], 1u);
  EXPECT_TRUE(places.take(0, 0, 1));
  EXPECT_FALSE(places.has_one(0, 0));
  EXPECT_TRUE(places.has_one(0, 1));
  EXPECT_TRUE(places.have(0, 1, 1));
  EXPECT_FALSE(places.have(0, 1, 2));
  EXPECT_TRUE(places.give_back(0, 0));
  EXPECT_FALSE(places.give_back(0, 0));
  EXPECT_FALSE(places.give_back(0, 0));
  EXPECT_EQ(left[0], 2u);
}

TEST(SharedPlaces, NoneToShareAreNoLimit) {
  SharedPlaces const none;
  EXPECT_FALSE(none.exist());
  EXPECT_TRUE(none.has_one(3, 7));
  EXPECT_TRUE(none.have(3, 7, 100));
}

TEST(SharedPlaces, APacketWithItsPlacesFindsOneForEachFlit) {
  std::vector<std::uint16_t> taken{4};
  std::vector<std::uint32_t> left{0};
  SharedPlaces const places{.own = 2, .by_packet = true, .taken = taken, .left = left};
  EXPECT_TRUE(places.has_one(0, 0));
}

/// As if they were counted again each time.
RC_GTEST_PROP(SharedPlaces, AreWhatCountingGives, ()) {
  auto const vcs = *rc::gen::inRange<std::size_t>(1, 5);
  auto const own = *rc::gen::inRange(1u, 4u), shared = *rc::gen::inRange(1u, 8u);
  std::vector<std::uint16_t> taken(vcs);
  std::vector<std::uint32_t> left{shared}, twin(vcs);
  SharedPlaces const places{.own = own, .by_packet = false, .taken = taken, .left = left};
  auto const used = [&] {
    return std::accumulate(twin.begin(), twin.end(), 0u, [&](std::uint32_t sum, std::uint32_t count) {
      return sum + (count > own ? count - own : 0);
    });
  };
  for (int k = 0; k < 100; ++k) {
    auto const v = *rc::gen::inRange<std::size_t>(0, vcs);
    auto const flits = *rc::gen::inRange(1u, 4u), before = used();
    if (*rc::gen::arbitrary<bool>()) {
      twin[v] += flits;
      bool const fit = used() <= shared;
      RC_ASSERT(places.have(0, v, flits) == fit);
      if (flits == 1) RC_ASSERT(places.has_one(0, v) == fit);
      if (fit)
        RC_ASSERT(places.take(0, v, flits) == (before < shared && used() == shared));
      else
        twin[v] -= flits;
    } else if (twin[v] > 0) {
      --twin[v];
      RC_ASSERT(places.give_back(0, v) == (before == shared && used() < shared));
    }
    RC_ASSERT(left[0] == shared - used());
    RC_ASSERT(taken[v] == twin[v]);
  }
}

}  // namespace
}  // namespace weft::flit
