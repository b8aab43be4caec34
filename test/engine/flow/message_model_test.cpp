// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flow/message_model.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/core/error.hpp"

namespace weft::flow {
namespace {

TEST(SizeFactors, UseTheLargestThresholdNotAboveTheMessageSize) {
  auto const factors =
      parse_size_factors("bytes,latency_factor,bandwidth_factor\n100,2,0.5\n1kB,3,0.9\n", "f.csv");
  EXPECT_EQ(factors.of(99).latency, 1);
  EXPECT_EQ(factors.of(99).bandwidth, 1);
  EXPECT_EQ(factors.of(100).latency, 2);
  EXPECT_EQ(factors.of(999).bandwidth, 0.5);
  EXPECT_EQ(factors.of(1000).latency, 3);
  EXPECT_EQ(factors.of(1e12).bandwidth, 0.9);
  EXPECT_EQ(factors.weight_bytes(), 0);
}

TEST(SizeFactors, IncludeSimGridFactors) {
  EXPECT_EQ(read_size_factors("lv08").of(5).latency, 13.01);
  EXPECT_EQ(read_size_factors("lv08").of(1e9).bandwidth, 0.97);
  EXPECT_EQ(read_size_factors("lv08").weight_bytes(), 20537);
  // smpi/bw-factor above its thresholds: 65472:0.940694;15424:0.697866
  EXPECT_EQ(read_size_factors("smpi").of(65472).bandwidth, 0.697866);
  EXPECT_EQ(read_size_factors("smpi").of(65473).bandwidth, 0.940694);
  EXPECT_EQ(read_size_factors("smpi").of(257).latency, 2.01467);
  EXPECT_EQ(read_size_factors("smpi").weight_bytes(), 8775);
  EXPECT_EQ(read_size_factors("none").of(1e6).latency, 1);
}

TEST(SizeFactors, ErrorForAnInvalidFileNamesTheLine) {
  auto const said = [](std::string const& rows) {
    return complaint_of(
        [&] { parse_size_factors("bytes,latency_factor,bandwidth_factor\n" + rows, "f.csv"); });
  };
  EXPECT_NE(said("0,0,1\n").find("f.csv:2:3: latency_factor=0 "), std::string::npos) << said("0,0,1\n");
  EXPECT_NE(said("0,1,-1\n").find("f.csv:2:5: bandwidth_factor=-1"), std::string::npos);
  EXPECT_NE(said("5,1,1\n5,1,1\n").find("f.csv:3:1: bytes=5 (must exceed the size in the previous row)"),
            std::string::npos);
  EXPECT_NE(said("").find("contains no factors"), std::string::npos);
  EXPECT_NE(complaint_of([] {
              parse_size_factors("bytes,latency\n", "f.csv");
            }).find("bytes,latency_factor,bandwidth_factor"),
            std::string::npos);
  auto const unknown = complaint_of([] { read_size_factors("lv80"); });
  EXPECT_NE(unknown.find("did you mean 'lv08'?"), std::string::npos) << unknown;
}

}  // namespace
}  // namespace weft::flow
