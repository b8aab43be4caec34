// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// Layout of formatted text; by default without limits: everything, on lines of any length.
struct TextLayout {
  std::size_t line =
      0;  ///< columns per line: longer sentences are wrapped, wider tables lose columns; 0: any
  std::size_t screen = 0;  ///< lines of the screen; 0: any number
  /// Maximum number of rows of a table; of a result, only its main tables and the settings that differ from
  /// the defaults are shown; 0: everything.
  std::size_t rows = 0;
  bool emphasis = false;  ///< bold headings and colors, as escape sequences of ANSI terminals
  /// Additional tables to show in full; `settings`, `notes` and `run` are also accepted.
  std::vector<std::string> details = {};

  friend bool operator==(TextLayout const&, TextLayout const&) = default;
};

/// Number of table rows shown by default.
inline constexpr std::size_t brief_rows = 10;

/// Returns the layout for the output of a descriptor: the size of its terminal; lines of any length if it is
/// not a terminal.
TextLayout text_layout(int descriptor);

/// Returns whether a descriptor leads to a terminal that shows bold and colors, and NO_COLOR is not set.
bool shows_emphasis(int descriptor);

/// Returns the text in bold (ANSI escape sequences) if `emphasis`.
std::string in_bold(std::string_view text, bool emphasis);
/// Returns the text with warnings such as `saturated` in red, on lines without other emphasis.
std::string highlight_warnings(std::string const& text);

/// Wraps a string to lines of at most `line` columns (0: one line), all but the first indented; ends with a
/// newline. Words longer than a line are not broken, so that a path can be copied.
std::string wrapped(std::string_view text, std::size_t line, std::size_t indent = 0);

/// Returns the lines of wrapped() without indentation.
std::vector<std::string> wrapped_lines(std::string_view text, std::size_t columns);

}  // namespace weft
