// SPDX-License-Identifier: Apache-2.0
#include "weft/render/pdf.hpp"

#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "weft/core/utf8.hpp"
#include "weft/render/deflate.hpp"
#include "weft/render/font.hpp"

namespace weft::render {
namespace {

/// Formats a number with at most four decimals, without trailing zeros.
std::string decimal(double value) {
  auto text = fmt::format("{:.4f}", std::isfinite(value) ? value : 0.0);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string coordinates(Point p) { return decimal(p.x) + ' ' + decimal(p.y); }

std::string outline_operators(Outline const& outline) {
  std::string out;
  for (auto const& [kind, p] : outline) switch (kind) {
      case Segment::move: out += coordinates(p[0]) + " m\n"; break;
      case Segment::line: out += coordinates(p[0]) + " l\n"; break;
      case Segment::cubic:
        out += coordinates(p[0]) + ' ' + coordinates(p[1]) + ' ' + coordinates(p[2]) + " c\n";
        break;
      case Segment::close: out += "h\n"; break;
    }
  return out;
}

std::string color_operands(Color const& color) {
  return fmt::format("{} {} {}", decimal(color.red / 255.0), decimal(color.green / 255.0),
                     decimal(color.blue / 255.0));
}

/// Returns the text in UTF-16, as hexadecimal digits.
std::string utf16_digits(std::string_view text) {
  std::string digits;
  while (!text.empty()) {
    auto const c = first_code_point(text);
    auto const value = c.valid ? c.value : U'\uFFFD';
    if (value < 0x10000)
      digits += fmt::format("{:04X}", static_cast<std::uint32_t>(value));
    else
      digits += fmt::format("{:04X}{:04X}", 0xD800 + ((value - 0x10000) >> 10),
                            0xDC00 + ((value - 0x10000) & 0x3FFU));
    text.remove_prefix(c.bytes);
  }
  return digits;
}

/// The glyphs of one font that a page uses, with their characters.
using UsedGlyphs = std::map<Font::Glyph, std::string>;

/// The operators of a page, and the resources that they name.
class Content {
 public:
  explicit Content(Drawing const& drawing) {
    auto const scale = decimal(drawing.unit);
    text_ = fmt::format("{} 0 0 -{} 0 {} cm\n", scale, scale, decimal(drawing.height * drawing.unit));
    for (auto const& item : drawing.items) std::visit([this](auto const& each) { add(each); }, item);
  }

  std::string const& text() const { return text_; }
  std::array<UsedGlyphs, 2> const& glyphs() const { return glyphs_; }  ///< regular, bold

  /// Returns the graphics states /G0, /G1, .. as entries of a dictionary.
  std::string states() const {
    std::string out;
    for (auto const& [opacity, number] : states_)
      out +=
          fmt::format("/G{} << /ca {} /CA {} >> ", number, decimal(opacity.first), decimal(opacity.second));
    return out;
  }

 private:
  void set_opacity(double fill, double stroke) {
    auto const next = states_.size();
    auto const state = states_.try_emplace({fill, stroke}, next).first->second;
    if (state == state_) return;
    state_ = state;
    text_ += fmt::format("/G{} gs\n", state);
  }

  void set_stroke(Stroke const& stroke) {
    text_ += color_operands(stroke.color) + " RG " + decimal(stroke.width) + " w ";
    text_ += stroke.round ? "1 j " : "0 j ";
    std::string dashes;
    for (double const length : stroke.dashes) dashes += (dashes.empty() ? "" : " ") + decimal(length);
    text_ += "[" + dashes + "] 0 d\n";
  }

  void add(Shape const& shape) {
    if (!shape.fill && !shape.stroke) return;
    set_opacity(shape.fill ? shape.fill->opacity : 1, shape.stroke ? shape.stroke->color.opacity : 1);
    if (shape.fill) text_ += color_operands(*shape.fill) + " rg\n";
    if (shape.stroke) set_stroke(*shape.stroke);
    text_ += outline_operators(shape.outline);
    text_ += shape.fill && shape.stroke ? "B\n" : shape.fill ? "f\n" : "S\n";
  }

  void add(Label const& label) {
    auto const& face = font(label.bold);
    auto const glyphs = face.glyphs(label.text);
    std::string digits;
    auto rest = std::string_view(label.text);
    for (auto const glyph : glyphs) {
      auto const bytes = first_code_point(rest).bytes;
      glyphs_[label.bold ? 1 : 0].try_emplace(glyph, rest.substr(0, bytes));
      rest.remove_prefix(bytes);
      digits += fmt::format("{:04X}", glyph);
    }
    double const c = std::cos(label.angle), s = std::sin(label.angle),
                 before = label.anchor * face.width(glyphs) * label.size;
    Point const at{label.at.x - before * c, label.at.y - before * s};
    set_opacity(label.color.opacity, 1);
    text_ += fmt::format("BT /F{} {} Tf {} {} {} {} {} Tm\n", label.bold ? 1 : 0, decimal(label.size),
                         decimal(c), decimal(s), decimal(s), decimal(-c), coordinates(at));
    if (label.halo) {
      set_stroke(*label.halo);
      text_ += "1 Tr <" + digits + "> Tj\n";
      text_ += fmt::format("{} {} {} {} {} Tm\n", decimal(c), decimal(s), decimal(s), decimal(-c),
                           coordinates(at));
    }
    text_ += color_operands(label.color) + " rg 0 Tr <" + digits + "> Tj ET\n";
  }

  std::string text_;
  std::map<std::pair<double, double>, std::size_t> states_;
  std::size_t state_ = ~std::size_t{0};
  std::array<UsedGlyphs, 2> glyphs_;
};

/// Returns the map from glyphs to characters, for search and copying.
std::string character_map(UsedGlyphs const& glyphs) {
  std::string out =
      "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
      "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
      "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
      "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n";
  constexpr std::size_t max_block = 100;
  std::size_t left = glyphs.size(), in_block = 0;
  for (auto const& [glyph, character] : glyphs) {
    if (in_block == 0) {
      in_block = std::min(left, max_block);
      left -= in_block;
      out += fmt::format("{} beginbfchar\n", in_block);
    }
    out += fmt::format("<{:04X}> <{}>\n", glyph, utf16_digits(character));
    if (--in_block == 0) out += "endbfchar\n";
  }
  return out + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n";
}

/// The objects of a file, numbered from 1.
class Objects {
 public:
  std::size_t reserve() {
    objects_.emplace_back();
    return objects_.size();
  }
  std::size_t add(std::string object) {
    objects_.push_back(std::move(object));
    return objects_.size();
  }
  std::size_t add_stream(std::string const& bytes, std::string const& entries = {}) {
    auto const packed = deflated(bytes);
    return add(fmt::format("<< /Length {} /Filter /FlateDecode {}>>\nstream\n", packed.size(), entries) +
               packed + "\nendstream");
  }
  void set(std::size_t number, std::string object) { objects_[number - 1] = std::move(object); }

  std::string file(std::size_t root, std::size_t info) const {
    std::string out = "%PDF-1.4\n%\xE2\xE3\xCF\xD3\n";
    std::string table = fmt::format("xref\n0 {}\n0000000000 65535 f \n", objects_.size() + 1);
    for (std::size_t i = 0; i < objects_.size(); ++i) {
      table += fmt::format("{:010} 00000 n \n", out.size());
      out += fmt::format("{} 0 obj\n", i + 1) + objects_[i] + "\nendobj\n";
    }
    auto const begin = out.size();
    return out + table +
           fmt::format("trailer\n<< /Size {} /Root {} 0 R /Info {} 0 R >>\nstartxref\n{}\n%%EOF\n",
                       objects_.size() + 1, root, info, begin);
  }

 private:
  std::vector<std::string> objects_;
};

/// Adds a font with the glyphs in use; returns its number.
std::size_t add_font(Objects& objects, UsedGlyphs const& glyphs, bool bold) {
  auto const& face = font(bold);
  std::set<Font::Glyph> used;
  std::string widths;
  constexpr double per_mille = 1000;
  for (auto const& [glyph, character] : glyphs) {
    used.insert(glyph);
    widths += fmt::format("{} [{}] ", glyph, decimal(per_mille * face.advance(glyph)));
  }
  auto const file = face.subset(used);
  auto const* const name = bold ? "WEFTBB+DejaVuSans-Bold" : "WEFTAA+DejaVuSans";
  auto const data = objects.add_stream(file, fmt::format("/Length1 {} ", file.size()));
  auto const descriptor = objects.add(fmt::format(
      "<< /Type /FontDescriptor /FontName /{} /Flags 32 /FontBBox [-1100 -500 1800 1200] /ItalicAngle 0 "
      "/Ascent {} /Descent {} /CapHeight 729 /StemV {} /FontFile2 {} 0 R >>",
      name, decimal(per_mille * face.ascent()), decimal(per_mille * face.descent()), bold ? 150 : 80, data));
  auto const glyph_font = objects.add(fmt::format(
      "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /{} /CIDToGIDMap /Identity /DW 600 /W [{}] "
      "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor {} 0 R >>",
      name, widths, descriptor));
  auto const characters = objects.add_stream(character_map(glyphs));
  return objects.add(
      fmt::format("<< /Type /Font /Subtype /Type0 /BaseFont /{} /Encoding /Identity-H /DescendantFonts "
                  "[{} 0 R] /ToUnicode {} 0 R >>",
                  name, glyph_font, characters));
}

}  // namespace

std::string pdf_bytes(Drawing const& drawing) {
  Content const content(drawing);
  Objects objects;
  auto const catalog = objects.reserve(), pages = objects.reserve(), page = objects.reserve();
  std::string fonts;
  for (bool const bold : {false, true})
    if (auto const& glyphs = content.glyphs()[bold ? 1 : 0]; !glyphs.empty())
      fonts += fmt::format("/F{} {} 0 R ", bold ? 1 : 0, add_font(objects, glyphs, bold));
  auto const operators = objects.add_stream(content.text());
  objects.set(catalog, fmt::format("<< /Type /Catalog /Pages {} 0 R >>", pages));
  objects.set(pages, fmt::format("<< /Type /Pages /Kids [{} 0 R] /Count 1 >>", page));
  objects.set(
      page,
      fmt::format("<< /Type /Page /Parent {} 0 R /MediaBox [0 0 {} {}] /Contents {} 0 R /Group << "
                  "/S /Transparency /CS /DeviceRGB >> /Resources << /Font << {}>> /ExtGState << {}>> >> >>",
                  pages, decimal(drawing.width * drawing.unit), decimal(drawing.height * drawing.unit),
                  operators, fonts, content.states()));
  auto const words = [](std::string const& text) { return "<FEFF" + utf16_digits(text) + ">"; };
  auto const info = objects.add("<< /Producer (weft) /Title " + words(drawing.title) + " /Subject " +
                                words(drawing.description) + " >>");
  return objects.file(catalog, info);
}

}  // namespace weft::render
