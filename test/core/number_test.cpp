// SPDX-License-Identifier: Apache-2.0
#include "weft/core/number.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/complaint.hpp"
#include "weft/core/error.hpp"

namespace weft {
namespace {

TEST(ReadNumberTest, ReadsPowersAndRoots) {
  EXPECT_EQ(read_integer("n", "2^20"), 1048576);
  EXPECT_EQ(read_integer("n", "1048576^(1/2)"), 1024);
  EXPECT_EQ(read_integer("n", "27^(2/3)"), 9);
  EXPECT_EQ(read_integer("n", "1000^(4/6)"), 100);
  EXPECT_EQ(read_integer("n", "1e6"), 1000000);
  EXPECT_EQ(read_integer("n", "-2^3"), -8);
  EXPECT_EQ(read_integer("n", "9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(read_integer("n", "9007199254740993"), 9007199254740993);
  EXPECT_DOUBLE_EQ(read_number("n", "1000^(1/3)"), 10);
  EXPECT_DOUBLE_EQ(read_number("n", "2^-1"), 0.5);
  EXPECT_DOUBLE_EQ(read_number("n", "2^0.5"), std::sqrt(2.0));
  for (char const* text :
       {"", "^", "2^", "2^(", "2^(1", "2^(1/)", "2^(1/0)", "x", "1 2", "--1", "10^(1/2)", "-8^(1/2)"})
    EXPECT_THROW(read_integer("n", text), InputError) << text;
}

std::string complaint_about(std::string_view text, std::string_view unit) {
  return complaint_of([&] { read_number("n", text, unit); });
}

TEST(ReadNumberTest, ReadsMetricAndBinaryPrefixes) {
  EXPECT_EQ(read_integer("n", "64k"), 64000);
  EXPECT_EQ(read_integer("n", "64Ki"), 65536);
  EXPECT_EQ(read_integer("n", "1.5M"), 1500000);
  EXPECT_EQ(read_integer("n", "2^4k"), 16000);
  EXPECT_EQ(read_number("n", "2 G"), 2e9);
  EXPECT_THROW(read_integer("n", "1.0005k"), InputError);
  EXPECT_THROW(read_integer("n", "10000P"), InputError);
  for (char const* text : {"k", "1kk", "1q", "64MB", "1us", "5%"})
    EXPECT_THROW(read_number("n", text), InputError) << text;
}

TEST(ReadNumberTest, ConvertsUnitsOfTheSameKind) {
  EXPECT_EQ(read_number("n", "1us", "s"), 1e-6);
  EXPECT_EQ(read_number("n", "1.1us", "seconds"), 1.1e-6);
  EXPECT_EQ(read_number("n", "0.7 us", "s"), 0.7e-6);
  EXPECT_EQ(read_number("n", "3", "s"), 3.0);
  EXPECT_EQ(read_number("n", "1.5us", "ns"), 1500.0);
  EXPECT_EQ(read_number("n", "2min", "s"), 120.0);
  EXPECT_EQ(read_integer("n", "64MB", "bytes"), 64000000);
  EXPECT_EQ(read_integer("n", "64MiB", "bytes"), 67108864);
  EXPECT_EQ(read_integer("n", "16bit", "bytes"), 2);
  EXPECT_EQ(read_number("n", "100Gb/s", "bytes/s"), 12.5e9);
  EXPECT_EQ(read_number("n", "100Gbit/s", "bytes/s"), 12.5e9);
  EXPECT_EQ(read_number("n", "12.5GB/s", "bytes/s"), 12.5e9);
  EXPECT_EQ(read_number("n", "30cm", "m"), 0.3);
  EXPECT_EQ(read_number("n", "2m", "m"), 2.0);
  EXPECT_EQ(read_number("n", "1kW", "W"), 1000.0);
  EXPECT_EQ(read_number("n", "5ns/m", "ns/m"), 5.0);
  EXPECT_EQ(read_integer("n", "10k", "cycles"), 10000);
  EXPECT_EQ(read_integer("n", "10cycles", "cycles"), 10);
}

// In vendors' catalogs a 400G link carries 400 Gb/s, but 400G of memory are bytes.
TEST(ReadNumberTest, RejectsARateWithoutAUnit) {
  for (char const* unit : {"bytes/s", "Gb/s"})
    EXPECT_EQ(complaint_about("400G", unit),
              "n=400G (could be bits or bytes per second); write 400Gb/s or 400GB/s");
  EXPECT_EQ(complaint_about("1.5 k", "bytes/s"),
            "n=1.5 k (could be bits or bytes per second); write 1.5 kb/s or 1.5 kB/s");
  EXPECT_EQ(read_number("n", "5e10", "bytes/s"), 5e10);
  EXPECT_EQ(read_number("n", "400Gb/s", "bytes/s"), 5e10);
  EXPECT_EQ(read_number("n", "64M", "bytes"), 64e6) << "data are bytes";
  EXPECT_EQ(read_number("n", "50GB/s", "Gb/s"), 400);
  EXPECT_EQ(read_number("n", "0.4Tb/s", "Gb/s"), 400);
  EXPECT_EQ(read_number("n", "400", "Gb/s"), 400);
}

TEST(ReadNumberTest, RejectsUnitsOfAnotherQuantity) {
  EXPECT_EQ(complaint_about("1m", "s"), "n=1m (must be a number of s, like 0.5, 1e6 or 2us); write 1ms");
  EXPECT_EQ(
      complaint_about("1us", "bytes"),
      "n=1us (must be a number of bytes, like 0.5, 1e6 or 64kB); units: B, kB, MB, GB, KiB, MiB, GiB, kb, Mb, Gb");
  EXPECT_EQ(complaint_about("1us", "cycles"),
            "n=1us (must be a number, like 0.5, 1e6, 2^20, 64k or 1000^(1/3))");
}

TEST(ReadNumberTest, SuggestsTheIntendedUnit) {
  auto const suggestion = [](char const* text, char const* unit) {
    return rejection_of([&] { read_number("n", text, unit); }).value().suggestion;
  };
  EXPECT_EQ(suggestion("1usec", "s"), "write 1us");
  EXPECT_EQ(suggestion("100Gb", "bytes/s"), "write 100Gb/s");
  EXPECT_EQ(suggestion("3gb/s", "bytes/s"), "write 3Gb/s");
  EXPECT_EQ(suggestion("1ft", "m"), "units: m, cm, mm");
  EXPECT_EQ(suggestion("many", "s"), "");
}

TEST(ToNumber, AcceptsOnlyACompleteNumber) {
  EXPECT_EQ(to_number("012"), 12u);
  EXPECT_EQ(to_number("18446744073709551615"), 18446744073709551615u);
  EXPECT_EQ(to_number("ff", 16), 255u);
  for (auto const* const text : {"", "-1", "+1", " 1", "1 ", "1e6", "ff", "18446744073709551616"})
    EXPECT_EQ(to_number(text), std::nullopt) << text;
}

RC_GTEST_PROP(ReadNumberProperty, RoundTripsNumbers, ()) {
  auto const number = *rc::gen::arbitrary<double>();
  RC_PRE(std::isfinite(number));
  RC_ASSERT(read_number("n", format_number(number)) == number);
}

}  // namespace
}  // namespace weft
