#include "weft/chart/shading.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "weft/chart/scale.hpp"
#include "weft/chart/text.hpp"

namespace weft::chart {
namespace {

constexpr double scale_box = 26, scale_box_height = 12, scale_font = 10;

std::string_view shade_color(std::size_t shade) { return shade == absent_shade ? absent : shades[shade]; }

}  // namespace

std::size_t shade_of(double part) {
  return std::min(shades.size() - 1,
                  static_cast<std::size_t>(std::max(part, 0.0) * static_cast<double>(shades.size())));
}

void add_shaded_cells(Element& out, std::size_t rows, std::size_t columns,
                      std::function<std::size_t(std::size_t row, std::size_t column)> const& shade,
                      std::function<Box(std::size_t row, std::size_t begin, std::size_t end)> const& box) {
  std::map<std::size_t, std::string> paths;  // by shade
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t begin = 0, end = 0; begin < columns; begin = end) {
      auto const here = shade(row, begin);
      for (end = begin + 1; end < columns && shade(row, end) == here;) ++end;
      if (here == no_shade) continue;
      auto const run = box(row, begin, end);
      auto const length = svg_number(run.width);
      paths[here] += fmt::format("M{} {}h{}v{}h-{}z", svg_number(run.x), svg_number(run.y), length,
                                 svg_number(run.height), length);
    }
  for (auto const& [color, path] : paths) {
    Element element{"path"};
    out.add(std::move(
        element.set("d", path).set("fill", shade_color(color)).set("shape-rendering", "crispEdges")));
  }
}

double ShadeRange::share(double value) const {
  if (high <= low) return 1;
  return log ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
}

double ShadeRange::value_at(double share) const {
  return log ? low * std::pow(high / low, share) : low + (high - low) * share;
}

double add_shade_scale(Element& out, Point at, ShadeRange const& range) {
  constexpr double indent = 14;  // half of the first label
  double const left = at.x + indent;
  for (std::size_t i = 0; i < shades.size(); ++i)
    out.add(svg_rect({left + scale_box * static_cast<double>(i), at.y + 2, scale_box, scale_box_height},
                     shades[i]));
  bool const flat = range.high <= range.low;
  for (std::size_t i = 0; i <= shades.size(); i += flat ? shades.size() : 2) {
    if (flat && i == 0) continue;
    double const share = static_cast<double>(i) / static_cast<double>(shades.size());
    double const x = left + scale_box * static_cast<double>(i);
    out.add(svg_line({x, at.y + 2 + scale_box_height}, {x, at.y + 5 + scale_box_height}, {axis_gray}));
    out.add(svg_text({x, at.y + 16 + scale_box_height}, format_value(range.value_at(share), 3),
                     {.size = scale_font, .anchor = Anchor::middle}));
  }
  return shade_scale_width;
}

double add_box_key(Element& out, Point at, std::string_view fill, std::string const& meaning) {
  constexpr double font = 11, side = 12;
  out.add(std::move(
      svg_rect({at.x, at.y + 2, side, side}, fill).set("stroke", axis_gray).set("stroke-width", 0.5)));
  out.add(svg_text({at.x + side + 6, at.y + 12}, meaning, {.size = font}));
  return side + 6 + text_width(meaning, font) + 16;
}

}  // namespace weft::chart
