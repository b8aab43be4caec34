#include "weft/chart/text.hpp"

#include <gtest/gtest.h>

namespace weft::chart {
namespace {

using Lines = std::vector<std::string>;

TEST(TakeCodePointTest, WalksThroughText) {
  std::string_view text = "aß€𝔽\xff";
  for (char32_t const expected : {U'a', U'ß', U'€', U'𝔽', U'\uFFFD'})
    EXPECT_EQ(take_code_point(text).value, expected);
  EXPECT_TRUE(text.empty());
}

TEST(TextWidthTest, GrowsWithTheTextAndTheFont) {
  EXPECT_EQ(text_width("", 12), 0);
  EXPECT_LT(text_width("ill", 12), text_width("mmm", 12));
  EXPECT_DOUBLE_EQ(text_width("8×8", 24), 2 * text_width("8×8", 12));
  EXPECT_GT(text_width("a", 12, true), text_width("a", 12));
  EXPECT_NEAR(text_width("1,048,576", 10), 54, 6);
}

TEST(WrapTextTest, BreaksAtSpacesOnly) {
  EXPECT_EQ(wrap_text("", 10, 100), Lines{});
  EXPECT_EQ(wrap_text("one two", 10, 1000), Lines{"one two"});
  EXPECT_EQ(wrap_text("one two  three", 10, 45), (Lines{"one two", "three"}));
  EXPECT_EQ(wrap_text("incompressible x", 10, 5), (Lines{"incompressible", "x"}));
}

TEST(ShortenTextTest, KeepsWhatFits) {
  EXPECT_EQ(shorten_text("torus", 10, 100), "torus");
  std::string const cut = shorten_text("torus:sides=128x128x64", 10, 60);
  EXPECT_TRUE(cut.starts_with("torus:") && cut.ends_with("…")) << cut;
  EXPECT_LE(text_width(cut, 10), 60);
  EXPECT_EQ(shorten_text("torus", 10, 0), "…");
}

}  // namespace
}  // namespace weft::chart
