// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace weft::report {

/// Text as HTML character data or attribute value: markup is escaped; characters that HTML does not allow,
/// and characters that change the direction of the text around them, become U+FFFD.
std::string escape_html(std::string_view text);

/// The same for reading: a text of more than `most` bytes is cut, with the whole in a tooltip.
std::string shown_html(std::string_view text, std::size_t most = 400);

/// The same for specs and commands: a line may end after a comma.
std::string shown_spec(std::string_view text, std::size_t most = 400);

/// JSON inside a <script> element: no text in it can end the element, or turn its
/// direction.
std::string json_in_html(std::string_view json);

/// The source of a Content-Security-Policy that lets exactly this script or style in: 'sha256-..'.
std::string hash_source(std::string_view text);

/// A word of a shell, quoted where needed.
std::string shell_word(std::string_view word);

/// A README (CommonMark with tables) as HTML below headings of `level`: its headings come one level deeper,
/// and its title, the first heading, is left out. Markup in it is text. A picture becomes its description,
/// as a link to the figure of the page; `figure_of` returns its id for the title of the picture; links that
/// lead nowhere outside their folder become the text that they stand on.
std::string markdown_html(
    std::string_view text, int level,
    std::function<std::string(std::string_view title)> const& figure_of = [](std::string_view) {
      return std::string();
    });

}  // namespace weft::report
