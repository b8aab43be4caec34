// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/figure.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "support/picture.hpp"
#include "weft/chart/legend.hpp"
#include "weft/chart/theme.hpp"

namespace weft::chart {
namespace {

Figure example() {
  return {
      "a", "A title", "One sentence with 2 < 3.", "t",
      Chart{LineChart{{"A title"}, {"x"}, {"y"}, {{"one", {1, 2, 3}, {2, 4, 3}}, {"two", {1, 2}, {1, 5}}}}}};
}

std::string text_of_tag(std::string const& svg, std::string_view tag) {
  for (auto const& node : parse_xml(svg))
    if (node.tag == tag) return node.text;
  return {};
}

TEST(Figure, HasTitleAndDescriptionForScreenReaders) {
  auto figure = example();
  EXPECT_EQ(text_of_tag(to_svg(figure), "title"), "A title");
  EXPECT_EQ(text_of_tag(to_svg(figure), "desc"), figure.caption);
  figure.alt = "Two lines.";
  EXPECT_EQ(text_of_tag(to_svg(figure), "desc"), "Two lines.");
  EXPECT_EQ(parse_xml(to_svg(figure)).front().attributes.at("role"), "img");
}

TEST(Figure, HasClassesForItsColors) {
  std::map<std::string, int> classes;
  for (auto const& node : parse_xml(to_svg(example())))
    if (auto const it = node.attributes.find("class"); it != node.attributes.end()) ++classes[it->second];
  for (char const* name : {"ink", "grid-line", "series-0-line", "series-1-line", "paper"})
    EXPECT_GT(classes[name], 0) << name;
}

TEST(Figure, HasADarkBackgroundInTheDarkTheme) {
  auto const dark = to_svg(example(), {.theme = Theme::dark});
  EXPECT_EQ(dark.find("\"#ffffff\""), std::string::npos);
  EXPECT_EQ(dark.find(std::string(palette[0])), std::string::npos);
  auto const either = to_svg(example(), {.theme = Theme::automatic});
  EXPECT_NE(either.find("prefers-color-scheme: dark"), std::string::npos);
  EXPECT_NE(either.find("\"#ffffff\""), std::string::npos);
}

/// Returns the relative luminance of a color #RRGGBB.
double luminance(std::string const& color) {
  auto const channel = [&](std::size_t at) {
    double const part = std::stoi(color.substr(at, 2), nullptr, 16) / 255.0;
    return part <= 0.03928 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

TEST(Figure, HasReadableTextInBothThemes) {
  for (auto const theme : {Theme::light, Theme::dark}) {
    auto const nodes = parse_xml(to_svg(example(), {.theme = theme}));
    std::string ground;
    for (auto const& node : nodes)
      if (node.tag == "rect" && ground.empty()) ground = node.attributes.at("fill");
    for (auto const& node : nodes) {
      if (node.tag != "text") continue;
      auto const a = luminance(ground), b = luminance(node.attributes.at("fill"));
      EXPECT_GE((std::max(a, b) + 0.05) / (std::min(a, b) + 0.05), 4.5) << node.text;
    }
  }
}

/// Returns a color as the theme draws it.
std::string drawn_color(std::string_view color, Theme theme) {
  auto const svg = in_theme("<svg><rect fill=\"" + std::string(color) + "\"/></svg>", theme);
  return svg.substr(svg.find('#'), 7);
}

double contrast(std::string const& a, std::string const& b) {
  auto const [low, high] = std::minmax({luminance(a), luminance(b)});
  return (high + 0.05) / (low + 0.05);
}

TEST(Shades, AreDistinctAndReadableUnderText) {
  auto const lightness = [](std::string const& color) { return 116 * std::cbrt(luminance(color)) - 16; };
  for (auto const theme : {Theme::light, Theme::dark})
    for (std::size_t i = 0; i < shades.size(); ++i) {
      auto const here = drawn_color(shades[i], theme);
      EXPECT_GE(contrast(here, drawn_color(ink_on(i), theme)), 4.5) << i;
      auto const before = drawn_color(i == 0 ? paper : shades[i - 1], theme);
      EXPECT_GE(std::abs(lightness(here) - lightness(before)), 7.5) << i;
    }
}

TEST(Figure, ShowsDashesOnBothSidesOfTheMarkerInLegends) {
  auto figure = example();
  auto& chart = std::get<LineChart>(std::get<Chart>(figure.picture));
  chart.series[1].dashed = true;
  double longest = 0;
  for (auto const& node : parse_xml(to_svg(figure)))
    if (node.tag == "line" && node.attributes.contains("stroke-dasharray"))
      longest = std::max(longest, node.number("x2") - node.number("x1"));
  EXPECT_GE(longest, 40) << "two dashes on each side of a marker of 7 pixels";
}

TEST(Figure, HasTheRequestedWidth) {
  auto const column = parse_xml(to_svg(example(), {.width = Width::column})).front();
  EXPECT_EQ(column.attributes.at("width"), "85mm");
  EXPECT_TRUE(column.attributes.at("viewBox").starts_with("0 0 340 "));
  EXPECT_EQ(parse_xml(to_svg(example(), {.width = Width::slide})).front().attributes.at("width"), "1280");
  EXPECT_EQ(parse_xml(to_svg(example())).front().attributes.at("width"), "720");
}

}  // namespace
}  // namespace weft::chart
