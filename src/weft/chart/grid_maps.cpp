// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/grid_maps.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "weft/chart/legend.hpp"
#include "weft/chart/scale.hpp"
#include "weft/chart/theme.hpp"

namespace weft::chart {
namespace {

constexpr double occupation_margin = 34, occupation_width = 720, occupation_height = 384, beside_axis = 56;
/// Number of job colors: the palette without black and gray.
constexpr std::size_t job_colors = 6;

/// Returns the color of an owner: consecutive owners differ in color, and each repetition of the color
/// sequence begins one color later.
std::size_t color_of(std::uint32_t who) { return (who + who / job_colors) % job_colors; }

class OccupationDrawing {
 public:
  explicit OccupationDrawing(OccupationMap const& map) : map_(map) {}

  std::string str() {
    auto const around = beside_axis + 2 * occupation_margin;
    auto const plotted = map_.max_width > 0 ? map_.max_width - around : occupation_width;
    auto const width = plotted + around;
    auto const head = head_of(map_.title, map_.subtitle, note(), width - 2 * occupation_margin);
    plot_ = {occupation_margin + beside_axis, head.height + 14, plotted,
             occupation_height * std::min(1.0, std::sqrt(plotted / occupation_width))};
    auto out = svg_document(width, plot_.bottom() + 56, map_.title);
    for (auto const& element : head.elements) out.add(element);
    draw_cells(out);
    Element frame{"rect"};
    frame.set("x", plot_.x).set("y", plot_.y).set("width", plot_.width).set("height", plot_.height);
    out.add(std::move(frame.set("fill", "none").set("stroke", axis_gray).set("stroke-width", 1)));
    draw_axes(out);
    return out.str();
  }

 private:
  std::string note() const {
    return map_.nodes > map_.rows
               ? "Each row is one of " + std::to_string(map_.nodes / std::max<std::uint64_t>(map_.rows, 1)) +
                     " nodes. White: idle."
               : "White: idle.";
  }

  /// Draws all cells, as one path per color: runs of equal cells, merged with equal runs of the rows above.
  void draw_cells(Element& out) const {
    std::vector<std::string> paths(job_colors);
    for (std::size_t row = 0; row < map_.rows; ++row)
      for (std::size_t begin = 0, end = 0; begin < map_.columns; begin = end) {
        end = end_of_run(row, begin);
        auto const who = cell(row, begin);
        if (who == 0 || (row > 0 && is_run(row - 1, begin, end, who))) continue;
        auto above = row + 1;
        while (above < map_.rows && is_run(above, begin, end, who)) ++above;
        add_box(paths[color_of(who)], row, above, begin, end);
      }
    for (std::size_t color = 0; color < job_colors; ++color) {
      if (paths[color].empty()) continue;
      Element path{"path"};
      path.set("d", paths[color]).set("fill", palette_color(color));
      out.add(std::move(path));
    }
  }
  std::uint32_t cell(std::size_t row, std::size_t column) const {
    return map_.cells[row * map_.columns + column];
  }
  std::size_t end_of_run(std::size_t row, std::size_t begin) const {
    auto end = begin + 1;
    while (end < map_.columns && cell(row, end) == cell(row, begin)) ++end;
    return end;
  }
  bool is_run(std::size_t row, std::size_t begin, std::size_t end, std::uint32_t who) const {
    return cell(row, begin) == who && (begin == 0 || cell(row, begin - 1) != who) &&
           end_of_run(row, begin) == end;
  }
  void add_box(std::string& path, std::size_t row, std::size_t above, std::size_t begin,
               std::size_t end) const {
    auto const x = [&](std::size_t column) {
      return plot_.x + plot_.width * static_cast<double>(column) / static_cast<double>(map_.columns);
    };
    auto const y = [&](std::size_t at) {
      return plot_.bottom() - plot_.height * static_cast<double>(at) / static_cast<double>(map_.rows);
    };
    path += "M" + svg_number(x(begin)) + " " + svg_number(y(row)) + "H" + svg_number(x(end)) + "V" +
            svg_number(y(above)) + "H" + svg_number(x(begin)) + "z";
  }

  void draw_axes(Element& out) const {
    auto const times = linear_ticks(map_.from, std::max(map_.to, map_.from + 1), 7, true);
    for (auto const& tick : times.marks) {
      auto const x = plot_.x + (tick.value - map_.from) / std::max(map_.to - map_.from, 1.0) * plot_.width;
      if (x < plot_.x - 1 || x > plot_.right() + 1) continue;
      out.add(svg_line({x, plot_.bottom()}, {x, plot_.bottom() + 5}, {axis_gray, 1}));
      if (!tick.label.empty())
        out.add(svg_text({x, plot_.bottom() + 18}, format_value(tick.value, 9),
                         {.size = 11, .anchor = Anchor::middle}));
    }
    out.add(svg_text({plot_.x + plot_.width / 2, plot_.bottom() + 38}, "time (s)",
                     {.size = 12, .anchor = Anchor::middle}));
    auto const nodes = static_cast<double>(std::max<std::uint64_t>(map_.nodes, 1));
    for (auto const& tick : linear_ticks(0, nodes, 5, true).marks) {
      auto const y = plot_.bottom() - tick.value / nodes * plot_.height;
      if (y < plot_.y - 1 || tick.label.empty()) continue;
      out.add(svg_line({plot_.x - 5, y}, {plot_.x, y}, {axis_gray, 1}));
      out.add(
          svg_text({plot_.x - 8, y + 4}, format_value(tick.value, 7), {.size = 11, .anchor = Anchor::end}));
    }
    out.add(svg_text({occupation_margin, plot_.y + plot_.height / 2}, "node",
                     {.size = 12, .anchor = Anchor::middle, .rotate = -90}));
  }

  OccupationMap const& map_;
  Box plot_;
};

}  // namespace

std::string to_svg(OccupationMap const& map) { return OccupationDrawing(map).str(); }

namespace {

constexpr double use_margin = 34, plot_width = 720, rows_height = 420;
constexpr std::size_t max_columns = 600;
constexpr double min_row = 9, max_row = 34, use_label_size = 11;

class TimeDrawing {
 public:
  explicit TimeDrawing(TimeMap const& map)
      : map_(map),
        bins_(map.slots.empty() ? 0 : map.slots.size() - 1),
        slots_(static_cast<double>(std::max<std::uint64_t>(map.slots.empty() ? 0 : map.slots.back(), 1))),
        bins_per_column_(std::max<std::size_t>(1, (bins_ + max_columns - 1) / max_columns)),
        row_height_(std::clamp(rows_height / static_cast<double>(std::max<std::size_t>(map.rows.size(), 1)),
                               min_row, max_row)) {
    for (auto const& row : map.rows) label_width_ = std::max(label_width_, text_width(row, use_label_size));
  }

  std::string str() {
    double const around = label_width_ + 8 + 2 * use_margin;
    double const plotted = map_.max_width > 0 ? std::max(map_.max_width - around, 60.0) : plot_width;
    double const width = plotted + around;
    auto const head = head_of(map_.title, map_.subtitle, note(), width - 2 * use_margin);
    plot_ = {use_margin + label_width_ + 8, head.height + 14, plotted,
             row_height_ * static_cast<double>(map_.rows.size())};
    auto out = svg_document(width, plot_.bottom() + 66 + shade_scale_height, map_.title);
    for (auto const& element : head.elements) out.add(element);
    draw_cells(out);
    draw_rows(out);
    draw_time(out);
    Point const scale{plot_.x, plot_.bottom() + 50};
    out.add(svg_text({scale.x, scale.y + 12}, map_.value, {.size = 11}));
    double const beside = text_width(map_.value, 11) + 4;
    double const after = add_shade_scale(out, {scale.x + beside, scale.y}, {0, 1});
    add_box_key(out, {scale.x + beside + after + 4, scale.y}, paper, "none");
    return out.str();
  }

 private:
  std::string note() const {
    if (!map_.note.empty()) return map_.note;
    auto const stretch = bins_ == 0 ? 1 : (map_.slots[1] - map_.slots[0]) * bins_per_column_;
    return stretch == 1 ? "Fraction of the channels of a row that are in use in a slot."
                        : fmt::format(
                              "Fraction of the channels of a row that are in use, averaged over {} slots "
                              "each.",
                              stretch);
  }
  double x_of(double slot) const { return plot_.x + std::min(slot / slots_, 1.0) * plot_.width; }
  std::size_t columns() const { return (bins_ + bins_per_column_ - 1) / bins_per_column_; }
  double first_slot(std::size_t column) const {
    return static_cast<double>(map_.slots[std::min(column * bins_per_column_, bins_)]);
  }

  /// Returns the shade of a cell; `no_shade` if there is no load.
  std::size_t shade_at(std::size_t row, std::size_t column) const {
    double sum = 0, bins = 0;
    for (auto bin = column * bins_per_column_; bin < std::min((column + 1) * bins_per_column_, bins_);
         ++bin, ++bins)
      sum += map_.values[row * bins_ + bin];
    return sum <= 0 ? no_shade : shade_of(sum / bins);
  }

  void draw_cells(Element& out) const {
    add_shaded_cells(
        out, map_.rows.size(), columns(),
        [this](std::size_t row, std::size_t column) { return shade_at(row, column); },
        [this](std::size_t row, std::size_t begin, std::size_t end) {
          auto const x = x_of(first_slot(begin));
          return Box{x, plot_.y + row_height_ * static_cast<double>(row), x_of(first_slot(end)) - x,
                     row_height_};
        });
  }

  void draw_rows(Element& out) const {
    for (std::size_t row = 0; row < map_.rows.size(); ++row) {
      auto const y = plot_.y + row_height_ * static_cast<double>(row);
      if (row > 0 && row_height_ >= 14) out.add(svg_line({plot_.x, y}, {plot_.right(), y}, {paper, 1}));
      out.add(svg_text({plot_.x - 6, y + row_height_ / 2 + 3.5}, map_.rows[row],
                       {.size = std::min(use_label_size, row_height_ + 1), .anchor = Anchor::end}));
    }
    Element frame{"rect"};
    frame.set("x", plot_.x).set("y", plot_.y).set("width", plot_.width).set("height", plot_.height);
    out.add(std::move(frame.set("fill", "none").set("stroke", axis_gray).set("stroke-width", 1)));
  }

  void draw_time(Element& out) const {
    auto const ticks = linear_ticks(0, slots_ * map_.slot, 9, map_.slot == 1);
    for (auto const& tick : ticks.marks) {
      auto const x = x_of(tick.value / map_.slot);
      out.add(svg_line({x, plot_.bottom()}, {x, plot_.bottom() + 5}, {axis_gray, 1}));
      if (!tick.label.empty())
        out.add(svg_text({x, plot_.bottom() + 18}, format_value(tick.value, 7),
                         {.size = 11, .anchor = Anchor::middle}));
    }
    out.add(svg_text({plot_.x + plot_.width / 2, plot_.bottom() + 36}, map_.time,
                     {.size = 12, .anchor = Anchor::middle}));
  }

  TimeMap const& map_;
  std::size_t bins_;
  double slots_;
  std::size_t bins_per_column_;
  double row_height_, label_width_ = 0;
  Box plot_;
};

}  // namespace

std::string to_svg(TimeMap const& map) { return TimeDrawing(map).str(); }

namespace {

/// Color of text on patches, which are light in every theme.
constexpr std::string_view on_patch = "#1A1A1A";
constexpr double task_margin = 34, task_side = 680, task_gap = 14, task_label_size = 11, min_task_label = 7;

/// Returns a light color. The hue advances by the golden angle per group, so that consecutive groups are far
/// apart; the lightness cycles through three values.
std::string color_of_group(std::uint64_t group) {
  double const hue = std::fmod(static_cast<double>(group) * 137.50776, 360.0);
  double const lightness = 0.72 + 0.07 * static_cast<double>(group % 3), strength = 0.55;
  double const chroma = (1 - std::abs(2 * lightness - 1)) * strength;
  auto const channel = [&](double offset) {
    double const k = std::fmod(offset + hue / 30, 12.0);
    double const value = lightness - chroma / 2 * std::max(-1.0, std::min({k - 3, 9 - k, 1.0}));
    return static_cast<int>(std::lround(std::clamp(value, 0.0, 1.0) * 255));
  };
  return fmt::format("#{:02X}{:02X}{:02X}", channel(0), channel(8), channel(4));
}

/// Returns a light color for a position: the first two coordinates determine the hue, the third the lightness
/// (Ottosson's Oklab).
std::string color_at(std::array<double, 3> const& position) {
  double const a = 0.17 * (position[0] - 0.5), b = 0.2 * (position[1] - 0.5),
               light = 0.74 + 0.18 * position[2];
  auto const cube = [](double x) { return x * x * x; };
  double const l = cube(light + 0.3963377774 * a + 0.2158037573 * b),
               m = cube(light - 0.1055613458 * a - 0.0638541728 * b),
               s = cube(light - 0.0894841775 * a - 1.2914855480 * b);
  auto const channel = [](double linear) {
    linear = std::clamp(linear, 0.0, 1.0);
    double const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
    return static_cast<int>(std::lround(255 * value));
  };
  return fmt::format("#{:02X}{:02X}{:02X}", channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                     channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                     channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
}

/// A rectangle of tasks of one group.
struct Patch {
  std::size_t row, column, rows, columns;
};

class TaskGridDrawing {
 public:
  explicit TaskGridDrawing(TaskGrid const& picture)
      : picture_(picture),
        planes_across_(std::max<std::size_t>(
            1, static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(picture.planes)))))),
        step_(std::clamp(((picture.max_width > 0 ? picture.max_width - 2 * task_margin : task_side) -
                          task_gap * static_cast<double>(planes_across_ - 1)) /
                             static_cast<double>(picture.columns * planes_across_),
                         1.5, 26.0)),
        widest_(std::to_string(std::ranges::max(picture.groups))) {
    double const fits = (step_ - 2) / text_width(widest_, 1);  // the number of each task in its square
    size_ = fits >= min_task_label ? std::min(fits, task_label_size) : task_label_size;
  }

  std::string str() {
    auto const planes_down = (picture_.planes + planes_across_ - 1) / planes_across_;
    double const drawn = static_cast<double>(planes_across_) * (plane_width() + task_gap) - task_gap;
    double const width =
        std::max(drawn + 2 * task_margin, picture_.max_width > 0 ? picture_.max_width : 420.0);
    auto const head = head_of(picture_.title, {}, picture_.note, width - 2 * task_margin);
    top_ = head.height + 10;
    auto out = svg_document(
        width, top_ + static_cast<double>(planes_down) * (plane_height() + task_gap) + task_margin - task_gap,
        picture_.title);
    for (auto const& element : head.elements) out.add(element);
    for (std::size_t plane = 0; plane < picture_.planes; ++plane) draw_plane(out, plane);
    return out.str();
  }

 private:
  std::string color(std::uint64_t group) const {
    auto const found = picture_.positions.find(group);
    return found == picture_.positions.end() ? color_of_group(group) : color_at(found->second);
  }
  double plane_width() const { return step_ * static_cast<double>(picture_.columns); }
  double plane_height() const { return step_ * static_cast<double>(picture_.rows); }
  std::uint64_t group(std::size_t plane, std::size_t row, std::size_t column) const {
    return picture_.groups[(plane * picture_.rows + row) * picture_.columns + column];
  }

  void draw_plane(Element& out, std::size_t plane) const {
    Point const at{task_margin + static_cast<double>(plane % planes_across_) * (plane_width() + task_gap),
                   top_ + static_cast<double>(plane / planes_across_) * (plane_height() + task_gap)};
    std::map<std::uint64_t, std::string> areas;
    std::vector<Element> labels;
    for (auto const& patch : patches(plane)) {
      auto const of = group(plane, patch.row, patch.column);
      Box const box{at.x + step_ * static_cast<double>(patch.column),
                    at.y + step_ * static_cast<double>(patch.row), step_ * static_cast<double>(patch.columns),
                    step_ * static_cast<double>(patch.rows)};
      areas[of] += fmt::format("M{} {}h{}v{}h-{}z", svg_number(box.x), svg_number(box.y),
                               svg_number(box.width), svg_number(box.height), svg_number(box.width));
      auto const text = std::to_string(of);
      if (text_width(widest_, size_) <= box.width && size_ + 2 <= box.height)
        labels.push_back(svg_text({box.center().x, box.center().y + size_ * 0.36}, text,
                                  {.size = size_, .color = on_patch, .anchor = Anchor::middle}));
    }
    auto& group_of_areas = out.add(Element{"g"});  // with their common attributes
    group_of_areas.set("stroke", paper).set("stroke-width", 0.5);
    for (auto const& [of, path] : areas) {
      Element area{"path"};
      group_of_areas.add(std::move(area.set("d", path).set("fill", color(of))));
    }
    for (auto& element : labels) out.add(std::move(element));
  }

  /// Divides the plane into rectangles of tasks of one group: each grows right, then down, from the first
  /// task that is not covered.
  std::vector<Patch> patches(std::size_t plane) const {
    std::vector<bool> covered(picture_.rows * picture_.columns, false);
    std::vector<Patch> found;
    for (std::size_t row = 0; row < picture_.rows; ++row)
      for (std::size_t column = 0; column < picture_.columns; ++column) {
        if (covered[row * picture_.columns + column]) continue;
        found.push_back(grown({row, column, 1, 1}, plane, covered));
        auto const& patch = found.back();
        for (auto r = row; r < row + patch.rows; ++r)
          for (auto c = column; c < column + patch.columns; ++c) covered[r * picture_.columns + c] = true;
      }
    return found;
  }
  Patch grown(Patch patch, std::size_t plane, std::vector<bool> const& covered) const {
    auto const of = group(plane, patch.row, patch.column);
    auto const joins = [&](std::size_t row, std::size_t column) {
      return group(plane, row, column) == of && !covered[row * picture_.columns + column];
    };
    while (patch.column + patch.columns < picture_.columns && joins(patch.row, patch.column + patch.columns))
      ++patch.columns;
    for (auto row = patch.row + 1; row < picture_.rows; ++row, ++patch.rows)
      for (auto column = patch.column; column < patch.column + patch.columns; ++column)
        if (!joins(row, column)) return patch;
    return patch;
  }

  TaskGrid const& picture_;
  std::size_t planes_across_;
  double step_, top_ = 0, size_ = task_label_size;
  std::string widest_;
};

}  // namespace

std::string to_svg(TaskGrid const& grid) { return TaskGridDrawing(grid).str(); }

}  // namespace weft::chart
