// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "weft/chart/frame.hpp"
#include "weft/chart/scale.hpp"
#include "weft/chart/svg.hpp"
#include "weft/chart/theme.hpp"

namespace weft::chart {
namespace {

constexpr double label_size = AxisNames::font_size, axis_title_size = 12, line_height = 13, title_height = 16;
constexpr double tick_length = 4, minor_length = 2.5, label_gap = 3;

std::string axis_title(Axis const& axis, int exponent) {
  std::string unit = axis.unit;
  if (exponent != 0) unit = unit.empty() ? "×" + power_of_ten(exponent) : power_of_ten(exponent) + " " + unit;
  if (unit.empty()) return axis.title;
  return axis.title.empty() ? unit : fmt::format("{} ({})", axis.title, unit);
}

/// Removes the labels of ticks that are closer than `room(a, b)` to the last labeled tick. Returns whether no
/// label was removed; ticks next to a reserved zero of a log axis do not count.
bool thin(std::vector<Tick>& ticks, bool zero_apart, auto position, auto room) {
  Tick const* last = nullptr;
  bool clean = true;
  for (Tick& tick : ticks) {
    if (tick.label.empty()) continue;
    if (last != nullptr && std::abs(position(tick) - position(*last)) < room(tick, *last)) {
      tick.label.clear();
      clean = clean && zero_apart && last->value == 0;
    } else {
      last = &tick;
    }
  }
  return clean;
}

/// Returns whether the first and the last labeled tick are at the ends of the axis.
bool reaches_ends(Ticks const& ticks, Scale const& scale) {
  auto const at_end = [&](auto const& from, auto const& to, double end) {
    auto const tick = std::find_if(from, to, [](Tick const& each) { return !each.label.empty(); });
    return tick != to && std::abs(scale.fraction(tick->value) - end) < 1e-6;
  };
  return at_end(ticks.marks.begin(), ticks.marks.end(), 0.0) &&
         at_end(ticks.marks.rbegin(), ticks.marks.rend(), 1.0);
}

/// Returns the finest ticks with labels that do not overlap; if some have labels at both ends of the axis,
/// the finest of these with at least half the number of labels.
Ticks fitting_ticks(Scale const& scale, int maximum, double length, auto room) {
  auto const position = [&](Tick const& tick) { return scale.fraction(tick.value) * length; };
  Ticks ticks, finest;
  bool found = false;
  for (int count = maximum; count >= 2; --count) {
    ticks = scale.ticks(count);
    if (!thin(ticks.marks, scale.zero_gap() > 0, position, room)) continue;
    if (scale.type() == ScaleType::log || reaches_ends(ticks, scale)) return ticks;
    if (!found) finest = ticks;
    found = true;
    if (2 * ticks.marks.size() < finest.marks.size()) break;
  }
  return found ? finest : ticks;
}

/// Returns the y axis. If all data are on one side of the value at which bars begin, the axis ends at that
/// value.
Axis y_axis(Panel const& panel) {
  Axis out = panel.y;
  if (!panel.bars_from) return out;
  if (!out.min && panel.y_data.low() >= *panel.bars_from) out.min = panel.bars_from;
  if (!out.max && panel.y_data.high() <= *panel.bars_from) out.max = panel.bars_from;
  return out;
}

int max_y_ticks(double height) { return std::clamp(static_cast<int>(height / 24), 4, 10); }

}  // namespace

Margins Margins::with(Margins const& other) const {
  return {std::max(left, other.left), std::max(right, other.right), std::max(top, other.top),
          std::max(bottom, other.bottom)};
}

Axes::Axes(Panel const& panel, double width, double height)
    : panel_(panel),
      x_(panel.x, panel.x_data, panel.x_fit),
      y_(y_axis(panel), panel.y_data, panel.y_fit, max_y_ticks(height)) {
  if (!panel.y_data.empty()) fit_y(height);
  if (!panel.categories.empty())
    x_names_ =
        AxisNames::fitting(panel.categories, width / static_cast<double>(panel.categories.size()), width / 2);
  else if (!panel.x_data.empty())
    fit_numbers(width);
  measure(width, height);
}

void Axes::fit_y(double height) {
  y_ticks_ =
      fitting_ticks(y_, max_y_ticks(height), height, [](Tick const&, Tick const&) { return line_height; });
  for (Tick const& tick : y_ticks_.marks)
    y_label_width_ = std::max(y_label_width_, text_width(tick.label, label_size));
}

void Axes::fit_numbers(double width) {
  int const maximum = std::clamp(static_cast<int>(width / 44), 3, 14);
  x_ticks_ = fitting_ticks(x_, maximum, width, [](Tick const& a, Tick const& b) {
    return (text_width(a.label, label_size) + text_width(b.label, label_size)) / 2 + 8;
  });
  std::vector<AxisName> names;
  for (Tick const& tick : x_ticks_.marks)
    if (!tick.label.empty()) names.push_back({tick.value, {tick.label}});
  x_names_ = AxisNames(std::move(names));
}

void Axes::measure(double width, double height) {
  x_title_ = wrap_text(axis_title(panel_.x, x_ticks_.exponent), axis_title_size, width);
  y_title_ = wrap_text(axis_title(panel_.y, y_ticks_.exponent), axis_title_size, height);
  double left_overhang = 0, right_overhang = 0;
  for (AxisName const& name : x_names_.names()) {
    double const at = x_.fraction(name.at) * width;
    left_overhang = std::max(left_overhang, x_names_.left_of(name) - at);
    right_overhang = std::max(right_overhang, at + x_names_.right_of(name) - width);
  }
  double const labels = y_label_width_ + tick_length + label_gap;
  auto const title_lines = static_cast<double>(y_title_.size());
  margins_.left = std::max(labels + title_lines * title_height + (title_lines > 0 ? 6 : 0), left_overhang);
  margins_.right = std::max(right_overhang, 2.0);
  margins_.top = std::max(line_height / 2, panel_.headroom ? panel_.headroom(width) : 0);
  margins_.bottom = tick_length + label_gap + x_names_.height();
  if (!x_title_.empty()) margins_.bottom += 5 + static_cast<double>(x_title_.size()) * title_height;
}

void Axes::draw(Element& out, Box const& box) const {
  PlotArea const at = area(box);
  draw_y(out, at);
  draw_x(out, at);
  for (AxisName const& name : x_names_.names())
    x_names_.draw(out, name, {at.at_x(name.at), box.bottom() + tick_length + label_gap});
  draw_zero_breaks(out, at);
  draw_titles(out, box);
}

void Axes::draw_y(Element& out, PlotArea const& area) const {
  Box const& box = area.box;
  for (Tick const& tick : y_ticks_.marks) {
    double const y = area.at_y(tick.value);
    bool const major = !tick.label.empty();
    if (major) out.add(svg_line({box.x, y}, {box.right(), y}, {grid_gray}));
    out.add(svg_line({box.x - (major ? tick_length : minor_length), y}, {box.x, y}, {axis_gray}));
    if (major)
      out.add(svg_text({box.x - tick_length - label_gap, y + 0.36 * label_size}, tick.label,
                       {label_size, ink, Anchor::end}));
  }
  out.add(svg_line({box.x, box.y}, {box.x, box.bottom()}, {axis_gray}));
}

void Axes::draw_x(Element& out, PlotArea const& area) const {
  Box const& box = area.box;
  for (Tick const& tick : x_ticks_.marks) {
    double const x = area.at_x(tick.value), length = tick.label.empty() ? minor_length : tick_length;
    out.add(svg_line({x, box.bottom()}, {x, box.bottom() + length}, {axis_gray}));
  }
  out.add(svg_line({box.x, box.bottom()}, {box.right(), box.bottom()}, {axis_gray}));
  bool const crosses_zero = y_.type() == ScaleType::linear && y_.low() < 0 && y_.high() > 0;
  if (crosses_zero) out.add(svg_line({box.x, area.at_y(0)}, {box.right(), area.at_y(0)}, {axis_gray}));
}

void Axes::draw_titles(Element& out, Box const& box) const {
  double y = box.bottom() + tick_length + label_gap + x_names_.height() + 5 + 0.8 * axis_title_size;
  for (std::string const& line : x_title_) {
    out.add(svg_text({box.center().x, y}, line, {axis_title_size, ink, Anchor::middle}));
    y += title_height;
  }
  auto lines = static_cast<double>(y_title_.size());
  for (std::string const& line : y_title_) {
    double const x = box.x - y_label_width_ - tick_length - label_gap - 6 - (lines - 1) * title_height - 3;
    out.add(svg_text({x, box.center().y}, line, {axis_title_size, ink, Anchor::middle, false, -90}));
    --lines;
  }
}

void Axes::draw_zero_breaks(Element& out, PlotArea const& area) const {
  Box const& box = area.box;
  Stroke const faint{grid_gray, 1, "2 3"};
  auto const cut = [&](Point at, double width, double height) {  // draws an axis break at `at`
    out.add(svg_rect({at.x - width / 2, at.y - height / 2, width, height}, paper));
    double const x = 8 / width, y = 8 / height;
    for (double const shift : {-2.0, 2.0}) {
      Point const middle{at.x + (width > height ? shift : 0), at.y + (width > height ? 0 : shift)};
      out.add(svg_line({middle.x - x, middle.y + y}, {middle.x + x, middle.y - y}, {axis_gray}));
    }
  };
  if (y_.zero_gap() > 0) {
    double const y = box.bottom() - 0.8 * y_.zero_gap() * box.height;
    cut({box.x, y}, 2, 4);
    out.add(svg_line({box.x + 8, y}, {box.right(), y}, faint));
  }
  if (x_.zero_gap() > 0) {
    double const x = box.x + 0.8 * x_.zero_gap() * box.width;
    cut({x, box.bottom()}, 4, 2);
    out.add(svg_line({x, box.y}, {x, box.bottom() - 8}, faint));
  }
}

}  // namespace weft::chart
