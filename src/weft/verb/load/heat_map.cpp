#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "weft/chart/legend.hpp"
#include "weft/chart/palette.hpp"
#include "weft/chart/shaded_cells.hpp"
#include "weft/verb/load/load_svg.hpp"

namespace weft::verb {
using namespace chart;
namespace {

constexpr double map_margin = 34, label = 44, map_side = 620, least_side = 160;

class HeatDrawing {
 public:
  explicit HeatDrawing(LoadHeatMap const& map)
      : map_(map),
        step_(std::clamp(map_side / static_cast<double>(std::max(map.rows, map.columns)), 1.0,
                         std::max(24.0, least_side / static_cast<double>(map.rows)))),
        width_(step_ * static_cast<double>(map.columns)),
        height_(step_ * static_cast<double>(map.rows)) {
    for (double const value : map.cells)
      if (value > most_) most_ = value;
  }

  std::string str() {
    double const width =
        std::max({width_ + label + 2 * map_margin, least_side + label + 2 * map_margin, 420.0});
    auto const head = head_of(map_.title, {}, note(), width - 2 * map_margin);
    origin_ = {map_margin + label, head.height + label};
    double const bottom = origin_.y + height_ + 18;
    auto out = svg_document(width, bottom + 44, map_.title);
    for (auto const& element : head.elements) out.add(element);
    draw_cells(out);
    draw_axes(out);
    add_shade_scale(out, {map_margin, bottom}, "0", fmt::format("{:.4g}", most_));
    return out.str();
  }

 private:
  static std::string note() {
    return "The maximum load of the channels that share a square, if the mean task sends 1; white: no channel.";
  }

  void draw_cells(Element& out) const {
    add_shaded_cells(
        out, map_.rows, map_.columns,
        [this](std::size_t row, std::size_t column) {
          double const value = map_.cells[row * map_.columns + column];
          return std::isnan(value) ? no_shade : shade_of(most_ <= 0 ? 0 : value / most_);
        },
        [this](std::size_t row, std::size_t begin, std::size_t end) {
          return Box{origin_.x + step_ * static_cast<double>(begin),
                     origin_.y + step_ * static_cast<double>(row), step_ * static_cast<double>(end - begin),
                     step_};
        });
    Element frame{"rect"};
    frame.set("x", origin_.x).set("y", origin_.y).set("width", width_).set("height", height_);
    out.add(std::move(frame.set("fill", "none").set("stroke", axis_gray).set("stroke-width", 1)));
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

  LoadHeatMap const& map_;
  double step_, width_, height_, most_ = 0;
  Point origin_;
};

}  // namespace

std::string to_svg(LoadHeatMap const& map) { return HeatDrawing(map).str(); }

}  // namespace weft::verb
