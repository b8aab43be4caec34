#include "weft/verb/deadlock/cycle_picture.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "weft/chart/palette.hpp"
#include "weft/chart/svg.hpp"
#include "weft/chart/text.hpp"

namespace weft::verb {
using namespace chart;
namespace {

constexpr double margin = 24, text_size = 12, box_height = 26, step = 66, way_back = 36, head_size = 5;

struct Row {
  std::string channel, wait;  ///< of its packet, for the next channel
};

std::vector<Row> rows_of(Table const& cycle) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < cycle.rows.size(); ++i)
    rows.push_back({fmt::format("{} VC {}", cycle.at(i, "held").short_text(), cycle.at(i, "vc").short_text()),
                    fmt::format("its packet, {}, waits for{}", cycle.at(i, "packet").short_text(),
                                i + 1 < cycle.rows.size() ? "" : " the first")});
  return rows;
}

/// An arrowhead whose tip is at `tip`, pointing along (dx, dy).
Element arrow_head(Point tip, double dx, double dy) {
  return svg_polygon({tip,
                      {tip.x - head_size * (2 * dx + dy), tip.y - head_size * (2 * dy + dx)},
                      {tip.x - head_size * (2 * dx - dy), tip.y - head_size * (2 * dy - dx)}},
                     palette_color(1), 1, {.width = 0});
}

}  // namespace

std::string cycle_picture(Table const& cycle, std::string const& title) {
  auto const rows = rows_of(cycle);
  double channel_width = 0, wait_width = 0;
  for (auto const& row : rows) {
    channel_width = std::max(channel_width, text_width(row.channel, text_size));
    wait_width = std::max(wait_width, text_width(row.wait, text_size));
  }
  double const left = margin + way_back, box_width = channel_width + 24, middle = left + box_width / 2;
  double const width = std::max(middle + 14 + wait_width, left + box_width) + margin;
  auto const lines = wrap_text(title, text_size + 2, width - 2 * margin, true);
  double const top = margin + 20 * static_cast<double>(lines.size()) + 10;
  auto out = svg_document(width, top + step * static_cast<double>(rows.size()) + margin, title);
  for (std::size_t i = 0; i < lines.size(); ++i)
    out.add(svg_text({margin, margin + 10 + 20 * static_cast<double>(i)}, lines[i],
                     {.size = text_size + 2, .color = ink, .bold = true}));
  Stroke const arrow{palette_color(1), 1.5};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double const y = top + step * static_cast<double>(i), bottom = y + box_height;
    out.add(svg_rect({left, y, box_width, box_height}, grid_gray));
    out.add(svg_text({middle, y + 17}, rows[i].channel,
                     {.size = text_size, .color = ink, .anchor = Anchor::middle}));
    out.add(svg_text({middle + 14, bottom + 24}, rows[i].wait, {.size = text_size, .color = soft_ink}));
    if (i + 1 < rows.size()) {
      out.add(svg_line({middle, bottom}, {middle, y + step - head_size}, arrow));
      out.add(arrow_head({middle, y + step}, 0, 1));
    } else {  // back to the first
      double const down = bottom + step - box_height, up = top + box_height / 2;
      out.add(svg_polyline(
          {{middle, bottom}, {middle, down}, {margin, down}, {margin, up}, {left - head_size, up}}, arrow));
      out.add(arrow_head({left, up}, 1, 0));
    }
  }
  return out.str();
}

}  // namespace weft::verb
