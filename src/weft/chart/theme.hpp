// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace weft::chart {

/// Okabe and Ito's colors, which stay apart in all common kinds of color blindness; their yellow, too pale on
/// white, is replaced by gray.
inline constexpr std::array<std::string_view, 8> palette{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                         "#E69F00", "#56B4E9", "#000000", "#888888"};

constexpr std::string_view palette_color(std::size_t place) { return palette[place % palette.size()]; }

/// From less to more: one hue, even steps of lightness.
inline constexpr std::array<std::string_view, 8> shades{"#F9E4DA", "#EFC3AE", "#E3A184", "#D47C5A",
                                                        "#BC5639", "#A53B2D", "#892329", "#55103A"};
/// From less to more, of numbers of channels.
inline constexpr std::array<std::string_view, 6> count_shades{"#D6E6F4", "#A9CDE6", "#6CAED6",
                                                              "#3787C0", "#115CA5", "#08306B"};

/// `on_dark`: text on the darker half of the shades. `absent`: where there is no channel; `idle`: a channel
/// without load.
inline constexpr std::string_view paper = "#ffffff", ink = "#222222", soft_ink = "#595959",
                                  axis_gray = "#666666", grid_gray = "#E3E3E3", reference_gray = "#444444",
                                  on_dark = "#FEFEFE", absent = "#DCDCDC", idle = "#B9B9B9",
                                  router_color = "#1B3A57", node_color = "#E69F00", node_edge = "#7A5500";

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
