// SPDX-License-Identifier: Apache-2.0
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

/// The text with control characters and bytes that are not UTF-8 as \n, \t or \x1b: safe on a terminal, one
/// line.
std::string escaped(std::string_view text);

/// The longest beginning of at most `columns` columns.
std::string_view first_columns(std::string_view text, std::size_t columns);

/// The number of columns of a terminal that UTF-8 text takes; bytes that are not UTF-8 take one each.
std::size_t display_width(std::string_view text);

}  // namespace weft
