// SPDX-License-Identifier: Apache-2.0
#include "weft/io/text_grid.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "weft/core/utf8.hpp"
#include "weft/io/text_layout.hpp"

namespace weft {
namespace {

constexpr std::size_t gap = 2;         ///< columns between two cells
constexpr std::size_t narrowest = 24;  ///< minimum width of wrapped cells of text

using Widths = std::vector<std::size_t>;

std::size_t longest_word(std::string_view text) {
  std::size_t longest = 0;
  while (!text.empty()) {
    auto const end = std::min(text.find_first_of(" ,"), text.size());
    auto const length = end + (end < text.size() && text[end] == ',' ? 1 : 0);
    longest = std::max(longest, display_width(text.substr(0, length)));
    text.remove_prefix(std::min(text.size(), end + 1));
  }
  return longest;
}

/// The parts of a heading that stay together: they end at spaces and after the punctuation of names with
/// parameters (`torus:`, `sides=`, `8x8,`). The second of a part: a space follows it.
std::vector<std::pair<std::string_view, bool>> heading_parts(std::string_view heading) {
  std::vector<std::pair<std::string_view, bool>> parts;
  while (!heading.empty()) {
    auto const stop = std::min(heading.find_first_of(" ,:="), heading.size());
    auto const is_mark = stop < heading.size() && heading[stop] != ' ';
    auto const part = heading.substr(0, stop + (is_mark ? 1 : 0));
    heading.remove_prefix(part.size());
    bool const has_space = heading.starts_with(' ');
    if (has_space) heading.remove_prefix(1);
    parts.emplace_back(part, has_space);
  }
  return parts;
}

/// Lines of a heading of at most `width` columns, if its parts are not longer.
std::vector<std::string> heading_lines(std::string_view heading, std::size_t width) {
  std::vector<std::string> lines{""};
  bool has_space = false;
  for (auto const& [part, before_space] : heading_parts(heading)) {
    auto const joined = lines.back() + (has_space ? " " : "") + std::string(part);
    if (lines.back().empty() || display_width(joined) <= width)
      lines.back() = joined;
    else
      lines.emplace_back(part);
    has_space = before_space;
  }
  return lines;
}

std::size_t longest_part(std::string_view heading) {
  std::size_t longest = 0;
  for (auto const& [part, before_space] : heading_parts(heading))
    longest = std::max(longest, display_width(part));
  return longest;
}

/// Possible widths of a column.
struct Room {
  std::size_t natural = 0;  ///< without wrapping
  std::size_t compact = 0;  ///< the heading is wrapped at spaces and commas
  std::size_t narrow = 0;   ///< the heading is wrapped at all punctuation
  std::size_t minimum = 0;  ///< cells are also wrapped
};

Room room(TextColumn const& column) {
  std::size_t cells = 0, word = 0;
  for (auto const& cell : column.cells) {
    cells = std::max(cells, display_width(cell));
    word = std::max(word, longest_word(cell));
  }
  auto const unit = display_width(column.unit), part = longest_part(column.heading);
  auto const wrapped_cells = column.is_right ? cells : std::min(cells, std::max(word, narrowest));
  return {std::max({display_width(column.heading), unit, cells}),
          std::max({longest_word(column.heading), unit, cells}), std::max({part, unit, cells}),
          std::max({part, unit, wrapped_cells})};
}

std::size_t total(Widths const& widths) {
  return std::accumulate(widths.begin(), widths.end(),
                         gap * (widths.size() - std::min<std::size_t>(1, widths.size())));
}

Widths widths_by(std::vector<Room> const& rooms, std::size_t Room::*width) {
  Widths widths;
  for (auto const& each : rooms) widths.push_back(each.*width);
  return widths;
}

/// Returns the widths with which the columns fit on the line, or nullopt. `wraps_tightly`: headings may be
/// wrapped at all punctuation, and cells of text between words.
std::optional<Widths> fitted(std::vector<Room> const& rooms, std::size_t line, bool wraps_tightly) {
  auto widths = widths_by(rooms, &Room::natural);
  if (line == 0 || total(widths) <= line) return widths;
  widths = widths_by(rooms, &Room::compact);
  if (wraps_tightly && total(widths) > line) widths = widths_by(rooms, &Room::narrow);
  while (total(widths) > line) {
    std::optional<std::size_t> widest;
    for (std::size_t i = 0; wraps_tightly && i < widths.size(); ++i)
      if (widths[i] > rooms[i].minimum && (!widest || widths[i] > widths[*widest])) widest = i;
    if (!widest) return {};
    auto& width = widths[*widest];
    width = std::max(rooms[*widest].minimum, width - std::min(width, total(widths) - line));
  }
  for (auto const wider : {&Room::compact, &Room::natural})  // headings on few lines, where there is room
    for (std::size_t i = 0; i < widths.size(); ++i)
      if (auto const more = rooms[i].*wider - std::min(rooms[i].*wider, widths[i]);
          total(widths) + more <= line)
        widths[i] += more;
  return widths;
}

/// Returns the column that is dropped next: the last one with the lowest priority.
std::size_t lowest_priority(std::vector<TextColumn> const& columns) {
  std::size_t minimum = columns.size() - 1;
  for (std::size_t i = columns.size() - 1; i > 0; --i)
    if (columns[i].priority < columns[minimum].priority) minimum = i;
  return minimum;
}

std::string join_line(std::vector<std::string> const& cells, std::vector<TextColumn> const& columns,
                      Widths const& widths) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += std::string(gap, ' ');
    auto const width = display_width(cells[i]);
    std::string const padding(widths[i] - std::min(widths[i], width), ' ');
    line += columns[i].is_right ? padding + cells[i] : cells[i] + padding;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

/// Cells on as many lines as the longest of them needs; with `at_bottom`, they are headings, and short ones
/// end on the last line.
std::vector<std::string> lines_of_row(std::vector<std::string> const& row,
                                      std::vector<TextColumn> const& columns, Widths const& widths,
                                      bool at_bottom) {
  std::vector<std::vector<std::string>> cells;
  std::size_t height = 1;
  for (std::size_t i = 0; i < row.size(); ++i) {
    bool const is_whole = display_width(row[i]) <= widths[i] || (columns[i].is_right && !at_bottom);
    cells.push_back(is_whole    ? std::vector{row[i]}
                    : at_bottom ? heading_lines(row[i], widths[i])
                                : wrapped_lines(row[i], widths[i]));
    height = std::max(height, cells.back().size());
  }
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < height; ++at) {
    std::vector<std::string> line;
    for (auto const& cell : cells) {
      auto const above = at_bottom ? height - cell.size() : 0;
      line.push_back(at >= above && at - above < cell.size() ? cell[at - above] : "");
    }
    lines.push_back(join_line(line, columns, widths));
  }
  return lines;
}

std::string header(std::vector<TextColumn> const& columns, Widths const& widths, bool emphasis) {
  std::vector<std::string> headings, units, rules;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    headings.push_back(columns[i].heading);
    units.push_back(columns[i].unit);
    rules.emplace_back(widths[i], '-');
  }
  std::string text;
  for (auto const& line : lines_of_row(headings, columns, widths, true))
    text += in_bold(line, emphasis) + '\n';
  if (!std::ranges::all_of(units, &std::string::empty)) text += join_line(units, columns, widths) + '\n';
  return text + join_line(rules, columns, widths) + '\n';
}

}  // namespace

bool fits(std::vector<TextColumn> const& columns, std::size_t line) {
  std::vector<Room> rooms;
  for (auto const& column : columns) rooms.push_back(room(column));
  return line == 0 || total(widths_by(rooms, &Room::natural)) <= line;
}

TextGrid align_columns(std::vector<TextColumn> columns, std::size_t line, bool has_header, bool emphasis) {
  TextGrid grid;
  if (columns.empty()) return grid;
  std::vector<Room> rooms;
  for (auto const& column : columns) rooms.push_back(room(column));
  auto const has_low = [&] {
    return columns.size() > 2 && columns[lowest_priority(columns)].priority == Priority::low;
  };
  auto widths = fitted(rooms, line, !has_low());
  std::vector<TextColumn> below{columns.front()};
  while (!widths && columns.size() > 2) {
    auto const at = static_cast<std::ptrdiff_t>(lowest_priority(columns));
    auto& column = columns[static_cast<std::size_t>(at)];
    if (has_header && column.priority == Priority::high)
      below.insert(below.begin() + 1, std::move(column));
    else
      grid.dropped.insert(grid.dropped.begin(), column.heading);
    columns.erase(columns.begin() + at);
    rooms.erase(rooms.begin() + at);
    widths = fitted(rooms, line, !has_low());
  }
  if (!widths) widths = widths_by(rooms, &Room::minimum);  // a word is longer than the line
  if (has_header) grid.text = header(columns, *widths, emphasis);
  for (std::size_t row = 0; row < columns.front().cells.size(); ++row) {
    std::vector<std::string> cells;
    for (auto const& column : columns) cells.push_back(column.cells[row]);
    for (auto const& each : lines_of_row(cells, columns, *widths, false)) grid.text += each + '\n';
  }
  if (below.size() > 1) grid.text += '\n' + align_columns(std::move(below), line, true, emphasis).text;
  return grid;
}

}  // namespace weft
