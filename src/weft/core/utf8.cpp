// SPDX-License-Identifier: Apache-2.0
#include "weft/core/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

namespace weft {
namespace {

struct Block {
  char32_t first, last;
};

template <std::size_t size>
bool is_in(std::array<Block, size> const& blocks, char32_t c) {
  return std::any_of(blocks.begin(), blocks.end(), [c](Block b) { return b.first <= c && c <= b.last; });
}

constexpr std::array combining{Block{0x300, 0x36f}, Block{0x200b, 0x200f}, Block{0x20d0, 0x20ff},
                               Block{0xfe00, 0xfe0f}};
constexpr std::array wide{Block{0x1100, 0x115f},  Block{0x2e80, 0xa4cf},   Block{0xac00, 0xd7a3},
                          Block{0xf900, 0xfaff},  Block{0xfe30, 0xfe6f},   Block{0xff00, 0xff60},
                          Block{0xffe0, 0xffe6},  Block{0x1f300, 0x1f64f}, Block{0x1f900, 0x1f9ff},
                          Block{0x20000, 0x3fffd}};

std::size_t width_of(char32_t c) {
  if (c < combining.front().first) return 1;
  return is_in(combining, c) ? 0 : is_in(wide, c) ? 2 : 1;
}

std::size_t encoded_size(char32_t value) {
  return value < 0x80 ? 1 : value < 0x800 ? 2 : value < 0x10000 ? 3 : 4;
}

}  // namespace

CodePoint first_code_point(std::string_view text) {
  auto const lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return {lead, 1, true};
  CodePoint const alone{lead, 1, false};
  std::size_t const bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc0 || lead >= 0xf8 || bytes > text.size()) return alone;
  char32_t value = lead & (0x7fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    auto const next = static_cast<unsigned char>(text[i]);
    if ((next & 0xc0u) != 0x80) return alone;
    value = value << 6 | (next & 0x3fu);
  }
  bool const surrogate = value >= 0xd800 && value < 0xe000;
  if (surrogate || value > 0x10ffff || encoded_size(value) != bytes) return alone;
  return {value, bytes, true};
}

void append_utf8(std::string& text, char32_t value) {
  std::size_t const bytes = encoded_size(value);
  if (bytes == 1) {
    text += static_cast<char>(value);
    return;
  }
  unsigned const mark = 0xf00u >> bytes;  // the first byte starts with one 1 bit per byte
  for (std::size_t i = bytes; i-- > 0;) {
    auto const bits = static_cast<unsigned>(value >> 6 * i);
    text += static_cast<char>(i + 1 == bytes ? bits | mark : (bits & 0x3fu) | 0x80u);
  }
}

std::string escaped(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    CodePoint const point = first_code_point(text);
    bool const control =
        point.value < 0x20 || (point.value >= 0x7f && point.value < 0xa0) || point.value == 0xfeff;
    if (!point.valid || (control && point.value < 0x100))
      safe += point.value == '\n'   ? "\\n"
              : point.value == '\t' ? "\\t"
              : point.value == '\r' ? "\\r"
                                    : fmt::format("\\x{:02x}", static_cast<std::uint32_t>(point.value));
    else if (control)
      safe += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(point.value));
    else
      safe += text.substr(0, point.bytes);
    text.remove_prefix(point.bytes);
  }
  return safe;
}

std::string_view first_columns(std::string_view text, std::size_t columns) {
  std::string_view rest = text;
  for (std::size_t width = 0; !rest.empty();) {
    CodePoint const point = first_code_point(rest);
    width += width_of(point.value);
    if (width > columns) break;
    rest.remove_prefix(point.bytes);
  }
  return text.substr(0, text.size() - rest.size());
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    CodePoint const point = first_code_point(text);
    width += width_of(point.value);
    text.remove_prefix(point.bytes);
  }
  return width;
}

}  // namespace weft
