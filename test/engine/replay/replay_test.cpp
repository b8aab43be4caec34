// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/replay/replay.hpp"

#include <gtest/gtest.h>

namespace weft::replay {
namespace {

/// Returns stuck operations in which rank i waits for rank for_whom[i].
std::vector<StuckOperation> waiting(std::vector<std::uint32_t> const& for_whom) {
  std::vector<StuckOperation> stuck;
  for (std::uint32_t rank = 0; rank < for_whom.size(); ++rank)
    stuck.push_back({10 + rank, rank, for_whom[rank]});
  return stuck;
}

std::vector<std::uint32_t> ranks_of(std::vector<StuckOperation> const& stuck) {
  std::vector<std::uint32_t> ranks;
  for (auto const& it : stuck) ranks.push_back(it.rank);
  return ranks;
}

TEST(WaitingRanks, PutTheShortestCycleFirst) {
  auto stuck = waiting({1, 2, 0, 4, 3, 0});
  EXPECT_EQ(move_cycle_to_front(stuck), 2);
  EXPECT_EQ(ranks_of(stuck), (std::vector<std::uint32_t>{3, 4, 0, 1, 2, 5}));
}

TEST(WaitingRanks, KeepTheirOrderIfThereIsNoCycle) {
  auto stuck = waiting({1, 2, 9});
  EXPECT_EQ(move_cycle_to_front(stuck), 0);
  EXPECT_EQ(ranks_of(stuck), (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(WaitingRanks, FindARankThatWaitsForItself) {
  auto stuck = waiting({1, 1});
  EXPECT_EQ(move_cycle_to_front(stuck), 1);
  EXPECT_EQ(stuck.front().rank, 1);
}

}  // namespace
}  // namespace weft::replay
