// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/shared_buffer.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace weft::flit {
namespace {

TEST(SharedBuffer, UsesSharedSlotsLastAndFreesThemFirst) {
  std::vector<std::uint16_t> taken(2);
  std::vector<std::uint32_t> left{2};
  SharedBuffer const buffer{.own_slots = 1, .by_packet = false, .reserved = taken, .free = left};
  EXPECT_FALSE(buffer.reserve(0, 0, 1));
  EXPECT_EQ(left[0], 2u);
  EXPECT_FALSE(buffer.reserve(0, 0, 1));
  EXPECT_EQ(left[0], 1u);
  EXPECT_TRUE(buffer.reserve(0, 0, 1));
  EXPECT_FALSE(buffer.can_accept(0, 0));
  EXPECT_TRUE(buffer.can_accept(0, 1));
  EXPECT_TRUE(buffer.has_slots(0, 1, 1));
  EXPECT_FALSE(buffer.has_slots(0, 1, 2));
  EXPECT_TRUE(buffer.release(0, 0));
  EXPECT_FALSE(buffer.release(0, 0));
  EXPECT_FALSE(buffer.release(0, 0));
  EXPECT_EQ(left[0], 2u);
}

TEST(SharedBuffer, HasNoEffectWithoutSharedSlots) {
  SharedBuffer const none;
  EXPECT_FALSE(none.is_shared());
  EXPECT_TRUE(none.can_accept(3, 7));
  EXPECT_TRUE(none.has_slots(3, 7, 100));
}

TEST(SharedBuffer, AcceptsEachFlitOfAPacketWithReservedSlots) {
  std::vector<std::uint16_t> taken{4};
  std::vector<std::uint32_t> left{0};
  SharedBuffer const buffer{.own_slots = 2, .by_packet = true, .reserved = taken, .free = left};
  EXPECT_TRUE(buffer.can_accept(0, 0));
}

/// Compares with counts recomputed in each step.
RC_GTEST_PROP(SharedBuffer, MatchesRecomputedCounts, ()) {
  auto const vcs = *rc::gen::inRange<std::size_t>(1, 5);
  auto const own = *rc::gen::inRange(1u, 4u), shared = *rc::gen::inRange(1u, 8u);
  std::vector<std::uint16_t> taken(vcs);
  std::vector<std::uint32_t> left{shared}, twin(vcs);
  SharedBuffer const buffer{.own_slots = own, .by_packet = false, .reserved = taken, .free = left};
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
      RC_ASSERT(buffer.has_slots(0, v, flits) == fit);
      if (flits == 1) RC_ASSERT(buffer.can_accept(0, v) == fit);
      if (fit)
        RC_ASSERT(buffer.reserve(0, v, flits) == (before < shared && used() == shared));
      else
        twin[v] -= flits;
    } else if (twin[v] > 0) {
      --twin[v];
      RC_ASSERT(buffer.release(0, v) == (before == shared && used() < shared));
    }
    RC_ASSERT(left[0] == shared - used());
    RC_ASSERT(taken[v] == twin[v]);
  }
}

}  // namespace
}  // namespace weft::flit
