#pragma once

#include <string>
#include <string_view>

namespace weft::report {

/// A README (CommonMark with tables) as HTML below headings of `level`: its headings come one level deeper,
/// and its title, the first heading, is left out. Markup in it is text. Pictures become their description,
/// and links that lead nowhere outside their folder the text that they stand on.
std::string markdown_html(std::string_view text, int level);

}  // namespace weft::report
