// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/legend.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "weft/chart/scale.hpp"
#include "weft/chart/svg.hpp"
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
    add(classes[i] == "link" ? kind : classes[i] + " " + kind, [&, i](Point at) {
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
    for (auto const& line : wrap_text(with_times_signs(text), font, width, bold)) {
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

namespace {

constexpr double scale_box = 26, scale_box_height = 12, scale_font = 10;

std::string_view shade_color(std::size_t shade) { return shade == absent_shade ? absent : shades[shade]; }

/// A label of a scale, at a fraction of the length of the scale.
struct ScaleLabel {
  double share;
  std::string text;
};

/// Returns labels of both ends, and of round values between them that do not overlap.
std::vector<ScaleLabel> scale_labels(ShadeRange const& range, double length) {
  constexpr int max_labels = 5;
  constexpr double gap = 6;
  ScaleLabel const end{1, format_value(range.high, 3)};
  if (range.high <= range.low) return {end};
  std::vector<ScaleLabel> labels{{0, format_value(range.low, 3)}};
  auto const ticks = range.log ? log_ticks(range.low, range.high, max_labels)
                               : linear_ticks(range.low, range.high, max_labels);
  auto const are_apart = [&](ScaleLabel const& a, ScaleLabel const& b) {
    return (b.share - a.share) * length >=
           (text_width(a.text, scale_font) + text_width(b.text, scale_font)) / 2 + gap;
  };
  for (auto const& tick : ticks.marks) {
    if (tick.label.empty()) continue;
    ScaleLabel const label{range.share(tick.value), format_value(tick.value, 3)};
    if (are_apart(labels.back(), label) && are_apart(label, end)) labels.push_back(label);
  }
  if (are_apart(labels.back(), end)) labels.push_back(end);
  return labels;
}

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
  double const length = scale_box * static_cast<double>(shades.size());
  for (auto const& [share, label] : scale_labels(range, length)) {
    double const x = left + share * length;
    out.add(svg_line({x, at.y + 2 + scale_box_height}, {x, at.y + 5 + scale_box_height}, {axis_gray}));
    out.add(
        svg_text({x, at.y + 16 + scale_box_height}, label, {.size = scale_font, .anchor = Anchor::middle}));
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
