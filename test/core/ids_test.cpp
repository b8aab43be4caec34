// SPDX-License-Identifier: Apache-2.0
#include "weft/core/ids.hpp"

#include <concepts>

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(IdsTest, IdsOfDifferentTypesAreIncompatible) {
  static_assert(!std::convertible_to<RouterId, TerminalId>);
  static_assert(!std::convertible_to<RouterId, std::uint32_t>);
  EXPECT_LT(RouterId{1}, RouterId{2});
}

TEST(ChannelIdTest, ContainsRouterAndPort) {
  ChannelId const channel(RouterId{0xffffffff}, PortId{0xffff});
  EXPECT_EQ(channel.v, 0xffffffffffffu);
  EXPECT_EQ(channel.router(), RouterId{0xffffffff});
  EXPECT_EQ(channel.port(), PortId{0xffff});
  EXPECT_LT(ChannelId(RouterId{1}, PortId{9}), ChannelId(RouterId{2}, PortId{0}));
}

}  // namespace
}  // namespace weft
