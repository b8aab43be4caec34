#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft::chart {

/// One character of UTF-8 text; a byte that begins no valid sequence is U+FFFD.
struct CodePoint {
  char32_t value = 0;
  std::string_view bytes;
};

/// Removes the first character of `text`, which must not be empty.
CodePoint take_code_point(std::string_view& text);

/// The approximate width in pixels of `text` in a sans-serif font, on the generous side (DejaVu's widths).
double text_width(std::string_view text, double font_size, bool bold = false);
/// That of the widest of these lines.
double text_width(std::vector<std::string> const& lines, double font_size);

/// `text` broken at spaces into lines no wider than `width`, if the words allow it. Empty text has no lines.
std::vector<std::string> wrap_text(std::string_view text, double font_size, double width, bool bold = false);

/// `text` itself if it is no wider than `width`; otherwise its beginning and an ellipsis.
std::string shorten_text(std::string_view text, double font_size, double width);

}  // namespace weft::chart
