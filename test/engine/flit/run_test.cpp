// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/run.hpp"

#include <gtest/gtest.h>

namespace weft::flit {
namespace {

TEST(RunLength, ExpectedCyclesAreTheSpecifiedOrMinimumLength) {
  FlitParams params;
  EXPECT_EQ(expected_cycles(params), 8000u);
  params.warm_up = 500;
  EXPECT_EQ(expected_cycles(params), 4500u);
  params.cycles = 30000;
  EXPECT_EQ(expected_cycles(params), 30500u);
  params.max_cycles = 1000;
  EXPECT_EQ(expected_cycles(params), 1000u);
}

TEST(RunLength, ExpectedBlocksGrowWithTheSquareOfTheIntervalWidth) {
  EXPECT_EQ(expected_blocks(20, 1), 40u);
  EXPECT_EQ(expected_blocks(40, 1), 40u);
  EXPECT_EQ(expected_blocks(41, 1), 60u);
  EXPECT_EQ(expected_blocks(40, 2), 202u);  // 40, 60, 90, 135, 202
  EXPECT_EQ(expected_blocks(20, 2), 90u);
  EXPECT_EQ(expected_blocks(5, 0), 40u);
}

}  // namespace
}  // namespace weft::flit
