// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace weft::report {

/// Returns text as HTML character data or attribute value: markup is escaped; characters that HTML does not
/// allow and bidirectional control characters become U+FFFD.
std::string escape_html(std::string_view text);

/// Returns escape_html(text) for display: a string of more than `max_bytes` bytes is truncated, with the
/// whole text, up to 20,000 columns, in a tooltip.
std::string shown_html(std::string_view text, std::size_t max_bytes = 400);

/// Returns shown_html(text) for specs and commands: a line may end after a comma.
std::string shown_spec(std::string_view text, std::size_t max_bytes = 400);

/// Returns JSON for a <script> element: no text in it can end the element or change the text direction.
std::string json_in_html(std::string_view json);

/// Returns the Content-Security-Policy source 'sha256-..' that allows exactly the given script or style.
std::string hash_source(std::string_view text);

/// Returns the word, quoted for a shell if needed.
std::string shell_word(std::string_view word);

/// Converts a README (CommonMark with tables) to HTML: its title, the first heading, is omitted, and its
/// headings of level 2 become headings of level `level`. Markup in the text is escaped. A picture becomes its
/// description, as a link to the figure on the page; `figure_of` returns the id of the figure for the title
/// of the picture. Relative links become plain text.
std::string markdown_html(
    std::string_view text, int level,
    std::function<std::string(std::string_view title)> const& figure_of = [](std::string_view) {
      return std::string();
    });

}  // namespace weft::report
