#include "weft/chart/network_values.hpp"

#include <algorithm>
#include <numeric>

#include "weft/chart/palette.hpp"
#include "weft/chart/scale.hpp"
#include "weft/chart/shading.hpp"
#include "weft/chart/text.hpp"

namespace weft::chart {
namespace {

constexpr std::size_t most_labels = 6, most_tried = 60;
constexpr double value_font = 10;

Point on_curve(DrawnLink const& link, double t) {
  double const s = 1 - t;
  return {s * s * link.a.x + 2 * s * t * link.control.x + t * t * link.b.x,
          s * s * link.a.y + 2 * s * t * link.control.y + t * t * link.b.y};
}

/// Links by their value, the fullest first; those without load not at all.
std::vector<std::size_t> fullest_first(NetworkView const& view, std::vector<DrawnLink> const& links) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < links.size(); ++i)
    if (links[i].whole && !view.links[i].failed && view.links[i].value > 0) order.push_back(i);
  auto const tried = std::min(order.size(), most_tried);
  std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(tried), {},
                            [&](std::size_t i) { return std::pair(-view.links[i].value, i); });
  order.resize(tried);
  return order;
}

}  // namespace

std::size_t value_level(NetworkView const& view, double value) {
  if (!(value > 0) || view.most <= 0) return 0;
  return 1 + shade_of(value / view.most);
}

std::string_view level_color(std::size_t level) { return level == 0 ? idle : shades[level - 1]; }

double level_width(std::size_t level, double usual) {
  double const part = static_cast<double>(level) / static_cast<double>(shades.size());
  return std::max(usual * (0.7 + 1.5 * part), level == shades.size() ? 1.0 : 0.3);
}

void add_value_labels(Element& out, NetworkView const& view, std::vector<DrawnLink> const& links,
                      std::vector<Point> const& vertices, double radius, double width) {
  std::vector<Point> taken;
  for (auto const i : fullest_first(view, links)) {
    if (taken.size() == most_labels) return;
    auto const text = format_value(view.links[i].value, 3);
    double const half = text_width(text, value_font) / 2 + 3;
    for (double const t : {0.5, 0.35, 0.65}) {
      auto const at = on_curve(links[i], t);
      bool const clear = at.x > half && at.x < width - half &&
                         std::ranges::none_of(vertices,
                                              [&](Point p) {
                                                return std::abs(p.x - at.x) < half + radius &&
                                                       std::abs(p.y - at.y) < value_font / 2 + radius + 1;
                                              }) &&
                         std::ranges::none_of(taken, [&](Point p) {
                           return std::abs(p.x - at.x) < 3 * half && std::abs(p.y - at.y) < 2.5 * value_font;
                         });
      if (!clear) continue;
      out.add(svg_text({at.x, at.y + 0.36 * value_font}, text,
                       {.size = value_font, .anchor = Anchor::middle, .bold = true, .halo = true}));
      taken.push_back(at);
      break;
    }
  }
}

}  // namespace weft::chart
