// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flow/over_time.hpp"

#include <numeric>

#include <gtest/gtest.h>

namespace weft::flow {
namespace {

TEST(FlowOverTime, PreservesSumsWhenBinsMerge) {
  OverTime over_time;
  double time = 0, flow_seconds = 0, bytes = 0;
  over_time.arrive(0, 5);
  bytes += 5;
  for (int i = 1; i <= 1000; ++i) {
    auto const next = time + i * 1e-3;
    over_time.pass(time, next, static_cast<std::uint64_t>(i));
    over_time.arrive(next, i);
    flow_seconds += (next - time) * i;
    bytes += i;
    time = next;
  }
  auto const& bins = over_time.bins();
  EXPECT_LE(bins.size(), 32);
  EXPECT_GE(bins.size(), 16);
  EXPECT_GE(over_time.width() * static_cast<double>(bins.size()), time * (1 - 1e-9));
  double found_seconds = 0, found_bytes = 0;
  for (auto const& bin : bins) {
    found_seconds += bin.flow_seconds;
    found_bytes += bin.bytes;
  }
  EXPECT_NEAR(found_seconds / flow_seconds, 1, 1e-12);
  EXPECT_EQ(found_bytes, bytes);
}

TEST(FlowOverTime, AddsTimeToTheMatchingBins) {
  OverTime over_time;
  over_time.pass(0, 32, 1);
  over_time.pass(32, 40, 3);
  EXPECT_EQ(over_time.width(), 2);
  EXPECT_EQ(over_time.bins()[0].flow_seconds, 2);
  EXPECT_EQ(over_time.bins()[15].flow_seconds, 2);
  EXPECT_EQ(over_time.bins()[16].flow_seconds, 6);
  EXPECT_EQ(over_time.bins().size(), 20);
}

}  // namespace
}  // namespace weft::flow
