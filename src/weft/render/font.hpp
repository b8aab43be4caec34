// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "weft/render/drawing.hpp"

namespace weft::render {

/// A TrueType font of Weft (tools/fonts): characters of the basic plane, glyphs without components. Lengths
/// are in units of the font size, y grows upwards.
class Font {
 public:
  using Glyph = std::uint16_t;

  /// `bytes`: the file, which must live as long as the font.
  explicit Font(std::string_view bytes);

  /// The glyph of a character; 0, an empty box, for a character without one.
  Glyph glyph(char32_t character) const;
  /// The glyphs of a UTF-8 text.
  std::vector<Glyph> glyphs(std::string_view text) const;
  double advance(Glyph glyph) const;
  double width(std::vector<Glyph> const& glyphs) const;
  Outline outline(Glyph glyph) const;
  /// The font file with the outlines of these glyphs only; their numbers stay.
  std::string subset(std::set<Glyph> const& glyphs) const;

  std::size_t num_glyphs() const { return num_glyphs_; }
  double ascent() const;
  double descent() const;

 private:
  struct TableAt {
    std::size_t begin = 0, length = 0;
  };
  std::uint32_t number(std::size_t at, int bytes) const;
  std::int16_t signed_number(std::size_t at) const { return static_cast<std::int16_t>(number(at, 2)); }
  TableAt table(std::string_view tag) const;
  TableAt glyph_data(Glyph glyph) const;

  std::string_view bytes_;
  TableAt cmap_, glyf_, hhea_, hmtx_, loca_;
  double units_ = 1;
  std::size_t num_glyphs_ = 0;
};

/// The fonts of pictures.
Font const& font(bool bold);

}  // namespace weft::render
