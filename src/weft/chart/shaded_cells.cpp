#include "weft/chart/shaded_cells.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "weft/chart/palette.hpp"
#include "weft/chart/text.hpp"

namespace weft::chart {

std::size_t shade_of(double part) {
  return std::min(shades.size() - 1, static_cast<std::size_t>(part * static_cast<double>(shades.size())));
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
    out.add(
        std::move(element.set("d", path).set("fill", shades[color]).set("shape-rendering", "crispEdges")));
  }
}

void add_shade_scale(Element& out, Point at, std::string const& least, std::string const& greatest) {
  constexpr double width = 26, height = 12, size = 11, gap = 6;
  out.add(svg_text({at.x, at.y + 12}, least, {.size = size}));
  double x = at.x + text_width(least, size) + gap;
  for (auto const& color : shades) {
    out.add(svg_rect({x, at.y + 2, width, height}, color));
    x += width;
  }
  out.add(svg_text({x + gap, at.y + 12}, greatest, {.size = size}));
}

}  // namespace weft::chart
