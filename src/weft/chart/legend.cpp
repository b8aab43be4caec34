#include "weft/chart/legend.hpp"

#include <fmt/format.h>

#include "weft/chart/theme.hpp"

namespace weft::chart {
namespace {

constexpr double row_font = 11, row_height = 18, row_gap = 16, head_left = 34;
constexpr std::size_t max_legend_classes = 8;

}  // namespace

void LegendRows::add(std::string const& text, std::function<Element(Point)> const& sign_at) {
  double const wide = legend_sign_width + 5 + text_width(text, row_font);
  if (x_ > 0 && x_ + wide > width_) {
    x_ = 0;
    y_ += row_height;
  }
  Point const at{origin_.x + x_, origin_.y + y_ + row_height / 2};
  strip_.elements.push_back(sign_at(at));
  strip_.elements.push_back(
      svg_text({at.x + legend_sign_width + 5, at.y + 0.36 * row_font}, text, {.size = row_font}));
  x_ += wide + row_gap;
}

void LegendRows::add_classes(std::vector<std::string> const& classes, std::set<std::size_t> const& used,
                             std::string const& kind, std::vector<double> const& opacity) {
  std::size_t listed = 0;
  for (auto const i : used) {
    if (++listed > max_legend_classes) continue;
    add(classes[i] == "link" ? kind : kind + ", " + classes[i], [&, i](Point at) {
      auto line = svg_line(at, {at.x + legend_sign_width, at.y}, {palette_color(i), 2.5});
      if (i < opacity.size() && opacity[i] < 1) line.set("stroke-opacity", opacity[i]);
      return line;
    });
  }
  if (listed > max_legend_classes)
    add(fmt::format("{} more classes, in the same colors", listed - max_legend_classes), [](Point at) {
      return svg_rect({at.x, at.y, 0, 0}, "none");
    });
}

Strip LegendRows::done() {
  strip_.height = strip_.elements.empty() ? 0 : y_ + row_height + 12;
  return std::move(strip_);
}

Strip legend_of_classes(std::vector<std::string> const& classes, std::set<std::size_t> const& used,
                        Point origin, double width) {
  LegendRows rows(origin, width);
  rows.add_classes(classes, used, "channel");
  return rows.done();
}

Strip head_of(std::string const& title, std::string const& facts, std::string const& note, double width) {
  Strip strip;
  double y = 8;
  auto const add = [&](std::string const& text, double font, bool bold, std::string_view color) {
    for (auto const& line : wrap_text(text, font, width, bold)) {
      y += 1.3 * font;
      strip.elements.push_back(svg_text({head_left, y}, shorten_text(line, font, width),
                                        {.size = font, .color = color, .bold = bold}));
    }
  };
  add(title, 14, true, ink);
  add(facts, 11, false, soft_ink);
  add(note, 11, false, soft_ink);
  strip.height = y + 4;
  return strip;
}

}  // namespace weft::chart
