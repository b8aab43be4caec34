#pragma once

#include <string>
#include <string_view>

namespace weft::report {

/// Text as HTML character data or attribute value: markup is escaped; characters that HTML does not allow,
/// and those that change the direction of the text around them, become U+FFFD.
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

}  // namespace weft::report
