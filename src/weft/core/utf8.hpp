// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace weft {

/// A character of UTF-8 text. A byte that does not begin a valid character counts as a character of one byte,
/// with `valid` false.
struct CodePoint {
  char32_t value;
  std::size_t bytes;
  bool valid;
};

/// Returns the first character of a nonempty text.
CodePoint first_code_point(std::string_view text);

/// Appends one character.
void append_utf8(std::string& text, char32_t value);

/// Returns the text as one line that is safe on a terminal: control characters and invalid UTF-8 are escaped
/// as
/// , \t or \x1b.
std::string escaped(std::string_view text);

/// Returns the longest prefix with a width of at most `columns` columns.
std::string_view first_columns(std::string_view text, std::size_t columns);

/// Returns the width of UTF-8 text on a terminal, in columns; invalid bytes count as one column each.
std::size_t display_width(std::string_view text);

}  // namespace weft
