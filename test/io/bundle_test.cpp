// SPDX-License-Identifier: Apache-2.0
#include "weft/io/bundle.hpp"

#include <gtest/gtest.h>

#include "support/bundle.hpp"

namespace weft {
namespace {

TEST(Bundle, AlignsEveryType) {
  std::vector<std::uint8_t> const bytes{1, 2, 255};
  std::vector<std::uint16_t> const shorts{65535};
  std::vector<std::uint32_t> const words{1, 4294967295};
  std::vector<std::uint64_t> const longs{1ULL << 52};
  std::vector<float> const floats{0.5F, -1, 3};
  std::vector<double> const doubles{1e300};
  std::vector<BundleArray> const arrays{
      {"bytes", {3}, std::span{bytes}},      {"shorts", {1}, std::span{shorts}},
      {"words", {2}, std::span{words}},      {"longs", {1}, std::span{longs}},
      {"floats", {3, 1}, std::span{floats}}, {"doubles", {1}, std::span{doubles}}};
  auto const bundle = test::read_bundle(bundle_bytes(JsonText::object({{"a", 1}}), arrays));
  EXPECT_EQ(bundle.header["a"], 1);
  EXPECT_EQ(bundle.values("bytes"), (std::vector<double>{1, 2, 255}));
  EXPECT_EQ(bundle.values("shorts"), std::vector<double>{65535});
  EXPECT_EQ(bundle.values("words"), (std::vector<double>{1, 4294967295}));
  EXPECT_EQ(bundle.values("longs"), std::vector<double>{4503599627370496});
  EXPECT_EQ(bundle.values("floats"), (std::vector<double>{0.5, -1, 3}));
  EXPECT_EQ(bundle.values("doubles"), std::vector<double>{1e300});
}

TEST(Bundle, MatchesTheFormatByteForByte) {
  std::vector<std::uint16_t> const values{1, 258};
  std::vector<BundleArray> const arrays{{"v", {2}, std::span{values}}};
  std::string const header =
      R"({"arrays":[{"name":"v","title":"","unit":"","doc":"","shape":[2],"type":"uint16","offset":112}]})";
  ASSERT_EQ(header.size(), 96U);
  using namespace std::string_literals;
  EXPECT_EQ(bundle_bytes(JsonText::object({}), arrays),
            "WEFT\1\0\0\0\x60\0\0\0\0\0\0\0"s + header + "\1\0\2\1\0\0\0\0"s);
}

TEST(Bundle, PreservesTheMetadataOfArrays) {
  Array const array{"load",      "Loads", "flits", "of each channel", {2, 1}, std::vector<float>{1, 2},
                    {"a", "\"b"}};
  std::vector<BundleArray> const arrays{view_array(array)};
  auto const bundle = test::read_bundle(bundle_bytes(JsonText::object({}), arrays));
  auto const& json = bundle.header["arrays"][0];
  EXPECT_EQ(json["title"], "Loads");
  EXPECT_EQ(json["unit"], "flits");
  EXPECT_EQ(json["doc"], "of each channel");
  EXPECT_EQ(json["shape"], (nlohmann::json{2, 1}));
  EXPECT_EQ(json["labels"], (nlohmann::json{"a", "\"b"}));
  EXPECT_EQ(bundle.values("load"), (std::vector<double>{1, 2}));
}

TEST(Bundle,
     HasConsistentHeadersOfEverySize) {  // it depends on the digits of the offsets
  std::vector<std::uint8_t> const values{7};
  std::vector<BundleArray> const arrays{{"a", {1}, std::span{values}}, {"b", {1}, std::span{values}}};
  for (std::size_t size = 0; size < 1200; ++size) {
    auto const bytes = bundle_bytes(JsonText::object({{"text", std::string(size, 'x')}}), arrays);
    auto const bundle = test::read_bundle(bytes);
    ASSERT_EQ(bundle.values("a"), std::vector<double>{7}) << size;
    ASSERT_EQ(bundle.values("b"), std::vector<double>{7}) << size;
    ASSERT_EQ(bundle.header["arrays"][1]["offset"].get<std::size_t>() + 8, bytes.size()) << size;
  }
}

TEST(Bundle, SupportsNoArraysAndEmptyArrays) {
  EXPECT_TRUE(test::read_bundle(bundle_bytes(JsonText::object({}))).arrays.empty());
  std::vector<BundleArray> const arrays{{"none", {0, 3}, std::span<float const>{}}};
  auto const bundle = test::read_bundle(bundle_bytes(JsonText::object({}), arrays));
  EXPECT_TRUE(bundle.values("none").empty());
}

}  // namespace
}  // namespace weft
