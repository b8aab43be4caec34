// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace weft::chart {

/// The palette of Okabe and Ito, which is distinguishable under all common kinds of color blindness; its
/// yellow, too pale on white, is replaced by gray.
inline constexpr std::array<std::string_view, 8> palette{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                         "#E69F00", "#56B4E9", "#000000", "#888888"};

/// Colors of ordered series, from the first to the last: one hue, increasingly dark.
inline constexpr std::array<std::string_view, 6> ramp{"#9ECAE9", "#6CAED6", "#3787C0",
                                                      "#115CA5", "#0A3F7F", "#062549"};
/// Color indices from `ramp_begin` on refer to the ramp.
inline constexpr std::size_t ramp_begin = 1000;

constexpr std::string_view palette_color(std::size_t index) {
  return index >= ramp_begin ? ramp[(index - ramp_begin) % ramp.size()] : palette[index % palette.size()];
}
/// Returns the color index of series `index` of `count` ordered series, spread over the ramp.
constexpr std::size_t ramp_color(std::size_t index, std::size_t count) {
  auto const last = ramp.size() - 1;
  return ramp_begin + (count < 2 ? last / 2 : index * last / (count - 1));
}

/// Sequential colors for increasing values: one hue in even steps of lightness.
inline constexpr std::array<std::string_view, 8> shades{"#F9E4DA", "#EFC3AE", "#E3A184", "#D47C5A",
                                                        "#BC5639", "#A53B2D", "#892329", "#55103A"};
/// Sequential colors for channel counts.
inline constexpr std::array<std::string_view, 6> count_shades{"#D6E6F4", "#A9CDE6", "#6CAED6",
                                                              "#3787C0", "#115CA5", "#08306B"};

/// `on_dark`: text on the darker half of the shades. `absent`: no channel; `idle`: a channel without load.
inline constexpr std::string_view paper = "#ffffff", ink = "#222222", soft_ink = "#595959",
                                  axis_gray = "#666666", grid_gray = "#E3E3E3", reference_gray = "#444444",
                                  on_dark = "#FEFEFE", absent = "#DCDCDC", idle = "#B9B9B9",
                                  router_color = "#1B3A57", node_color = "#E69F00", node_edge = "#7A5500";

/// The background of a picture: white, dark, or the preference of the reader's system.
enum class Theme : std::uint8_t { light, dark, automatic };

/// The medium of a picture: a page or screen, a column of a paper, a slide.
enum class Width : std::uint8_t { page, column, slide };

/// The text in a picture: with title and sources, or without them because a caption contains them.
enum class Look : std::uint8_t { screen, paper };

/// The style of a picture. With Look::paper, type is at least 7 points high: a column is 85 mm wide, a page
/// 180 mm.
struct Style {
  Theme theme = Theme::light;
  Width width = Width::page;
  Look look = Look::screen;
};

/// Returns the CSS class for a color of the palette, such as `ink`, `series-0` or `shade-3`; "" for any other
/// color. The class of a stroke ends with `-line`. Pages recolor pictures by these classes.
std::string_view color_class(std::string_view color);

/// Converts a picture from the light theme to `theme`.
std::string in_theme(std::string svg, Theme theme);

}  // namespace weft::chart
