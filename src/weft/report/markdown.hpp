#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace weft::report {

/// A README (CommonMark with tables) as HTML below headings of `level`: its headings come one level deeper,
/// and its title, the first heading, is left out. Markup in it is text. A picture becomes its description,
/// as a link to the figure of the page whose id `figure_of` gives for the title of the picture; links that
/// lead nowhere outside their folder become the text that they stand on.
std::string markdown_html(
    std::string_view text, int level,
    std::function<std::string(std::string_view title)> const& figure_of = [](std::string_view) {
      return std::string();
    });

}  // namespace weft::report
