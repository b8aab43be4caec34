// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// The form of text for people. By default without limits: everything, on lines of any length.
struct TextLayout {
  std::size_t line =
      0;  ///< columns of a line: longer sentences are wrapped, wider tables lose columns; 0: any
  std::size_t screen = 0;  ///< lines of the screen; 0: any number
  /// The maximum number of rows of a table; of a result, only its main tables and the settings that differ
  /// from the defaults; 0: everything.
  std::size_t rows = 0;
  bool emphasis = false;  ///< bold headings and colors, as escape sequences of ANSI terminals
  /// Tables to show whole, in addition; `settings`, `notes` and `run` are names, too.
  std::vector<std::string> details = {};

  friend bool operator==(TextLayout const&, TextLayout const&) = default;
};

/// The rows of a table that a person sees unless more are requested.
inline constexpr std::size_t brief_rows = 10;

/// The layout for the output of a descriptor: the size of its terminal; elsewhere lines of any length.
TextLayout text_layout(int descriptor);

/// Returns whether a descriptor leads to a terminal that shows bold and colors, and NO_COLOR is not set.
bool shows_emphasis(int descriptor);

/// The text between escape sequences for bold, if `emphasis`.
std::string in_bold(std::string_view text, bool emphasis);
/// The text with words of warning in red, such as `saturated`, on lines without other emphasis.
std::string with_red_warnings(std::string const& text);

/// A text on lines of at most `line` columns (0: one line), all but the first indented; ends with a newline.
/// Words longer than a line stay whole, so that a path can be copied.
std::string wrapped(std::string_view text, std::size_t line, std::size_t indent = 0);

/// The lines of wrapped() without indentation.
std::vector<std::string> wrapped_lines(std::string_view text, std::size_t columns);

}  // namespace weft
