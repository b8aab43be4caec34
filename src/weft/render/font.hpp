// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "weft/render/drawing.hpp"

namespace weft::render {

/// A TrueType font embedded in Weft (tools/fonts): characters of the Basic Multilingual Plane, no composite
/// glyphs. Lengths are in units of the font size, y grows upwards.
class Font {
 public:
  using Glyph = std::uint16_t;

  /// `bytes`: the font file, which must outlive the font.
  explicit Font(std::string_view bytes);

  /// Returns the glyph of a character; 0, an empty box, if the font lacks the character.
  Glyph glyph(char32_t character) const;
  /// Returns the glyphs of a UTF-8 text.
  std::vector<Glyph> glyphs(std::string_view text) const;
  double advance(Glyph glyph) const;
  double width(std::vector<Glyph> const& glyphs) const;
  Outline outline(Glyph glyph) const;
  /// Returns the font file with the outlines of `glyphs` only; glyph numbers are unchanged.
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

/// Returns the regular or the bold font of pictures.
Font const& font(bool bold);

}  // namespace weft::render
