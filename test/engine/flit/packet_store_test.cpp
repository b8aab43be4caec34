// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include "weft/engine/flit/state.hpp"

namespace weft::flit {
namespace {

TEST(PacketStore, AllocatesEachNumberOnce) {
  PacketStore store;
  std::vector<std::uint32_t> mine, yours;
  store.take(mine);
  store.take(yours);
  EXPECT_EQ(mine.size(), PacketStore::bulk);
  mine.insert(mine.end(), yours.begin(), yours.end());
  std::ranges::sort(mine);
  EXPECT_EQ(std::ranges::adjacent_find(mine), mine.end());
  EXPECT_EQ(store.capacity(), 2 * PacketStore::bulk);
}

TEST(PacketStore, ReusesReleasedNumbersBeforeGrowing) {
  PacketStore store;
  std::vector<std::uint32_t> mine, yours;
  store.take(mine);
  store.take(mine);
  std::vector const last(mine.begin() + PacketStore::bulk, mine.end());
  store.release(mine);
  EXPECT_EQ(mine.size(), PacketStore::bulk);
  store.take(yours);
  EXPECT_EQ(yours, last);
  EXPECT_EQ(store.capacity(), 2 * PacketStore::bulk);
}

}  // namespace
}  // namespace weft::flit
