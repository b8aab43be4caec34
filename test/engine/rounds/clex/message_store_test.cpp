// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/clex/message_store.hpp"

#include <gtest/gtest.h>

namespace weft::rounds {
namespace {

using Store = MessageStore<PlainMessage<std::uint32_t>, std::uint8_t>;

/// Returns a store with cliques of `m` nodes, in which node t of clique c has c + t messages to 100 c + t.
Store store_of(std::uint32_t m, std::uint64_t cliques) {
  Store store(m, cliques, 1000);
  std::vector<std::uint32_t> count(m), position(m);
  std::uint64_t begin = 0;
  for (std::uint64_t c = 0; c < cliques; ++c) {
    for (std::uint32_t t = 0; t < m; ++t) count[t] = static_cast<std::uint32_t>(c + t);
    store.place(c, begin, count.data(), position.data());
    for (std::uint32_t t = 0; t < m; ++t)
      for (std::uint32_t i = 0; i < count[t]; ++i)
        store.at(c)[position[t] + i].destination = static_cast<std::uint32_t>(100 * c + t);
    begin += store.clique_size(c);
  }
  return store;
}

TEST(MessageStore, RoundTripsPackedNodes) {
  auto const store = store_of(5, 3);
  EXPECT_EQ(store.size(), 45U);
  auto const some = Store::unpack(store.pack(1, 4), 3, 3);
  EXPECT_EQ(some.size(), 27U);
  for (std::uint64_t c = 0; c < 3; ++c)
    for (std::uint32_t t = 0; t < 3; ++t) {
      auto const queue = some.node(c, t);
      ASSERT_EQ(queue.size(), c + t + 1);
      for (auto const& message : queue) EXPECT_EQ(message.destination, 100 * c + t + 1);
    }
}

TEST(CopyLines, ListTheCopiesOfALine) {
  // 27 copies, digits (a, b, c); lines along b: copies 9 a + 3 b + c
  CopyLines const lines{3, 3, 27};
  EXPECT_EQ(lines.line_of(9 + 2), 5U);
  EXPECT_EQ(lines.line_of(9 + 6 + 2), 5U);
  EXPECT_EQ(lines.digit_of(9 + 6 + 2), 2U);
  EXPECT_EQ(lines.digits_in(5, {0, 27}), (std::pair{0U, 3U}));
  EXPECT_EQ(lines.digits_in(5, {12, 17}), (std::pair{1U, 2U}));  // copies 11, 14, 17
  EXPECT_EQ(lines.digits_in(5, {18, 27}), (std::pair{3U, 3U}));
}

TEST(LineStores, ReadLocalStoresOnOneRank) {
  std::vector<Store> own;
  for (int copy = 0; copy < 4; ++copy) own.push_back(store_of(2, 3));
  LineStores<PlainMessage<std::uint32_t>, std::uint8_t> const lines({2, 2, 4}, 3, std::move(own));
  auto const source = lines.source(3, 9);  // line 1: copies 1 and 3, of which 3 has digit 1
  EXPECT_EQ(source.copy, 1U);
  EXPECT_EQ(source.queue(0, 3, 2).size(), 3U);  // node 1 of clique 2 of copy 1
}

}  // namespace
}  // namespace weft::rounds
