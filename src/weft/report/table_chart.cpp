#include "weft/report/table_chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft::report {

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

std::size_t find_column(Table const& table, std::string const& name) {
  auto const it = std::ranges::find(table.columns, name, &Column::name);
  if (it != table.columns.end()) return static_cast<std::size_t>(it - table.columns.begin());
  std::vector<std::string> names;
  for (Column const& column : table.columns) names.push_back(column.name);
  throw InputError(fmt::format("unknown column '{}'", name), "", suggest(name, names));
}

std::string words(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

/// The place of `item` in `list`, at whose end it is added if it is new.
std::size_t place_of(std::vector<Value>& list, Value const& item) {
  auto const same = [&](Value const& other) {
    return item.is_number() && other.is_number() ? item.number() == other.number() : item == other;
  };
  auto const place = static_cast<std::size_t>(std::ranges::find_if(list, same) - list.begin());
  if (place == list.size()) list.push_back(item);
  return place;
}

/// What the rows say about one point.
struct Cell {
  double sum = 0, low = 0, high = 0;
  std::size_t count = 0;

  void add(double value) {
    if (!std::isfinite(value)) return;
    low = count == 0 ? value : std::min(low, value);
    high = count == 0 ? value : std::max(high, value);
    sum += value;
    ++count;
  }
  double mean() const { return count == 0 ? nothing : sum / static_cast<double>(count); }
};

/// The cells of one series, one for each place on the x axis.
struct Row {
  std::string name;
  std::vector<Cell> cells;
};

/// A table arranged for a chart: places along x in order, and the series over them.
class Arrangement {
 public:
  Arrangement(Table const& table, std::string const& x, std::vector<std::string> const& ys,
              std::string const& group_by)
      : table_(table), x_(find_column(table, x)) {
    for (std::string const& y : ys) ys_.push_back(find_column(table, y));
    if (!group_by.empty()) group_ = find_column(table, group_by);
    collect_places();
    collect_series();
  }

  bool numeric() const {
    return std::ranges::all_of(places_, [](Value const& value) { return value.is_number(); });
  }
  std::vector<Value> const& places() const { return places_; }
  std::vector<Row> const& series() const { return series_; }

  Axis x_axis() const { return {words(table_.columns[x_].name), table_.columns[x_].unit}; }
  Axis y_axis() const {
    if (ys_.size() == 1) return {words(table_.columns[ys_.front()].name), table_.columns[ys_.front()].unit};
    return same_unit() ? Axis{"", table_.columns[ys_.front()].unit} : Axis{""};
  }
  std::string category(Value const& place) const { return place.short_text(table_.columns[x_].decimals); }
  bool has_repetitions() const {
    return std::ranges::any_of(series_, [](Row const& row) {
      return std::ranges::any_of(row.cells, [](Cell const& cell) { return cell.count > 1; });
    });
  }

 private:
  void collect_places() {
    for (auto const& row : table_.rows) {
      if (!row[x_].is_empty()) place_of(places_, row[x_]);
    }
    if (numeric()) std::ranges::stable_sort(places_, {}, &Value::number);
  }

  void collect_series() {
    std::vector<Value> groups;
    if (group_) {
      for (auto const& row : table_.rows) place_of(groups, row[*group_]);
    } else {
      groups.emplace_back();
    }
    for (Value const& group : groups) {
      for (std::size_t const y : ys_)
        series_.push_back({series_name(group, y), std::vector<Cell>(places_.size())});
    }
    for (auto const& row : table_.rows) {
      if (row[x_].is_empty()) continue;
      std::size_t const place = place_of(places_, row[x_]),
                        group = group_ ? place_of(groups, row[*group_]) : 0;
      for (std::size_t i = 0; i < ys_.size(); ++i) {
        series_[group * ys_.size() + i].cells[place].add(row[ys_[i]].number());
      }
    }
  }

  bool same_unit() const {
    return !ys_.empty() && std::ranges::all_of(ys_, [&](std::size_t y) {
      return table_.columns[y].unit == table_.columns[ys_.front()].unit;
    });
  }

  std::string series_name(Value const& group, std::size_t y) const {
    Column const& column = table_.columns[y];
    std::string const measure = same_unit() || column.unit.empty()
                                    ? words(column.name)
                                    : fmt::format("{} ({})", words(column.name), column.unit);
    if (!group_) return ys_.size() == 1 ? "" : measure;
    std::string const of = group.is_text() ? group.exact_text()
                                           : fmt::format("{} = {}", words(table_.columns[*group_].name),
                                                         group.short_text(table_.columns[*group_].decimals));
    return ys_.size() == 1 ? of : fmt::format("{}, {}", of, measure);
  }

  Table const& table_;
  std::size_t x_;
  std::vector<std::size_t> ys_;
  std::optional<std::size_t> group_;
  std::vector<Value> places_;
  std::vector<Row> series_;
};

void add_cell(Cell const& cell, std::vector<double>& values, std::vector<double>& low,
              std::vector<double>& high) {
  values.push_back(cell.mean());
  low.push_back(cell.count > 1 ? cell.low : nothing);
  high.push_back(cell.count > 1 ? cell.high : nothing);
}

LineChart line_chart(ChartText text, Arrangement const& from) {
  LineChart out{std::move(text), from.x_axis(), from.y_axis(), {}};
  for (Row const& row : from.series()) {
    Series series{.name = row.name, .x = {}, .y = {}};
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      if (row.cells[i].count == 0) continue;
      series.x.push_back(from.places()[i].number());
      add_cell(row.cells[i], series.y, series.low, series.high);
    }
    out.series.push_back(std::move(series));
  }
  return out;
}

BarChart bar_chart(ChartText text, Arrangement const& from) {
  BarChart out{std::move(text), from.x_axis().title, {}, from.y_axis(), {}};
  for (Value const& place : from.places()) out.categories.push_back(from.category(place));
  for (Row const& row : from.series()) {
    BarSeries bars{.name = row.name, .values = {}};
    for (Cell const& cell : row.cells) add_cell(cell, bars.values, bars.low, bars.high);
    out.series.push_back(std::move(bars));
  }
  return out;
}

}  // namespace

Chart chart_from_table(Table const& table, std::string const& x, std::vector<std::string> const& ys,
                       std::string const& group_by) {
  Arrangement const arrangement{table, x, ys, group_by};
  ChartText text{table.title};
  if (arrangement.has_repetitions())
    text.subtitle = "Mean, and range from least to greatest, of rows that agree";
  if (arrangement.numeric()) return line_chart(std::move(text), arrangement);
  return bar_chart(std::move(text), arrangement);
}

}  // namespace weft::report
