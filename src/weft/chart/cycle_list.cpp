// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/cycle_list.hpp"

#include <algorithm>

#include "weft/chart/legend.hpp"
#include "weft/chart/svg.hpp"
#include "weft/chart/theme.hpp"

namespace weft::chart {
namespace {

constexpr double cycle_margin = 24, cycle_text = 12, box_height = 26, cycle_step = 66, way_back = 36,
                 head_size = 5;

/// Returns an arrowhead with its tip at `tip` that points along (dx, dy).
Element arrow_head(Point tip, double dx, double dy) {
  return svg_polygon({tip,
                      {tip.x - head_size * (2 * dx + dy), tip.y - head_size * (2 * dy + dx)},
                      {tip.x - head_size * (2 * dx - dy), tip.y - head_size * (2 * dy - dx)}},
                     palette_color(1), 1, {.width = 0});
}

}  // namespace

std::string to_svg(CycleList const& cycle) {
  double channel_width = 0, wait_width = 0;
  for (auto const& row : cycle.rows) {
    channel_width = std::max(channel_width, text_width(row.channel, cycle_text));
    wait_width = std::max(wait_width, text_width(row.wait, cycle_text));
  }
  double const left = cycle_margin + way_back, box_width = channel_width + 24, middle = left + box_width / 2;
  double const width = std::max({middle + 14 + wait_width, left + box_width, 340.0}) + cycle_margin;
  auto const head = head_of(cycle.title, cycle.facts, {}, width - 2 * cycle_margin);
  double const top = head.height + 14;
  auto out = svg_document(width, top + cycle_step * static_cast<double>(cycle.rows.size()) + cycle_margin,
                          cycle.title);
  for (auto const& element : head.elements) out.add(element);
  Stroke const arrow{palette_color(1), 1.5};
  for (std::size_t i = 0; i < cycle.rows.size(); ++i) {
    double const y = top + cycle_step * static_cast<double>(i), bottom = y + box_height;
    out.add(svg_rect({left, y, box_width, box_height}, grid_gray));
    out.add(svg_text({middle, y + 17}, cycle.rows[i].channel,
                     {.size = cycle_text, .color = ink, .anchor = Anchor::middle}));
    out.add(
        svg_text({middle + 14, bottom + 24}, cycle.rows[i].wait, {.size = cycle_text, .color = soft_ink}));
    if (i + 1 < cycle.rows.size()) {
      out.add(svg_line({middle, bottom}, {middle, y + cycle_step - head_size}, arrow));
      out.add(arrow_head({middle, y + cycle_step}, 0, 1));
    } else {  // back to the first
      double const down = bottom + cycle_step - box_height, up = top + box_height / 2;
      out.add(svg_polyline({{middle, bottom},
                            {middle, down},
                            {cycle_margin, down},
                            {cycle_margin, up},
                            {left - head_size, up}},
                           arrow));
      out.add(arrow_head({left, up}, 1, 0));
    }
  }
  return out.str();
}

}  // namespace weft::chart
