#include "weft/report/text.hpp"

#include <array>

namespace weft::report {

namespace {

constexpr CodePoint replacement(std::string_view text) { return {U'\uFFFD', text.substr(0, 1)}; }

CodePoint decode(std::string_view text) {
  auto const first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return {first, text.substr(0, 1)};
  std::size_t const length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return replacement(text);
  char32_t value = first & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    auto const byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0u) != 0x80u) return replacement(text);
    value = value << 6 | (byte & 0x3Fu);
  }
  constexpr std::array<char32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  bool const surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < least[length] || value > 0x10FFFF || surrogate) return replacement(text);
  return {value, text.substr(0, length)};
}

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
  CodePoint const c = decode(text);
  text.remove_prefix(c.bytes.size());
  return c;
}

double text_width(std::string_view text, double font_size, bool bold) {
  double sum = 0;
  while (!text.empty()) sum += character_width(take_code_point(text).value);
  return sum * font_size * (bold ? 1.1 : 1.0);
}

std::vector<std::string> wrap_text(std::string_view text, double font_size, double width, bool bold) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    std::size_t const end = text.find(' ');
    std::string const word{text.substr(0, end)};
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (word.empty()) continue;
    if (!lines.empty() && text_width(lines.back() + ' ' + word, font_size, bold) <= width) {
      lines.back() += ' ' + word;
    } else {
      lines.push_back(word);
    }
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

}  // namespace weft::report
