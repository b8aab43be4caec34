#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace weft::chart {

/// The ground of a picture: white, dark, or what the reader's system prefers.
enum class Theme : std::uint8_t { light, dark, automatic };

/// The place that a picture is made for: a page or screen, a column of a paper, a slide.
enum class Width : std::uint8_t { page, column, slide };

/// The colors and the width of a picture.
struct Style {
  Theme theme = Theme::light;
  Width width = Width::page;
};

/// The class of what is drawn in this color, such as `ink`, `series-0` or `shade-3`; "" for a color that is
/// not of the palette. Lines have `-line` after it. Pages recolor pictures by these classes.
std::string_view color_class(std::string_view color);

/// The picture, drawn in the light theme, in another one.
std::string in_theme(std::string svg, Theme theme);

}  // namespace weft::chart
