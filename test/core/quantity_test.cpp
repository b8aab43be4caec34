// SPDX-License-Identifier: Apache-2.0
#include "weft/core/quantity.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(QuantityTest, FormatsCountsInSingularAndPlural) {
  EXPECT_EQ(format_count(1, "router"), "1 router");
  EXPECT_EQ(format_count(0, "router"), "0 routers");
  EXPECT_EQ(format_count(64, "router"), "64 routers");
}

TEST(QuantityTest, FormatsUnitsInSingularAfterOne) {
  EXPECT_EQ(format_quantity("1", "hops"), "1 hop");
  EXPECT_EQ(format_quantity("1.5", "hops"), "1.5 hops");
  EXPECT_EQ(format_quantity("1", "channel rates"), "1 channel rate");
  EXPECT_EQ(format_quantity("1", "ns"), "1 ns");
  EXPECT_EQ(format_quantity("1", "bytes/s"), "1 bytes/s");
  EXPECT_EQ(format_quantity("1", ""), "1");
}

TEST(QuantityTest, FormatsNumbersWithThreeDigitsOrAsIntegers) {
  EXPECT_EQ(format_rounded(0.98438), "0.984");
  EXPECT_EQ(format_rounded(64), "64");
  EXPECT_EQ(format_rounded(12345.6), "12346");
  EXPECT_EQ(format_rounded(1.5e9), "1.5e+09");
}

TEST(QuantityTest, FormatsDurationsInTheUnitThatFits) {
  EXPECT_EQ(format_span(0), "0 s");
  EXPECT_EQ(format_span(40e-9), "40 ns");
  EXPECT_EQ(format_span(0.0002406), "241 us");
  EXPECT_EQ(format_span(0.02286), "22.9 ms");
  EXPECT_EQ(format_span(0.99999), "1 s");
  EXPECT_EQ(format_span(119), "119 s");
  EXPECT_EQ(format_span(1500), "25 min");
  EXPECT_EQ(format_span(2.273e4), "6.31 h");
  EXPECT_EQ(format_span(2.054e5), "57.1 h");
  EXPECT_EQ(format_span(86400.0 * 12), "12 d");
}

TEST(QuantityTest, FormatsRatesInBytesAndBits) {
  EXPECT_EQ(format_byte_rate(50e9), "50 GB/s (400 Gb/s)");
  EXPECT_EQ(format_byte_rate(125e9), "125 GB/s (1 Tb/s)");
}

TEST(QuantityTest, FormatsSizesInBytes) {
  EXPECT_EQ(format_size(8), "8 bytes");
  EXPECT_EQ(format_size(1e6), "1 MB");
  EXPECT_EQ(format_size(65536), "65.5 kB");
}

}  // namespace
}  // namespace weft
