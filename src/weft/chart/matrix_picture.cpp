// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/matrix_picture.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "weft/chart/legend.hpp"
#include "weft/chart/theme.hpp"

namespace weft::chart {
namespace {

constexpr double matrix_margin = 34, matrix_label = 34, matrix_side = 620;

class MatrixDrawing {
 public:
  explicit MatrixDrawing(MatrixPicture const& matrix)
      : matrix_(matrix),
        step_(std::clamp(
            (matrix.max_width > 0 ? matrix.max_width - matrix_label - 2 * matrix_margin : matrix_side) /
                static_cast<double>(matrix.rows),
            0.25, 16.0)),
        side_(step_ * static_cast<double>(matrix.rows)) {}

  std::string str() {
    double const needed = side_ + matrix_label + 2 * matrix_margin,
                 title = std::min(640.0, text_width(matrix_.title, 14, true)) + 2 * matrix_margin + 4;
    double const width =
        matrix_.max_width > 0 ? std::max(matrix_.max_width, needed) : std::max({needed, 380.0, title});
    auto const head = head_of(matrix_.title, matrix_.facts, note(), width - 2 * matrix_margin);
    origin_ = {matrix_margin + matrix_label, head.height + matrix_label};
    double const bottom = origin_.y + side_ + 16;
    Point const below{matrix_margin, bottom};
    auto const legend =
        exact() ? legend_of_classes(matrix_.classes, used_classes(), below, width - 2 * matrix_margin)
                : shade_legend(below);
    auto out = svg_document(width, bottom + legend.height, matrix_.title);
    for (auto const& element : head.elements) out.add(element);
    draw_cells(out);
    draw_labels(out);
    for (auto const& element : legend.elements) out.add(element);
    return out.str();
  }

 private:
  bool exact() const { return matrix_.block == 1; }

  std::string note() const {
    if (exact())
      return "Adjacency matrix: a square for each channel, from the router of the row to the router of the column.";
    return fmt::format(
        "Adjacency matrix in cells of {} x {} routers: channels per pair of routers, from the routers of the "
        "row to the routers of the column.",
        matrix_.block, matrix_.block);
  }

  std::set<std::size_t> used_classes() const {
    std::set<std::size_t> used;
    for (std::size_t i = 0; i < matrix_.channels.size(); ++i)
      if (matrix_.channels[i] > 0) used.insert(matrix_.channel_class[i]);
    return used;
  }

  double density(std::size_t i) const {
    return static_cast<double>(matrix_.channels[i]) / static_cast<double>(matrix_.block * matrix_.block);
  }

  /// Returns the index into `count_shades`, which divide the range from the thinnest to the densest cell
  /// evenly on a log scale.
  std::size_t shade(double value) const {
    if (densest_ <= thinnest_) return count_shades.size() - 1;
    double const share = std::log(value / thinnest_) / std::log(densest_ / thinnest_);
    return std::min(count_shades.size() - 1,
                    static_cast<std::size_t>(share * static_cast<double>(count_shades.size())));
  }

  void find_range() {
    thinnest_ = 1e300;
    densest_ = 0;
    for (std::size_t i = 0; i < matrix_.channels.size(); ++i)
      if (matrix_.channels[i] > 0) {
        thinnest_ = std::min(thinnest_, density(i));
        densest_ = std::max(densest_, density(i));
      }
  }

  void draw_cells(Element& out) {
    find_range();
    std::map<std::size_t, std::string> paths;  // by color, runs of equal cells in a row as one rectangle
    for (std::size_t row = 0; row < matrix_.rows; ++row)
      for (std::size_t begin = 0, end = 0; begin < matrix_.rows; begin = end) {
        auto const color = color_of(row * matrix_.rows + begin);
        for (end = begin + 1; end < matrix_.rows && color_of(row * matrix_.rows + end) == color;) ++end;
        if (color == no_color) continue;
        auto const width = svg_number(step_ * static_cast<double>(end - begin));
        auto const x = origin_.x + step_ * static_cast<double>(begin),
                   y = origin_.y + step_ * static_cast<double>(row);
        paths[color] +=
            fmt::format("M{} {}h{}v{}h-{}z", svg_number(x), svg_number(y), width, svg_number(step_), width);
      }
    for (auto const& [color, path] : paths) {
      Element element{"path"};
      element.set("d", path).set("fill", exact() ? palette_color(color) : count_shades[color]);
      element.set("shape-rendering", "crispEdges");
      out.add(std::move(element));
    }
  }

  static constexpr std::size_t no_color = ~std::size_t{0};
  std::size_t color_of(std::size_t i) const {
    if (matrix_.channels[i] == 0) return no_color;
    return exact() ? matrix_.channel_class[i] % palette.size() : shade(density(i));
  }

  void draw_labels(Element& out) const {
    Element frame{"rect"};
    frame.set("x", origin_.x).set("y", origin_.y).set("width", side_).set("height", side_);
    out.add(std::move(frame.set("fill", "none").set("stroke", axis_gray).set("stroke-width", 1)));
    for (int tick = 0; tick <= 4; ++tick) {
      auto const router =
          tick == 4 ? matrix_.routers - 1 : matrix_.routers * static_cast<std::uint64_t>(tick) / 4;
      double const at = (static_cast<double>(router) + 0.5) / static_cast<double>(matrix_.block) * step_;
      bool const crowded = matrix_.routers < 5 && tick % 4 != 0;
      if (crowded) continue;
      auto const text = std::to_string(router);
      out.add(svg_text({origin_.x + at, origin_.y - 6}, text, {.size = 10, .anchor = Anchor::middle}));
      out.add(svg_text({origin_.x - 5, origin_.y + at + 3.5}, text, {.size = 10, .anchor = Anchor::end}));
    }
  }

  Strip shade_legend(Point at) {
    find_range();
    Strip strip;
    auto const number = [](double value) { return fmt::format("{:.2g}", value); };
    double x = 0;
    auto const text = [&](std::string const& words) {
      strip.elements.push_back(svg_text({at.x + x, at.y + 12}, words, {.size = 11}));
      x += text_width(words, 11) + 6;
    };
    text(number(thinnest_));
    for (auto const& color : count_shades) {
      strip.elements.push_back(svg_rect({at.x + x, at.y + 2, 26, 12}, color));
      x += 26;
    }
    x += 6;
    text(number(densest_) + " channels per pair");
    strip.height = 26;
    return strip;
  }

  MatrixPicture const& matrix_;
  double step_, side_;
  Point origin_;
  double thinnest_ = 0, densest_ = 0;
};

}  // namespace

std::string to_svg(MatrixPicture const& picture) { return MatrixDrawing(picture).str(); }

}  // namespace weft::chart
