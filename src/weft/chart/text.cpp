#include "weft/chart/text.hpp"

#include <algorithm>

#include "weft/core/utf8.hpp"

namespace weft::chart {
namespace {

/// In units of the font size.
double character_width(char32_t c) {
  auto const among = [c](std::string_view set) {
    return c < 0x80 && set.find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (among("ijl'|")) return 0.29;
  if (among(" .,:;/\\I!()[]-ftr")) return 0.40;
  if (among("mMW@%w")) return 0.98;
  if (among("+<>=~_#^&") || c == U'×' || c == U'≤' || c == U'≥') return 0.84;
  if (c >= U'A' && c <= U'Z') return 0.75;
  if ((c >= 0x2070 && c <= 0x209F) || c == U'¹' || c == U'²' || c == U'³') return 0.42;
  if (c == U'…' || (c >= 0x2E80 && c < 0xFFFD)) return 1.02;
  return 0.64;
}

}  // namespace

CodePoint take_code_point(std::string_view& text) {
  auto const first = weft::first_code_point(text);
  CodePoint const c{first.valid ? first.value : U'\uFFFD', text.substr(0, first.bytes)};
  text.remove_prefix(first.bytes);
  return c;
}

double text_width(std::string_view text, double font_size, bool bold) {
  double sum = 0;
  while (!text.empty()) sum += character_width(take_code_point(text).value);
  return sum * font_size * (bold ? 1.1 : 1.0);
}

double text_width(std::vector<std::string> const& lines, double font_size) {
  double widest = 0;
  for (auto const& line : lines) widest = std::max(widest, text_width(line, font_size));
  return widest;
}

std::vector<std::string> wrap_text(std::string_view text, double font_size, double width, bool bold) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    std::size_t const end = text.find(' ');
    std::string const word{text.substr(0, end)};
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (word.empty()) continue;
    if (!lines.empty() && text_width(lines.back() + ' ' + word, font_size, bold) <= width)
      lines.back() += ' ' + word;
    else
      lines.push_back(word);
  }
  return lines;
}

std::string shorten_text(std::string_view text, double font_size, double width) {
  if (text_width(text, font_size) <= width) return std::string{text};
  std::string out;
  for (double used = font_size * character_width(U'…'); !text.empty();) {
    CodePoint const c = take_code_point(text);
    used += font_size * character_width(c.value);
    if (used > width) break;
    out += c.bytes;
  }
  return out + "…";
}

}  // namespace weft::chart
