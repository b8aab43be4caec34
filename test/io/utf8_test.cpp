#include "weft/io/utf8.hpp"

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

TEST(CodePointTest, RefusesWhatIsNotUtf8) {
  for (std::string_view const text :
       {"\xff", "\xc3", "\xc3\x61", "\x80", "\xc1\x81", "\xe0\x82\xa5", "\xed\xa0\x80", "\xf4\x90\x80\x80"}) {
    CodePoint const point = first_code_point(text);
    EXPECT_FALSE(point.valid);
    EXPECT_EQ(point.bytes, 1u);
  }
}

RC_GTEST_PROP(CodePointProperty, WhatIsWrittenReadsBack, ()) {
  auto const value =
      *rc::gen::oneOf(rc::gen::inRange<char32_t>(0, 0xd800), rc::gen::inRange<char32_t>(0xe000, 0x110000));
  std::string text;
  append_utf8(text, value);
  CodePoint const point = first_code_point(text + "x");
  RC_ASSERT(point.valid && point.value == value && point.bytes == text.size());
}

}  // namespace
}  // namespace weft
