#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace weft {

/// One character of UTF-8 text. A byte that begins no valid character stands alone, with `valid` false.
struct CodePoint {
  char32_t value;
  std::size_t bytes;
  bool valid;
};

/// The first character of a text that is not empty.
CodePoint first_code_point(std::string_view text);

/// Appends one character.
void append_utf8(std::string& text, char32_t value);

/// How many columns of a terminal UTF-8 text takes; bytes that are not UTF-8 take one each.
std::size_t display_width(std::string_view text);

}  // namespace weft
