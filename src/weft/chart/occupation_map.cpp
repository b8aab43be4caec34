#include "weft/chart/occupation_map.hpp"

#include <algorithm>

#include "weft/chart/legend.hpp"
#include "weft/chart/palette.hpp"
#include "weft/chart/scale.hpp"

namespace weft::chart {
namespace {

constexpr double occupation_margin = 34, occupation_width = 720, occupation_height = 384, beside_axis = 56;
/// Black and gray are no colors of jobs.
constexpr std::size_t job_colors = 6;

/// A color for each: of consecutive ones all differ, and hardly any two are always together.
std::size_t color_of(std::uint32_t who) { return (who + who / job_colors) % job_colors; }

class OccupationDrawing {
 public:
  explicit OccupationDrawing(OccupationMap const& map) : map_(map) {}

  std::string str() {
    auto const width = occupation_width + beside_axis + 2 * occupation_margin;
    auto const head = head_of(map_.title, map_.subtitle, note(), width - 2 * occupation_margin);
    plot_ = {occupation_margin + beside_axis, head.height + 14, occupation_width, occupation_height};
    auto out = svg_document(width, plot_.bottom() + 56, map_.title);
    for (auto const& element : head.elements) out.add(element);
    for (std::size_t row = 0; row < map_.rows; ++row) draw_row(out, row);
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

  void draw_row(Element& out, std::size_t row) const {
    auto const columns = map_.columns;
    auto const height = plot_.height / static_cast<double>(map_.rows),
               width = plot_.width / static_cast<double>(columns);
    auto const* const cells = &map_.cells[row * columns];
    for (std::size_t begin = 0, end = 0; begin < columns; begin = end) {
      for (end = begin + 1; end < columns && cells[end] == cells[begin];) ++end;
      if (cells[begin] == 0) continue;
      Box const box{plot_.x + width * static_cast<double>(begin),
                    plot_.bottom() - height * static_cast<double>(row + 1),
                    width * static_cast<double>(end - begin), height};
      out.add(svg_rect(box, palette_color(color_of(cells[begin]))));
    }
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

}  // namespace weft::chart
