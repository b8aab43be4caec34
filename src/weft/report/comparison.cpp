// SPDX-License-Identifier: Apache-2.0
#include "weft/report/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <variant>

#include <fmt/format.h>

#include "weft/chart/theme.hpp"
#include "weft/report/parts.hpp"
#include "weft/report/sections.hpp"

namespace weft::report {
namespace {

std::vector<std::string> setting_names(std::vector<Part const*> const& parts) {
  std::vector<std::string> names;
  for (auto const* const part : parts)
    for (auto const& [key, value] : part->result.scenario)
      if (std::ranges::find(names, key) == names.end()) names.push_back(key);
  return names;
}

/// Returns columns for the titles of parts, with distinct names.
std::vector<Column> part_columns(std::vector<Part const*> const& parts) {
  std::vector<Column> columns;
  for (auto const* const part : parts) {
    auto name = title_of(*part);
    auto const is_in_use = [&] { return std::ranges::find(columns, name, &Column::name) != columns.end(); };
    if (is_in_use()) name += fmt::format(" ({})", columns.size() + 1);
    columns.push_back({name});
  }
  return columns;
}

bool are_alike(Table const& a, Table const& b) {
  return a.name == b.name && std::ranges::equal(a.columns, b.columns, {}, &Column::name, &Column::name) &&
         !a.columns.empty();
}

/// A number that differs between two tables.
struct Change {
  std::string table, row, quantity;
  double first, second;
  int decimals;

  double relative() const {
    return first == 0 ? std::numeric_limits<double>::infinity() : std::abs(second / first - 1);
  }
};

void add_changes(Table const& a, Table const& b, std::vector<Change>& changes) {
  bool const single = a.rows.size() == 1 && b.rows.size() == 1;
  for (std::size_t row = 0; row < a.rows.size(); ++row) {
    auto const& key = a.rows[row].front();
    auto const same_key = [&](std::vector<Value> const& cells) { return cells.front() == key; };
    auto const other = single ? b.rows.begin() : std::ranges::find_if(b.rows, same_key);
    bool const is_unique = std::ranges::count_if(a.rows, same_key) == 1;
    if (other == b.rows.end() || (!single && !is_unique)) continue;
    for (std::size_t i = single ? 0 : 1; i < a.columns.size(); ++i) {
      auto const &x = a.rows[row][i], &y = (*other)[i];
      if (!x.is_number() || !y.is_number() || x == y) continue;
      changes.push_back({a.title.empty() ? a.name : a.title, single ? "" : key.short_text(),
                         a.columns[i].name, x.number(), y.number(), a.columns[i].decimals});
    }
  }
}

chart::LineChart const* line_chart(chart::Figure const& figure) {
  auto const* const any = std::get_if<chart::Chart>(&figure.picture);
  return any == nullptr ? nullptr : std::get_if<chart::LineChart>(any);
}

bool have_equal_axes(chart::LineChart const& a, chart::LineChart const& b) {
  auto const equal = [](chart::Axis const& x, chart::Axis const& y) {
    return x.title == y.title && x.unit == y.unit && x.type == y.type;
  };
  return equal(a.x, b.x) && equal(a.y, b.y);
}

/// Returns the figure named `name` of a part, if it is a line chart with the axes of `like`; else null.
chart::LineChart const* matching_chart(ComparedPart const& part, std::string const& name,
                                       chart::LineChart const& like) {
  for (auto const& figure : *part.figures)
    if (auto const* const chart = line_chart(figure);
        chart != nullptr && figure.name == name && have_equal_axes(*chart, like))
      return chart;
  return nullptr;
}

/// Returns the first curve of each part in one chart; nullopt if a part has no matching chart.
std::optional<chart::Figure> joined_curves(std::vector<ComparedPart> const& parts,
                                           chart::Figure const& figure) {
  auto const* const first = line_chart(figure);
  if (first == nullptr || first->series.empty()) return {};
  chart::LineChart joined{{figure.title}, first->x, first->y, {}};
  joined.x.min = joined.x.max = joined.y.min = joined.y.max = std::nullopt;
  for (auto const& part : parts) {
    auto const* const chart = matching_chart(part, figure.name, *first);
    if (chart == nullptr) return {};
    auto const curve = std::ranges::find_if(chart->series, &chart::Series::line);
    if (curve == chart->series.end()) return {};
    joined.series.push_back(*curve);
    joined.series.back().name = title_of(*part.part);
    joined.series.back().color = joined.series.size() - 1;
  }
  auto const& curve = first->series.front().name;
  auto const caption = fmt::format("{} of {} results{}.", figure.title, parts.size(),
                                   curve.empty() ? "" : ": the curve '" + curve + "' of each");
  return chart::Figure{"joined_" + figure.name, figure.title, caption, "", chart::Chart{std::move(joined)}};
}

}  // namespace

Table differing_settings(std::vector<Part const*> const& parts) {
  Table table{"settings", "Settings that differ", {{"setting"}}, {}};
  std::ranges::move(part_columns(parts), std::back_inserter(table.columns));
  auto const add_if_different = [&](std::string const& name, auto const& value) {
    std::vector<Value> row{name};
    for (auto const* const part : parts) row.emplace_back(value(*part));
    bool const differs =
        std::any_of(row.begin() + 2, row.end(), [&](Value const& cell) { return cell != row[1]; });
    if (differs) table.add_row(std::move(row));
  };
  add_if_different("verb", [](Part const& part) { return Value(part.verb); });
  for (auto const& name : setting_names(parts))
    add_if_different(name, [&](Part const& part) { return Value(part.result.setting(name)); });
  add_if_different("seed", [](Part const& part) { return Value(part.result.seed); });
  return table;
}

Table differing_numbers(Part const& first, Part const& second) {
  constexpr std::size_t max_rows = 200;
  std::vector<Change> changes;
  for (auto const& a : first.result.tables)
    if (auto const* const b = second.result.find_table(a.name); b != nullptr && are_alike(a, *b))
      add_changes(a, *b, changes);
  std::ranges::stable_sort(changes, std::ranges::greater{}, &Change::relative);
  auto const all = changes.size();
  if (all > max_rows) changes.resize(max_rows);
  Table table{"changes",
              all > max_rows
                  ? fmt::format("Numbers that differ (the {} largest changes of {})", max_rows, all)
                  : std::string("Numbers that differ"),
              {{"table"}, {"row"}, {"quantity"}},
              {}};
  std::ranges::move(part_columns({&first, &second}), std::back_inserter(table.columns));
  table.columns.push_back({"change", "%", "change from the first to the second", 1});
  for (auto const& change : changes)
    table.add_row({change.table, change.row, change.quantity, change.first, change.second,
                   change.first == 0 ? Value() : Value(100 * (change.second / change.first - 1))});
  return table;
}

std::optional<Part> comparison_of(std::vector<ComparedPart> const& parts) {
  if (parts.size() < 2) return {};
  std::vector<Part const*> plain;
  for (auto const& each : parts) plain.push_back(each.part);
  Part out;
  out.title = "Comparison";
  out.derived = true;
  out.result.version = plain.front()->result.version;
  auto settings = differing_settings(plain);
  std::string names;
  for (auto const& row : settings.rows) names += (names.empty() ? "" : ", ") + row.front().exact_text();
  out.result.answer = names.empty() ? fmt::format("{} results with equal settings", parts.size())
                                    : fmt::format("{} results that differ in: {}", parts.size(), names);
  if (!settings.rows.empty()) out.result.tables.push_back(std::move(settings));
  if (parts.size() == 2 && plain.front()->verb == plain.back()->verb)
    if (auto changes = differing_numbers(*plain.front(), *plain.back()); !changes.rows.empty())
      out.result.tables.push_back(std::move(changes));
  for (auto const& figure : *parts.front().figures)
    if (auto const joined = joined_curves(parts, figure)) out.figures.push_back(page_figure(*joined));
  return out;
}

}  // namespace weft::report
