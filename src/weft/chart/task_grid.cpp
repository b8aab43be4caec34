#include "weft/chart/task_grid.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "weft/chart/legend.hpp"
#include "weft/chart/palette.hpp"

namespace weft::chart {
namespace {

/// Patches are light in every theme.
constexpr std::string_view on_patch = "#1A1A1A";
constexpr double task_margin = 34, task_side = 680, task_gap = 14, task_label_size = 11, least_task_label = 7;

/// Light colors by the golden angle, so that neighbors in number are far apart in hue; three lightnesses in
/// turn.
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
        step_(std::clamp((task_side - task_gap * static_cast<double>(planes_across_ - 1)) /
                             static_cast<double>(picture.columns * planes_across_),
                         1.5, 26.0)),
        widest_(std::to_string(std::ranges::max(picture.groups))) {
    double const fits =
        (step_ - 2) / text_width(widest_, 1);  // the numbers of all tasks in squares of their own
    size_ = fits >= least_task_label ? std::min(fits, task_label_size) : task_label_size;
  }

  std::string str() {
    auto const planes_down = (picture_.planes + planes_across_ - 1) / planes_across_;
    double const drawn = static_cast<double>(planes_across_) * (plane_width() + task_gap) - task_gap;
    double const width = std::max(drawn + 2 * task_margin, 420.0);
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
    auto& group_of_areas = out.add(Element{"g"});  // what they share is said once
    group_of_areas.set("stroke", paper).set("stroke-width", 0.5);
    for (auto const& [of, path] : areas) {
      Element area{"path"};
      group_of_areas.add(std::move(area.set("d", path).set("fill", color_of_group(of))));
    }
    for (auto& element : labels) out.add(std::move(element));
  }

  /// The plane in rectangles of one group: each grows right, then down, from the first task that is not
  /// covered.
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
