// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/svg.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <gtest/gtest.h>

#include "support/picture.hpp"

namespace weft::chart {
namespace {

TEST(EscapeXmlTest, EscapesMarkup) {
  EXPECT_EQ(escape_xml("a < b && \"c\" > 'd'"), "a &lt; b &amp;&amp; &quot;c&quot; &gt; 'd'");
  EXPECT_EQ(escape_xml("8×8, α ≤ 2, 𝔽"), "8×8, α ≤ 2, 𝔽");
}

TEST(EscapeXmlTest, ReplacesCharactersThatXmlForbids) {
  EXPECT_EQ(escape_xml(std::string_view{"a\0b\x1b", 4}), "a\uFFFDb\uFFFD");
  EXPECT_EQ(escape_xml("\xff|\xc3|\xe2\x82|\xc0\xaf|\xed\xa0\x80"),
            "\uFFFD|\uFFFD|\uFFFD\uFFFD|\uFFFD\uFFFD|\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(escape_xml("\uFFFE\uFFFF"), "\uFFFD\uFFFD");
  EXPECT_EQ(escape_xml("x\tz\n"), "x\tz\n");
}

TEST(SvgNumberTest, FormatsShortFixedPointNumbers) {
  EXPECT_EQ(svg_number(0), "0");
  EXPECT_EQ(svg_number(12), "12");
  EXPECT_EQ(svg_number(100), "100");
  EXPECT_EQ(svg_number(1.5), "1.5");
  EXPECT_EQ(svg_number(-1.0 / 3), "-0.33");
  EXPECT_EQ(svg_number(2.999), "3");
  EXPECT_EQ(svg_number(-0.001), "0");
  EXPECT_EQ(svg_number(1e-20), "0");
}

TEST(SvgNumberTest, WritesZeroForValuesThatAreNotFinite) {
  EXPECT_EQ(svg_number(std::nan("")), "0");
  EXPECT_EQ(svg_number(std::numeric_limits<double>::infinity()), "0");
  EXPECT_EQ(svg_number(-std::numeric_limits<double>::infinity()), "0");
}

TEST(ElementTest, WritesNestedElements) {
  Element root{"g"};
  root.set("class", "a \"b\"").set("x", 1.25);
  root.add(Element{"rect"});
  root.add(Element{"text"}).text("1 < 2");
  EXPECT_EQ(root.str(),
            "<g class=\"a &quot;b&quot;\" x=\"1.25\">\n"
            "  <rect/>\n"
            "  <text>1 &lt; 2</text>\n"
            "</g>\n");
}

TEST(SvgDocumentTest, HasAWhiteBackgroundAndATitle) {
  auto const nodes = parse_xml(svg_document(300, 200.5, "a & b").str());
  ASSERT_EQ(nodes.size(), 3U);
  EXPECT_EQ(nodes[0].attributes.at("viewBox"), "0 0 300 200.5");
  EXPECT_EQ(nodes[0].attributes.at("aria-label"), "a & b");
  EXPECT_EQ(nodes[0].attributes.at("font-family"), "sans-serif");
  EXPECT_EQ(nodes[1].text, "a & b");
  EXPECT_EQ(nodes[2].attributes.at("fill"), "#ffffff");
  EXPECT_EQ(nodes[2].attributes.at("class"), "paper");
}

TEST(ParseXmlTest, RejectsMalformedXml) {
  for (auto const* text : {"", "<a>", "<a></b>", "<a b=\"1\" b=\"2\"/>", "<a b=\"<\"/>", "<a>&x;</a>",
                           "<a/><b/>", "<a>>", "<a>\x01</a>", "<a b=1/>", "<a>\xff</a>"}) {
    EXPECT_THROW(parse_xml(text), std::runtime_error) << text;
  }
}

using Lines = std::vector<std::string>;

TEST(TakeCodePointTest, DecodesTextAndInvalidBytes) {
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

TEST(ShortenTextTest, TruncatesOnlyTextThatDoesNotFit) {
  EXPECT_EQ(shorten_text("torus", 10, 100), "torus");
  std::string const cut = shorten_text("torus:sides=128x128x64", 10, 60);
  EXPECT_TRUE(cut.starts_with("torus:") && cut.ends_with("…")) << cut;
  EXPECT_LE(text_width(cut, 10), 60);
  EXPECT_EQ(shorten_text("torus", 10, 0), "…");
}

}  // namespace
}  // namespace weft::chart
