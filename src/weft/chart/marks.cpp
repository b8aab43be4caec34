// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "weft/chart/frame.hpp"
#include "weft/chart/theme.hpp"

namespace weft::chart {
namespace {

bool finite(Point p) { return std::isfinite(p.x) && std::isfinite(p.y); }

/// Clips the segment to the box (Liang and Barsky); returns false if it is outside.
bool clip(Point& a, Point& b, Box const& box) {
  double from = 0, to = 1;
  double const dx = b.x - a.x, dy = b.y - a.y;
  auto const cut = [&](double slope, double room) {
    if (slope == 0) return room >= 0;
    double const t = room / slope;
    if (slope < 0)
      from = std::max(from, t);
    else
      to = std::min(to, t);
    return from <= to;
  };
  if (!cut(-dx, a.x - box.x) || !cut(dx, box.right() - a.x) || !cut(-dy, a.y - box.y) ||
      !cut(dy, box.bottom() - a.y)) {
    return false;
  }
  Point const start = a;
  if (to < 1) b = {start.x + to * dx, start.y + to * dy};
  if (from > 0) a = {start.x + from * dx, start.y + from * dy};
  return true;
}

/// Returns the points, except those that cannot be distinguished from the preceding point; the last one
/// always remains.
std::vector<Point> visible(std::vector<Point> const& points) {
  constexpr double minimum = 0.2;
  std::vector<Point> out;
  for (Point const& p : points) {
    bool const last = &p == &points.back();
    bool const near =
        !out.empty() && std::abs(p.x - out.back().x) < minimum && std::abs(p.y - out.back().y) < minimum;
    if (last || !near) out.push_back(p);
  }
  return out;
}

std::string count_of(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string_view reference_dash(std::size_t place) {
  constexpr std::array<std::string_view, 4> dashes{"6 3", "2 2", "10 3 2 3", "1 4"};
  return dashes[place % dashes.size()];
}

void note_axis(Panel& panel, Axis const& axis, DataRange const& data, std::string_view name) {
  if (data.infinities() > 0)
    panel.notes.push_back(count_of(data.infinities(), "infinite value is", "infinite values are") +
                          " not shown.");
  if (data.moved() > 0)
    panel.notes.emplace_back(
        "Values beyond 10³⁰⁰ are drawn at 10³⁰⁰, values nearer to zero than 10⁻³⁰⁰ as zero.");
  if (axis.type == ScaleType::log && data.negatives() > 0)
    panel.notes.push_back(
        fmt::format("{} no place on the logarithmic {} axis.",
                    count_of(data.negatives(), "negative value has", "negative values have"), name));
}

}  // namespace

double PlotArea::held_y(double value) const {
  double const at = at_y(value);
  return std::isfinite(at) ? std::clamp(at, box.y, box.bottom()) : box.bottom();
}

double item_at(std::vector<double> const& values, std::size_t i) {
  return i < values.size() ? values[i] : std::nan("");
}

MarkerShape marker_shape(std::size_t place) {
  constexpr std::array shapes{MarkerShape::circle, MarkerShape::square, MarkerShape::triangle,
                              MarkerShape::diamond, MarkerShape::cross};
  return shapes[place % shapes.size()];
}

void draw_marker(Element& out, Point at, Mark const& mark, double radius) {
  // A marker without a line is open and larger: the markers of another series show through it.
  bool const open = !mark.line && !mark.filled;
  std::string_view const fill = open ? "none" : !mark.dash.empty() ? paper : mark.color;
  if (open) radius *= 1.35;
  Stroke const edge{mark.color, 1.5};
  auto const polygon = [&](std::vector<Point> points) {
    for (Point& p : points) p = {at.x + p.x * radius, at.y + p.y * radius};
    out.add(svg_polygon(points, fill, 1, edge));
  };
  switch (mark.marker) {
    case MarkerShape::none: break;
    case MarkerShape::circle: out.add(svg_circle(at, radius, fill, edge)); break;
    case MarkerShape::square: polygon({{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}}); break;
    case MarkerShape::triangle: polygon({{0, -1.15}, {1.1, 0.85}, {-1.1, 0.85}}); break;
    case MarkerShape::diamond: polygon({{0, -1.3}, {1.15, 0}, {0, 1.3}, {-1.15, 0}}); break;
    case MarkerShape::cross:
      for (double const s : {-1.0, 1.0})
        out.add(svg_line({at.x - radius, at.y - s * radius}, {at.x + radius, at.y + s * radius},
                         {mark.color, 2}));
  }
}

void draw_line(Element& out, std::vector<Point> const& points, Box const& box, Stroke const& stroke) {
  std::vector<Point> run;
  auto const flush = [&] {
    if (run.size() > 1) out.add(svg_polyline(visible(run), stroke));
    run.clear();
  };
  for (std::size_t i = 1; i < points.size(); ++i) {
    Point a = points[i - 1], b = points[i];
    if (!finite(a) || !finite(b) || !clip(a, b, box)) {
      flush();
      continue;
    }
    bool const joined = !run.empty() && run.back().x == a.x && run.back().y == a.y;
    if (!joined) {
      flush();
      run.push_back(a);
    }
    run.push_back(b);
  }
  flush();
}

void draw_whisker(Element& out, PlotArea const& area, double x, double low, double high, double cap,
                  std::string_view color, double minimum) {
  if (!std::isfinite(low) || !std::isfinite(high)) return;
  Stroke const stroke{color, 1.2};
  double const top = area.held_y(high), bottom = area.held_y(low);
  if (bottom - top < minimum) return;
  out.add(svg_line({x, top}, {x, bottom}, stroke));
  for (double const y : {top, bottom}) out.add(svg_line({x - cap, y}, {x + cap, y}, stroke));
}

std::string panel_letter(std::size_t number) {
  constexpr std::size_t letters = 26;
  std::string text;
  for (auto rest = number + 1; rest > 0; rest = (rest - 1) / letters)
    text.insert(text.begin(), static_cast<char>('a' + (rest - 1) % letters));
  return "(" + text + ") ";
}

void add_references(Panel& panel, std::vector<ReferenceLine> const& references) {
  for (std::size_t i = 0; i < references.size(); ++i) {
    ReferenceLine const& line = references[i];
    (line.vertical ? panel.x_data : panel.y_data).add(line.value);
    if (!line.name.empty())
      panel.legend.push_back({line.name, {reference_gray, true, false, reference_dash(i)}});
  }
}

void draw_references(Element& out, PlotArea const& area, std::vector<ReferenceLine> const& references) {
  Box const& box = area.box;
  for (std::size_t i = 0; i < references.size(); ++i) {
    ReferenceLine const& line = references[i];
    double const x = area.at_x(line.value), y = area.at_y(line.value);
    std::vector<Point> const points = line.vertical ? std::vector<Point>{{x, box.bottom()}, {x, box.y}}
                                                    : std::vector<Point>{{box.x, y}, {box.right(), y}};
    draw_line(out, points, box, {reference_gray, 1.5, reference_dash(i)});
  }
}

void note_omissions(Panel& panel) {
  note_axis(panel, panel.x, panel.x_data, "horizontal");
  note_axis(panel, panel.y, panel.y_data, "vertical");
  auto const zeros = [](Axis const& axis, DataRange const& data) {
    return axis.type == ScaleType::log && data.has_zero();
  };
  bool const below = panel.y_fit != Fit::bars && zeros(panel.y, panel.y_data);
  if (below || zeros(panel.x, panel.x_data))
    panel.notes.emplace_back("Zero is drawn before the break of the log axis.");
}

}  // namespace weft::chart
