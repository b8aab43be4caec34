#include "weft/chart/heat_map.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "weft/chart/legend.hpp"
#include "weft/chart/scale.hpp"
#include "weft/chart/shading.hpp"

namespace weft::chart {
namespace {

constexpr double map_margin = 34, map_label_room = 44, map_side = 620, least_map_side = 160, cell_font = 10;
constexpr double most_cell = 40;

class HeatDrawing {
 public:
  explicit HeatDrawing(HeatMap const& map)
      : map_(map),
        step_(std::clamp(
            map_side / static_cast<double>(std::max({map.rows, map.columns, std::size_t{1}})), 1.0,
            std::max(most_cell, least_map_side / static_cast<double>(std::max<std::size_t>(map.rows, 1))))),
        width_(step_ * static_cast<double>(map.columns)),
        height_(step_ * static_cast<double>(map.rows)),
        most_(map.most) {
    for (double const value : map.cells)
      if (map.most <= 0 && value > most_) most_ = value;
  }

  std::string str() {
    double const width =
        std::max({width_, least_map_side, 440.0 - map_label_room}) + map_label_room + 2 * map_margin;
    auto const head = head_of(map_.title, {}, map_.note, width - 2 * map_margin);
    origin_ = {map_margin + map_label_room, head.height + map_label_room};
    double const bottom = origin_.y + height_ + 18;
    auto out = svg_document(width, bottom + 22 + shade_scale_height + 26, map_.title);
    for (auto const& element : head.elements) out.add(element);
    draw_cells(out);
    draw_values(out);
    draw_axes(out);
    draw_scale(out, {map_margin, bottom});
    return out.str();
  }

 private:
  double value(std::size_t row, std::size_t column) const { return map_.cells[row * map_.columns + column]; }
  std::size_t shade(double value) const {
    if (std::isnan(value)) return absent_shade;
    return value <= 0 || most_ <= 0 ? no_shade : shade_of(value / most_);
  }
  Box box(std::size_t row, std::size_t begin, std::size_t end) const {
    return {origin_.x + step_ * static_cast<double>(begin), origin_.y + step_ * static_cast<double>(row),
            step_ * static_cast<double>(end - begin), step_};
  }

  void draw_cells(Element& out) const {
    add_shaded_cells(
        out, map_.rows, map_.columns,
        [this](std::size_t row, std::size_t column) { return shade(value(row, column)); },
        [this](std::size_t row, std::size_t begin, std::size_t end) { return box(row, begin, end); });
    Element frame{"rect"};
    frame.set("x", origin_.x).set("y", origin_.y).set("width", width_).set("height", height_);
    out.add(std::move(frame.set("fill", "none").set("stroke", axis_gray).set("stroke-width", 1)));
  }

  /// The values of the cells, if all fit.
  void draw_values(Element& out) const {
    double widest = 0;
    for (double const value : map_.cells)
      if (!std::isnan(value)) widest = std::max(widest, text_width(format_value(value, 3), cell_font));
    if (widest + 4 > step_ || cell_font + 6 > step_) return;
    for (std::size_t row = 0; row < map_.rows; ++row)
      for (std::size_t column = 0; column < map_.columns; ++column) {
        double const here = value(row, column);
        if (std::isnan(here)) continue;
        auto const center = box(row, column, column + 1).center();
        auto const color = shade(here) == no_shade ? soft_ink : ink_on(shade(here));
        out.add(svg_text({center.x, center.y + 0.36 * cell_font}, format_value(here, 3),
                         {.size = cell_font, .color = color, .anchor = Anchor::middle}));
      }
  }

  void draw_axes(Element& out) const {
    for_each_tick(map_.columns, [&](std::size_t i) {
      out.add(svg_text({origin_.x + (static_cast<double>(i) + 0.5) * step_, origin_.y - 6}, std::to_string(i),
                       {.size = 10, .anchor = Anchor::middle}));
    });
    for_each_tick(map_.rows, [&](std::size_t i) {
      out.add(svg_text({origin_.x - 5, origin_.y + (static_cast<double>(i) + 0.5) * step_ + 3.5},
                       std::to_string(i), {.size = 10, .anchor = Anchor::end}));
    });
    bool const beside = text_width(map_.rows_are, 11) <= height_;
    auto const above =
        beside ? map_.columns_are : fmt::format("columns: {}; rows: {}", map_.columns_are, map_.rows_are);
    out.add(svg_text({origin_.x, origin_.y - 22}, above, {.size = 11, .color = soft_ink}));
    if (beside && !map_.rows_are.empty())
      out.add(svg_text({map_margin + 4, origin_.y}, map_.rows_are,
                       {.size = 11, .color = soft_ink, .anchor = Anchor::end, .rotate = -90}));
  }

  void draw_scale(Element& out, Point at) const {
    out.add(svg_text({at.x, at.y + 12}, map_.value_title, {.size = 11}));
    double const beside = add_shade_scale(out, {at.x, at.y + 18}, {0, most_ > 0 ? most_ : 1});
    double x = at.x + beside + 8;
    x += add_box_key(out, {x, at.y + 18}, paper, "0");
    if (std::ranges::any_of(map_.cells, [](double value) { return std::isnan(value); }))
      add_box_key(out, {x, at.y + 18}, absent, map_.nothing);
  }

  /// At most five, first and last included, none closer than its text.
  template <class Visit>
  void for_each_tick(std::size_t count, Visit visit) const {
    if (count == 0) return;
    auto const room = static_cast<std::size_t>(step_ * static_cast<double>(count) / 30);
    auto const parts = std::clamp<std::size_t>(room, 1, 4);
    for (std::size_t tick = 0; tick <= parts; ++tick) {
      auto const i = (count - 1) * tick / parts;
      if (tick == 0 || i != (count - 1) * (tick - 1) / parts) visit(i);
    }
  }

  HeatMap const& map_;
  double step_, width_, height_, most_;
  Point origin_;
};

}  // namespace

std::string to_svg(HeatMap const& map) { return HeatDrawing(map).str(); }

}  // namespace weft::chart
