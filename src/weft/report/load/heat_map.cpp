#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "weft/report/load/load_pictures.hpp"
#include "weft/report/network/legend.hpp"
#include "weft/report/palette.hpp"

namespace weft::report {
namespace {

constexpr double margin = 34, label = 44, most_side = 620, least_side = 160;

class HeatDrawing {
 public:
  explicit HeatDrawing(LoadHeatMap const& map)
      : map_(map),
        step_(std::clamp(most_side / static_cast<double>(std::max(map.rows, map.columns)), 1.0,
                         std::max(24.0, least_side / static_cast<double>(map.rows)))),
        width_(step_ * static_cast<double>(map.columns)),
        height_(step_ * static_cast<double>(map.rows)) {
    for (double const value : map.cells)
      if (value > most_) most_ = value;
  }

  std::string str() {
    double const width = std::max({width_ + label + 2 * margin, least_side + label + 2 * margin, 420.0});
    auto const head = head_of(map_.title, {}, note(), width - 2 * margin);
    origin_ = {margin + label, head.height + label};
    double const bottom = origin_.y + height_ + 18;
    auto out = svg_document(width, bottom + 44, map_.title);
    for (auto const& element : head.elements) out.add(element);
    draw_cells(out);
    draw_axes(out);
    draw_scale(out, {margin, bottom});
    return out.str();
  }

 private:
  static std::string note() {
    return "The greatest load of the channels that share a square, if the mean task sends 1; white: no channel.";
  }

  std::size_t shade(double value) const {
    if (most_ <= 0) return 0;
    return std::min(shades.size() - 1,
                    static_cast<std::size_t>(value / most_ * static_cast<double>(shades.size())));
  }

  void draw_cells(Element& out) const {
    std::map<std::size_t, std::string> paths;  // by shade, runs of equal cells in a row as one rectangle
    for (std::size_t row = 0; row < map_.rows; ++row)
      for (std::size_t begin = 0, end = 0; begin < map_.columns; begin = end) {
        auto const color = color_of(row, begin);
        for (end = begin + 1; end < map_.columns && color_of(row, end) == color;) ++end;
        if (color == none) continue;
        auto const length = svg_number(step_ * static_cast<double>(end - begin));
        paths[color] += fmt::format(
            "M{} {}h{}v{}h-{}z", svg_number(origin_.x + step_ * static_cast<double>(begin)),
            svg_number(origin_.y + step_ * static_cast<double>(row)), length, svg_number(step_), length);
      }
    for (auto const& [color, path] : paths) {
      Element element{"path"};
      out.add(
          std::move(element.set("d", path).set("fill", shades[color]).set("shape-rendering", "crispEdges")));
    }
    Element frame{"rect"};
    frame.set("x", origin_.x).set("y", origin_.y).set("width", width_).set("height", height_);
    out.add(std::move(frame.set("fill", "none").set("stroke", axis_gray).set("stroke-width", 1)));
  }

  static constexpr std::size_t none = ~std::size_t{0};
  std::size_t color_of(std::size_t row, std::size_t column) const {
    double const value = map_.cells[row * map_.columns + column];
    return std::isnan(value) ? none : shade(value);
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
      out.add(svg_text({margin + 4, origin_.y}, map_.rows_are,
                       {.size = 11, .color = soft_ink, .anchor = Anchor::end, .rotate = -90}));
  }
  /// At most five, first and last included, none closer than its text.
  template <class Visit>
  void for_each_tick(std::size_t count, Visit visit) const {
    auto const room = static_cast<std::size_t>(step_ * static_cast<double>(count) / 30);
    auto const parts = std::clamp<std::size_t>(room, 1, 4);
    for (std::size_t tick = 0; tick <= parts; ++tick) {
      auto const i = (count - 1) * tick / parts;
      if (tick == 0 || i != (count - 1) * (tick - 1) / parts) visit(i);
    }
  }

  void draw_scale(Element& out, Point at) const {
    double x = at.x;
    auto const text = [&](std::string const& words) {
      out.add(svg_text({x, at.y + 12}, words, {.size = 11}));
      x += text_width(words, 11) + 6;
    };
    text("0");
    for (auto const& color : shades) {
      out.add(svg_rect({x, at.y + 2, 26, 12}, color));
      x += 26;
    }
    x += 6;
    text(fmt::format("{:.4g}", most_));
  }

  LoadHeatMap const& map_;
  double step_, width_, height_, most_ = 0;
  Point origin_;
};

}  // namespace

std::string to_svg(LoadHeatMap const& map) { return HeatDrawing(map).str(); }

}  // namespace weft::report
