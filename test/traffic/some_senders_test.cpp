// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/some_senders.hpp"

#include <gtest/gtest.h>

#include "support/list_traffic.hpp"

namespace weft::traffic {
namespace {

TEST(SomeSenders, KeepsOnlyTheMessagesOfSelectedSenders) {
  auto const all = std::make_shared<ListTraffic const>(
      std::vector<std::vector<std::uint32_t>>{{1, 2}, {2}, {3, 0, 1}, {0}});
  SomeSenders const some(all, {true, false, true, false});
  EXPECT_EQ(some.num_terminals(), 4u);
  EXPECT_EQ(some.num_messages(), 5u);
  EXPECT_EQ(some.messages({0}), 2u);
  EXPECT_EQ(some.messages({1}), 0u);
  EXPECT_EQ(some.nth_destination({2}, 1), 0u);
  std::vector<std::uint32_t> out(5);
  some.destinations({0}, 4, out);
  EXPECT_EQ(out, (std::vector<std::uint32_t>{1, 2, 3, 0, 1}));
}

}  // namespace
}  // namespace weft::traffic
