// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>
#include <regex>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include "weft/core/error.hpp"
#include "weft/render/font.hpp"
#include "weft/render/pdf.hpp"
#include "weft/render/picture_file.hpp"
#include "weft/render/raster.hpp"

namespace weft::render {
namespace {

std::string document(std::string const& content, std::string const& size = "width=\"20\" height=\"10\"") {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" " + size +
         " viewBox=\"0 0 20 10\">\n  <title>A &amp; B</title>\n" + content + "</svg>\n";
}

Image image_of(std::string const& content, double scale = 1) {
  return rasterize(read_svg(document(content)), scale);
}

/// Returns the number of pixels that a black picture covers.
double dark_area(Image const& image) {
  double area = 0;
  for (std::size_t i = 0; i < image.bytes.size(); i += 3) area += 1 - image.bytes[i] / 255.0;
  return area;
}

TEST(ReadSvg, ReadsSizesTitlesAndInheritedStyles) {
  auto const drawing = read_svg(document(
      "<g fill=\"#102030\" stroke=\"#405060\" stroke-width=\"2\"><title>not this</title>"
      "<rect x=\"1\" y=\"2\" width=\"3\" height=\"4\"/></g>\n<circle cx=\"1\" cy=\"1\" r=\"1\" fill=\"none\"/>\n<text x=\"1\"/>\n",
      "width=\"85mm\" height=\"42.5mm\""));
  EXPECT_EQ(drawing.title, "A & B");
  EXPECT_TRUE(drawing.printed);
  EXPECT_NEAR(drawing.unit * 20 / 72 * 25.4, 85, 1e-9);
  ASSERT_EQ(drawing.items.size(), 2U) << "an empty text is no item";
  auto const& rectangle = std::get<Shape>(drawing.items[0]);
  EXPECT_EQ(rectangle.fill->green, 0x20);
  EXPECT_EQ(rectangle.stroke->color.blue, 0x60);
  EXPECT_EQ(rectangle.stroke->width, 2);
  EXPECT_EQ(rectangle.outline[2].points[0].x, 4);
  auto const& circle = std::get<Shape>(drawing.items[1]);
  EXPECT_FALSE(circle.fill || circle.stroke) << "the style of a group ends with it";
}

TEST(ReadSvg, RejectsSvgThatWeftDoesNotWrite) {
  for (auto const* content : {"<image/>", "<path d=\"M0 0A1 1\"/>", "<rect fill=\"red\"/>",
                              "<text x=\"1\" y=\"1\" font-size=\"3\" transform=\"scale(2)\">a</text>"})
    EXPECT_THROW(read_svg(document(content)), std::logic_error) << content;
}

TEST(FontTest, HasTheMetricsAndOutlinesOfDejaVu) {
  auto const& face = font(false);
  EXPECT_EQ(face.advance(face.glyph(U'A')), 1401 / 2048.0);
  EXPECT_EQ(face.advance(face.glyph(U'l')), 569 / 2048.0);
  EXPECT_GT(font(true).advance(font(true).glyph(U'A')), face.advance(face.glyph(U'A')));
  EXPECT_EQ(face.glyph(U'中'), 0) << "no glyph";
  for (char32_t const c : {U'⁶', U'×', U'−', U'≤', U'…', U'↑', U'ü', U'β'}) EXPECT_NE(face.glyph(c), 0);
  auto const stem = face.outline(face.glyph(U'l'));  // a rectangle
  ASSERT_EQ(stem.front().kind, Segment::move);
  double low_x = 1, high_x = 0, high_y = 0;
  for (auto const& [kind, p] : stem) {
    if (kind == Segment::close) continue;
    low_x = std::min(low_x, p[0].x);
    high_x = std::max(high_x, p[0].x);
    high_y = std::max(high_y, p[0].y);
  }
  EXPECT_EQ(low_x, 193 / 2048.0);
  EXPECT_EQ(high_x, 377 / 2048.0);
  EXPECT_EQ(high_y, 1556 / 2048.0);
}

TEST(FontTest, SubsetsContainTheGlyphsAndAreSmaller) {
  auto const& face = font(false);
  auto const a = face.glyph(U'a'), b = face.glyph(U'b');
  auto const bytes = face.subset({a});
  Font const part(bytes);
  EXPECT_LT(bytes.size(), 10'000U);
  EXPECT_EQ(part.num_glyphs(), face.num_glyphs());
  EXPECT_EQ(part.outline(a).size(), face.outline(a).size());
  EXPECT_TRUE(part.outline(b).empty());
  EXPECT_EQ(part.advance(b), face.advance(b));
}

TEST(Raster, ComputesFractionalPixelCoverage) {
  auto const image = image_of("<rect x=\"2\" y=\"3\" width=\"4.5\" height=\"2\" fill=\"#000000\"/>");
  EXPECT_EQ(image.width, 20U);
  EXPECT_EQ(image.height, 10U);
  EXPECT_EQ(image.at(1, 3)[0], 255);
  EXPECT_EQ(image.at(2, 3)[0], 0);
  EXPECT_EQ(image.at(6, 4)[0], 128) << "half of it";
  EXPECT_EQ(image.at(7, 4)[0], 255);
  EXPECT_EQ(image.at(3, 5)[0], 255);
}

TEST(Raster, MatchesTheAreasOfShapes) {
  EXPECT_NEAR(dark_area(image_of("<circle cx=\"9\" cy=\"5\" r=\"4\" fill=\"#000000\"/>", 4)),
              16 * std::numbers::pi * 16, 3);
  EXPECT_NEAR(dark_area(image_of(
                  "<line x1=\"3\" y1=\"2\" x2=\"15\" y2=\"7\" stroke=\"#000000\" stroke-width=\"2\"/>")),
              13 * 2, 0.3);
  EXPECT_NEAR(
      dark_area(image_of(
          "<line x1=\"2\" y1=\"5\" x2=\"17\" y2=\"5\" stroke=\"#000000\" stroke-dasharray=\"3 2\"/>")),
      9, 0.1);
  EXPECT_NEAR(dark_area(image_of("<path d=\"M1 1h10v8h-10zM3 3v2h2v-2z\" fill=\"#000000\"/>")), 76, 0.2)
      << "a hole turns the other way";
  EXPECT_NEAR(dark_area(image_of("<rect x=\"15\" y=\"5\" width=\"10\" height=\"10\" fill=\"#000000\"/>")), 25,
              0.1)
      << "nothing beyond the edge";
  EXPECT_NEAR(
      dark_area(image_of(
          "<text x=\"10\" y=\"9\" font-size=\"8\" fill=\"#000000\" text-anchor=\"middle\">l</text>", 8)),
      184 * 1556 / 2048.0 / 2048 * 64 * 64, 2)
      << "the stem of the letter";
}

TEST(Raster, BlendsByOpacity) {
  auto const image = image_of(
      "<rect x=\"0\" y=\"0\" width=\"20\" height=\"10\" fill=\"#ff0000\"/>\n"
      "<rect x=\"0\" y=\"0\" width=\"10\" height=\"10\" fill=\"#0000ff\" fill-opacity=\"0.4\"/>");
  EXPECT_EQ(image.at(15, 5), (std::array<std::uint8_t, 3>{255, 0, 0}));
  EXPECT_EQ(image.at(5, 5), (std::array<std::uint8_t, 3>{153, 0, 102}));
}

std::uint32_t number_at(std::string const& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes.at(at + i));
  return value;
}

std::string inflated(std::string_view bytes, std::size_t size) {
  std::string out(size, '\0');
  uLongf length = size;
  auto const code = uncompress(reinterpret_cast<Bytef*>(out.data()), &length,
                               reinterpret_cast<Bytef const*>(bytes.data()), bytes.size());
  EXPECT_EQ(code, Z_OK);
  out.resize(length);
  return out;
}

TEST(Png, ContainsThePixels) {
  auto const image = image_of("<circle cx=\"9\" cy=\"5\" r=\"4\" fill=\"#0072B2\"/>");
  auto const png = png_bytes(image, 600);
  EXPECT_TRUE(png.starts_with("\x89PNG\r\n\x1A\n"));
  EXPECT_EQ(number_at(png, 16), 20U);
  EXPECT_EQ(number_at(png, 20), 10U);
  EXPECT_EQ(number_at(png, 8 + 25 + 8), 23'622U) << "pixels per meter";
  auto const data = png.find("IDAT");
  auto const rows = inflated(std::string_view(png).substr(data + 4, number_at(png, data - 4)), 10 * 61);
  std::vector<std::uint8_t> decoded;
  for (std::size_t y = 0; y < 10; ++y) {
    EXPECT_EQ(rows[y * 61], 2);
    for (std::size_t i = 0; i < 60; ++i)
      decoded.push_back(
          static_cast<std::uint8_t>(rows[y * 61 + 1 + i] + (y == 0 ? 0 : decoded[(y - 1) * 60 + i])));
  }
  EXPECT_EQ(decoded, image.bytes);
}

TEST(Png, Has600PixelsPerInchInPrint) {
  auto const printed = png_bytes(read_svg(document("", "width=\"85mm\" height=\"42.5mm\"")));
  EXPECT_EQ(number_at(printed, 16), 2008U) << "85 mm at 600 pixels per inch";
  EXPECT_EQ(number_at(png_bytes(read_svg(document(""))), 16), 40U);
}

/// Returns the streams of a PDF file, decompressed.
std::vector<std::string> streams_of(std::string const& pdf) {
  std::vector<std::string> streams;
  std::regex const head("/Length (\\d+) /Filter /FlateDecode[^>]*>>\nstream\n");
  for (std::sregex_iterator it(pdf.begin(), pdf.end(), head), end; it != end; ++it) {
    auto const begin = static_cast<std::size_t>(it->position() + it->length());
    streams.push_back(inflated(std::string_view(pdf).substr(begin, std::stoul((*it)[1])), 200'000));
  }
  return streams;
}

TEST(Pdf, HasAValidCrossReferenceTable) {
  auto const pdf = pdf_bytes(read_svg(
      document("<rect x=\"1\" y=\"2\" width=\"3\" height=\"4\" fill=\"#ff0000\" fill-opacity=\"0.5\"/>"
               "<text x=\"5\" y=\"6\" font-size=\"3\" fill=\"#000000\">Hü</text>",
               "width=\"85mm\" height=\"42.5mm\"")));
  EXPECT_TRUE(pdf.starts_with("%PDF-1.4\n"));
  EXPECT_TRUE(pdf.ends_with("%%EOF\n"));
  EXPECT_NE(pdf.find("/MediaBox [0 0 240.9449 120.4724]"), std::string::npos);
  auto const start = std::stoul(pdf.substr(pdf.rfind("startxref\n") + 10));
  ASSERT_EQ(pdf.substr(start, 5), "xref\n");
  std::regex const entry("(\\d{10}) 00000 n ");
  std::size_t number = 0;
  for (std::sregex_iterator it(pdf.begin() + static_cast<std::ptrdiff_t>(start), pdf.end(), entry), end;
       it != end; ++it) {
    auto const object = std::to_string(++number) + " 0 obj\n";
    EXPECT_EQ(pdf.substr(std::stoul((*it)[1]), object.size()), object);
  }
  EXPECT_GE(number, 9U);
}

TEST(Pdf, DrawsShapesAndSearchableText) {
  auto const pdf = pdf_bytes(read_svg(
      document("<rect x=\"1\" y=\"2\" width=\"3\" height=\"4\" fill=\"#ff0000\" fill-opacity=\"0.5\"/>"
               "<text x=\"5\" y=\"6\" font-size=\"3\" fill=\"#000000\" text-anchor=\"end\">Hü</text>")));
  auto const streams = streams_of(pdf);
  ASSERT_EQ(streams.size(), 3U) << "font, characters, page";
  EXPECT_NE(streams[1].find("<0048>"), std::string::npos);
  EXPECT_NE(streams[1].find("<00FC>"), std::string::npos);
  auto const& page = streams[2];
  EXPECT_NE(page.find("0.75 0 0 -0.75 0 7.5 cm"), std::string::npos) << page;
  EXPECT_NE(page.find("1 0 0 rg\n1 2 m\n4 2 l\n4 6 l\n1 6 l\nh\nf\n"), std::string::npos) << page;
  auto const& face = font(false);
  auto const begin = 5 - 3 * face.width(face.glyphs("Hü"));
  EXPECT_NE(page.find(fmt::format("1 0 0 -1 {:.4f} 6 Tm", begin)), std::string::npos) << page;
  EXPECT_NE(pdf.find("/ca 0.5"), std::string::npos);
  EXPECT_EQ(pdf_bytes(read_svg(document(""))), pdf_bytes(read_svg(document(""))));
}

TEST(PictureFile, SelectsTheFormatByTheExtension) {
  auto const svg = document("");
  EXPECT_EQ(picture_bytes(svg, "a.svg"), svg);
  EXPECT_EQ(picture_bytes(svg, "a"), svg);
  EXPECT_TRUE(picture_bytes(svg, "a.pdf").starts_with("%PDF"));
  EXPECT_TRUE(picture_bytes(svg, "a.png").starts_with("\x89PNG"));
  EXPECT_THROW(require_picture_extension("a.jpg"), InputError);
}

}  // namespace
}  // namespace weft::render
