// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/figure.hpp"

#include <fmt/format.h>

#include "weft/chart/svg.hpp"

namespace weft::chart {
namespace {

constexpr double column_width = 380, slide_width = 640, slide_height = 360;

void resize(ChartSize& size, Width width) {
  if (width == Width::column) size = {column_width, size.height * column_width / size.width};
  if (width == Width::slide) size = {slide_width, slide_height};
}

/// The size of charts; other pictures are as large as what they show.
void fit_to(Picture& picture, Width width) {
  if (auto* const one = std::get_if<Chart>(&picture))
    std::visit([&](auto& chart) { resize(chart.size, width); }, *one);
  auto* const grid = std::get_if<ChartGrid>(&picture);
  if (grid == nullptr) return;
  if (width == Width::column && grid->columns > 1) {  // all panels below each other
    grid->size.height *= static_cast<double>(grid->columns);
    grid->size.width *= static_cast<double>(grid->columns);
    grid->columns = 1;
  }
  resize(grid->size, width);
}

/// Gives the outermost element the width of its place, in millimeters or pixels; the content scales.
void scale_to(std::string& svg, Width width) {
  if (width == Width::page) return;
  auto const number_at = [&](std::string_view key) {
    auto const begin = svg.find(key) + key.size();
    return std::pair(begin, svg.find('"', begin));
  };
  auto const [wide_begin, wide_end] = number_at(" width=\"");
  auto const [tall_begin, tall_end] = number_at(" height=\"");
  double const wide = std::stod(svg.substr(wide_begin, wide_end - wide_begin)),
               tall = std::stod(svg.substr(tall_begin, tall_end - tall_begin));
  double const to = width == Width::column ? 85 : 1280;
  char const* const unit = width == Width::column ? "mm" : "";
  svg.replace(tall_begin, tall_end - tall_begin, svg_number(tall / wide * to) + unit);
  svg.replace(wide_begin, wide_end - wide_begin, svg_number(to) + unit);
}

}  // namespace

std::string to_svg(Figure const& figure, Style const& style) {
  auto picture = figure.picture;
  fit_to(picture, style.width);
  auto svg = std::visit([](auto const& it) { return to_svg(it); }, picture);
  auto const& words = figure.alt.empty() ? figure.caption : figure.alt;
  if (!words.empty()) {
    constexpr std::string_view title_end = "</title>";
    svg.insert(svg.find(title_end) + title_end.size(), "\n  <desc>" + escape_xml(words) + "</desc>");
  }
  scale_to(svg, style.width);
  return in_theme(std::move(svg), style.theme);
}

}  // namespace weft::chart
