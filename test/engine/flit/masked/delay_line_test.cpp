// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/masked/delay_line.hpp"

#include <gtest/gtest.h>

namespace weft::flit {
namespace {

TEST(DelayLine, StoresTheSetsOfEachCycle) {
  constexpr auto lanes = Lanes<std::uint32_t>::count;
  DelayLine<std::uint32_t> line(5, 2);
  line.word(3, 1) |= 4;
  line.word(8, 1) |= 1;
  line.word(8, lanes + 2) |= 6;
  EXPECT_EQ(line.of(3)[0][1], 4u);
  EXPECT_EQ(line.of(8)[0][1], 1u);
  EXPECT_EQ(line.of(8)[1][2], 6u);
  EXPECT_EQ(line.of(8)[1][1], 0u);
  line.of(3)[0] = Lanes<std::uint32_t>::Vector{};
  EXPECT_FALSE(Lanes<std::uint32_t>::any(line.of(3)[0]));
  EXPECT_FALSE(Lanes<std::uint32_t>::any(line.of(3)[1]));
}

}  // namespace
}  // namespace weft::flit
