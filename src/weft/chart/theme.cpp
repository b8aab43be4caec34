// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/theme.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace weft::chart {
namespace {

struct ThemeColor {
  std::string_view light, name, dark;
};

/// The colors of both themes. Text has a contrast of at least 4.5 to its background in both; other elements
/// are brighter on a dark background.
constexpr std::array theme_colors{ThemeColor{paper, "paper", "#15181D"},
                                  ThemeColor{ink, "ink", "#ECECEC"},
                                  ThemeColor{soft_ink, "soft", "#B4B8BE"},
                                  ThemeColor{axis_gray, "axis", "#9AA0A8"},
                                  ThemeColor{grid_gray, "grid", "#31363E"},
                                  ThemeColor{reference_gray, "reference", "#C6CAD0"},
                                  ThemeColor{on_dark, "on-dark", "#16110E"},
                                  ThemeColor{absent, "absent", "#3A3F47"},
                                  ThemeColor{idle, "idle", "#5C636D"},
                                  ThemeColor{router_color, "router", "#9CC3E6"},
                                  ThemeColor{node_edge, "node-edge", "#FFE0A0"},
                                  ThemeColor{palette[0], "series-0", "#4DA3E0"},
                                  ThemeColor{palette[1], "series-1", "#F28E4B"},
                                  ThemeColor{palette[2], "series-2", "#3CC39A"},
                                  ThemeColor{palette[3], "series-3", "#E3A9CB"},
                                  ThemeColor{palette[4], "series-4", "#F2B83C"},
                                  ThemeColor{palette[5], "series-5", "#8CCBF2"},
                                  ThemeColor{palette[6], "series-6", "#F4F4F4"},
                                  ThemeColor{palette[7], "series-7", "#A9A9A9"},
                                  ThemeColor{ramp[0], "ramp-0", "#1C4766"},
                                  ThemeColor{ramp[4], "ramp-4", "#B3D6F2"},
                                  ThemeColor{ramp[5], "ramp-5", "#E3F1FC"},
                                  ThemeColor{shades[0], "shade-0", "#3C241C"},
                                  ThemeColor{shades[1], "shade-1", "#5F3121"},
                                  ThemeColor{shades[2], "shade-2", "#833F28"},
                                  ThemeColor{shades[3], "shade-3", "#A54F2D"},
                                  ThemeColor{shades[4], "shade-4", "#C6673D"},
                                  ThemeColor{shades[5], "shade-5", "#E1875D"},
                                  ThemeColor{shades[6], "shade-6", "#F3AB88"},
                                  ThemeColor{shades[7], "shade-7", "#FCD5BF"},
                                  ThemeColor{count_shades[0], "count-0", "#12283D"},
                                  ThemeColor{count_shades[1], "count-1", "#17405F"},
                                  ThemeColor{count_shades[2], "count-2", "#1E5C87"},
                                  ThemeColor{count_shades[3], "count-3", "#3787C0"},
                                  ThemeColor{count_shades[4], "count-4", "#77B4E0"},
                                  ThemeColor{count_shades[5], "count-5", "#C9E2F7"}};

ThemeColor const* find_color(std::string_view light) {
  auto const found = std::ranges::find(theme_colors, light, &ThemeColor::light);
  return found == theme_colors.end() ? nullptr : &*found;
}

/// Returns CSS rules for a preferred dark color scheme, for the colors that occur in the picture.
std::string dark_rules(std::string_view svg) {
  std::string rules;
  for (auto const& color : theme_colors)
    for (auto const* const use : {"fill", "stroke"})
      if (svg.find(fmt::format("{}=\"{}\"", use, color.light)) != std::string_view::npos)
        rules += fmt::format("[{0}=\"{1}\"]{{{0}:{2}}}", use, color.light, color.dark);
  return "<style>@media (prefers-color-scheme: dark){" + rules + "}</style>";
}

std::string on_dark_ground(std::string svg) {
  constexpr std::string_view begin = "=\"#";
  constexpr std::size_t length = 7;  // of a color
  for (std::size_t at = svg.find(begin); at != std::string::npos; at = svg.find(begin, at + length)) {
    auto const color = at + begin.size() - 1;
    if (auto const* const found = find_color(std::string_view(svg).substr(color, length)))
      svg.replace(color, length, found->dark);
  }
  return svg;
}

}  // namespace

std::string_view color_class(std::string_view color) {
  if (!color.starts_with('#')) return {};
  auto const* const found = find_color(color);
  return found == nullptr ? std::string_view{} : found->name;
}

std::string in_theme(std::string svg, Theme theme) {
  if (theme == Theme::dark) return on_dark_ground(std::move(svg));
  if (theme == Theme::automatic) svg.insert(svg.find('>') + 1, "\n  " + dark_rules(svg));
  return svg;
}

}  // namespace weft::chart
