// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/figure.hpp"

#include <algorithm>

#include "weft/chart/svg.hpp"

namespace weft::chart {
namespace {

constexpr double slide_width = 640, slide_height = 360;
/// Sizes of printed pictures: type of 10 pixels becomes 7.1 points high.
constexpr double column_width = 340, paper_width = 720, millimeters_of_pixel = 0.25;

void resize(ChartSize& size, Width width) {
  if (width == Width::column) size = {column_width, size.height * column_width / size.width};
  if (width == Width::slide) size = {slide_width, slide_height};
}

void fit(Chart& picture, Width width) {
  std::visit([&](auto& chart) { resize(chart.size, width); }, picture);
}

void fit(ChartGrid& grid, Width width) {
  if (width == Width::column && grid.columns > 1) {  // all panels below each other
    grid.size.height *= static_cast<double>(grid.columns);
    grid.size.width *= static_cast<double>(grid.columns);
    grid.columns = 1;
  }
  resize(grid.size, width);
}

void fit(HeatChart& chart, Width width) {
  constexpr double borders = 28;
  if (width == Width::column) chart.panel_width = std::min(chart.panel_width, column_width - borders);
}

/// Does nothing: boxes of text are as wide as their words.
void fit(CycleList&, Width) {}

/// Limits the width of a picture that is otherwise as large as its contents.
void fit(auto& picture, Width width) {
  if (width == Width::column) picture.max_width = column_width;
}

/// Removes the text that the caption in a paper contains.
void strip_words(ChartText& text) { text.drawn = false; }
void strip_words(Chart& picture) {
  constexpr double of_words = 50;
  std::visit(
      [&](auto& chart) {
        strip_words(chart.text);
        chart.size.height = std::max(chart.size.height - of_words, chart.size.height / 2);
      },
      picture);
}
void strip_words(ChartGrid& grid) {
  constexpr double of_words = 70;
  strip_words(grid.text);
  grid.size.height = std::max(grid.size.height - of_words, grid.size.height / 2);
}
void strip_words(HeatChart& chart) { strip_words(chart.text); }
void strip_words(auto& picture) {
  picture.title.clear();
  if constexpr (requires { picture.facts; }) picture.facts.clear();
  if constexpr (requires { picture.subtitle; }) picture.subtitle.clear();
  if constexpr (requires { picture.max_width; })
    if (picture.max_width == 0) picture.max_width = paper_width;
}

/// Sets the width and height of the outermost element for print and slides; its viewBox scales the content.
void scale_to(std::string& svg, Style const& style) {
  bool const printed = style.width == Width::column || style.look == Look::paper;
  if (style.width == Width::page && !printed) return;
  auto const number_at = [&](std::string_view key) {
    auto const begin = svg.find(key) + key.size();
    return std::pair(begin, svg.find('"', begin));
  };
  auto const [wide_begin, wide_end] = number_at(" width=\"");
  auto const [tall_begin, tall_end] = number_at(" height=\"");
  double const wide = std::stod(svg.substr(wide_begin, wide_end - wide_begin)),
               tall = std::stod(svg.substr(tall_begin, tall_end - tall_begin));
  double const maximum = style.width == Width::column ? column_width : paper_width;
  double const to = style.width == Width::slide ? 1280 : std::min(wide, maximum) * millimeters_of_pixel;
  char const* const unit = style.width == Width::slide ? "" : "mm";
  svg.replace(tall_begin, tall_end - tall_begin, svg_number(tall / wide * to) + unit);
  svg.replace(wide_begin, wide_end - wide_begin, svg_number(to) + unit);
}

/// Replaces an empty title by the title of the figure.
void set_title(std::string& svg, std::string const& title) {
  auto const put = [&](std::string_view empty, std::string const& full) {
    if (auto const at = svg.find(empty); at != std::string::npos) svg.replace(at, empty.size(), full);
  };
  put("aria-label=\"\"", "aria-label=\"" + escape_xml(title) + '"');
  put("<title/>", "<title>" + escape_xml(title) + "</title>");
}

}  // namespace

std::string to_svg(Figure const& figure, Style const& style) {
  auto picture = figure.picture;
  auto svg = std::visit(
      [&](auto& each) {
        fit(each, style.width);
        if (style.look == Look::paper) strip_words(each);
        return to_svg(each);
      },
      picture);
  set_title(svg, figure.title);
  auto const& words = figure.alt.empty() ? figure.caption : figure.alt;
  if (!words.empty()) {
    constexpr std::string_view title_end = "</title>";
    svg.insert(svg.find(title_end) + title_end.size(), "\n  <desc>" + escape_xml(words) + "</desc>");
  }
  scale_to(svg, style);
  return in_theme(std::move(svg), style.theme);
}

}  // namespace weft::chart
