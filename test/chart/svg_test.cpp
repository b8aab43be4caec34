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

TEST(EscapeXmlTest, ReplacesWhatXmlForbids) {
  EXPECT_EQ(escape_xml(std::string_view{"a\0b\x1b", 4}), "a\uFFFDb\uFFFD");
  EXPECT_EQ(escape_xml("\xff|\xc3|\xe2\x82|\xc0\xaf|\xed\xa0\x80"),
            "\uFFFD|\uFFFD|\uFFFD\uFFFD|\uFFFD\uFFFD|\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(escape_xml("\uFFFE\uFFFF"), "\uFFFD\uFFFD");
  EXPECT_EQ(escape_xml("x\tz\n"), "x\tz\n");
}

TEST(SvgNumberTest, IsShortAndFixed) {
  EXPECT_EQ(svg_number(0), "0");
  EXPECT_EQ(svg_number(12), "12");
  EXPECT_EQ(svg_number(100), "100");
  EXPECT_EQ(svg_number(1.5), "1.5");
  EXPECT_EQ(svg_number(-1.0 / 3), "-0.33");
  EXPECT_EQ(svg_number(2.999), "3");
  EXPECT_EQ(svg_number(-0.001), "0");
  EXPECT_EQ(svg_number(1e-20), "0");
}

TEST(SvgNumberTest, NeverWritesWhatIsNoNumber) {
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

TEST(ParseXmlTest, RefusesWhatIsNotWellFormed) {
  for (auto const* text : {"", "<a>", "<a></b>", "<a b=\"1\" b=\"2\"/>", "<a b=\"<\"/>", "<a>&x;</a>",
                           "<a/><b/>", "<a>>", "<a>\x01</a>", "<a b=1/>", "<a>\xff</a>"}) {
    EXPECT_THROW(parse_xml(text), std::runtime_error) << text;
  }
}

}  // namespace
}  // namespace weft::chart
