// SPDX-License-Identifier: Apache-2.0
#include "weft/core/utf8.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace weft {
namespace {

TEST(DisplayWidthTest, CountsColumnsNotBytes) {
  EXPECT_EQ(display_width("torus"), 5u);
  EXPECT_EQ(display_width("µs"), 2u);
  EXPECT_EQ(display_width("e\u0301"), 1u);
  EXPECT_EQ(display_width("網"), 2u);
  EXPECT_EQ(display_width("\xff\xc3"), 2u);
}

TEST(EscapedTest, EscapesControlCharacters) {
  EXPECT_EQ(escaped("torus µs 網"), "torus µs 網");
  EXPECT_EQ(escaped("a\nb\t\x1b[2J\x7f"), R"(a\nb\t\x1b[2J\x7f)");
  EXPECT_EQ(escaped("\xff\xc2\x9b"), R"(\xff\x9b)");
}

TEST(FirstColumnsTest, TruncatesBetweenCharacters) {
  EXPECT_EQ(first_columns("網網", 3), "網");
  EXPECT_EQ(first_columns("µµµ", 2), "µµ");
  EXPECT_EQ(first_columns("ab", 5), "ab");
}

TEST(CodePointTest, RejectsInvalidUtf8) {
  for (std::string_view const text :
       {"\xff", "\xc3", "\xc3\x61", "\x80", "\xc1\x81", "\xe0\x82\xa5", "\xed\xa0\x80", "\xf4\x90\x80\x80"}) {
    CodePoint const point = first_code_point(text);
    EXPECT_FALSE(point.valid);
    EXPECT_EQ(point.bytes, 1u);
  }
}

RC_GTEST_PROP(CodePointProperty, RoundTripsCharacters, ()) {
  auto const value =
      *rc::gen::oneOf(rc::gen::inRange<char32_t>(0, 0xd800), rc::gen::inRange<char32_t>(0xe000, 0x110000));
  std::string text;
  append_utf8(text, value);
  CodePoint const point = first_code_point(text + "x");
  RC_ASSERT(point.valid && point.value == value && point.bytes == text.size());
}

}  // namespace
}  // namespace weft
