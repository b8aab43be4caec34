// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "weft/chart/figure.hpp"
#include "weft/chart/scale.hpp"
#include "weft/core/bounds.hpp"
#include "weft/core/quantity.hpp"
#include "weft/core/result.hpp"
#include "weft/verb/compare/compare.hpp"

namespace weft::verb {
namespace {

using namespace chart;

/// A network that completes its programs.
struct Finisher {
  std::string name;
  double price, end;
};

std::vector<Finisher> finishers_of(Table const& ranking) {
  std::vector<Finisher> finishers;
  for (std::size_t row = 0; row < ranking.rows.size(); ++row)
    if (!ranking.at(row, "rank").is_empty())
      finishers.push_back({ranking.at(row, "topology").short_text(), ranking.at(row, "price").number(),
                           ranking.at(row, "total_time").number()});
  return finishers;
}

Figure ends_figure(Table const& ranking, std::vector<Finisher> const& finishers) {
  BarChart chart{.text = {.title = "Time of the programs on each network"},
                 .category_title = {},
                 .categories = {},
                 .y = {.title = "time", .unit = "s"},
                 .series = {},
                 .label_digits = 3};
  for (auto const& it : finishers) chart.categories.push_back(it.name);
  constexpr std::string_view prefix = "time_", former_prefix = "end_";
  for (std::size_t c = 0; c < ranking.columns.size(); ++c) {
    auto const& name = ranking.columns[c].name;
    if (!name.starts_with(prefix) && !name.starts_with(former_prefix)) continue;
    BarSeries bars{name.substr(name.find('_') + 1), {}};
    for (std::size_t row = 0; row < finishers.size(); ++row)
      bars.values.push_back(ranking.rows[row][c].number());
    chart.series.push_back(std::move(bars));
  }
  auto const& last = finishers.back();
  auto const& first = finishers.front();
  auto caption = fmt::format("{} is fastest, with {}", first.name, format_span(first.end));
  if (first.end > 0)
    caption += fmt::format("; {} takes {} times the time.", last.name, format_value(last.end / first.end, 3));
  else
    caption += fmt::format("; {} takes {}.", last.name, format_span(last.end));
  return {"ends", chart.text.title, caption, "ranking", Chart{std::move(chart)}};
}

/// Returns a figure of time over price, with a line through the Pareto-optimal networks.
Figure pareto_figure(std::vector<Finisher> finishers) {
  LineChart chart{.text = {.title = "Time and price of the networks"},
                  .x = {.title = "price", .unit = "$"},
                  .y = {.title = "time of all programs", .unit = "s", .min = 0},
                  .series = {}};
  for (auto const& it : finishers)
    chart.series.push_back({.name = it.name, .x = {it.price}, .y = {it.end}, .line = false});
  std::ranges::stable_sort(finishers, {}, [](Finisher const& it) { return std::pair(it.price, it.end); });
  Series front{.name = "none is cheaper and faster", .x = {}, .y = {}, .markers = false, .dashed = true};
  std::string names;
  double minimum = std::numeric_limits<double>::infinity();
  for (auto const& it : finishers) {
    if (it.end >= minimum) continue;
    minimum = it.end;
    front.x.push_back(it.price);
    front.y.push_back(it.end);
    names += (names.empty() ? "" : ", ") + it.name;
  }
  if (front.x.size() > 1) chart.series.push_back(std::move(front));
  return {"pareto", chart.text.title, "No network is both cheaper and faster than " + names + ".", "ranking",
          Chart{std::move(chart)}};
}

/// Returns the figures of a comparison with programs: the completion time on each network and, if prices
/// differ, the time over the price. Empty if there is no table `ranking`.
std::vector<Figure> ranking_figures(Result const& result) {
  auto const* const ranking = result.find_table("ranking");
  if (ranking == nullptr) return {};
  auto const finishers = finishers_of(*ranking);
  if (finishers.empty()) return {};
  std::vector<Figure> figures{ends_figure(*ranking, finishers)};
  auto const [minimum, maximum] = std::ranges::minmax(finishers, {}, &Finisher::price);
  if (maximum.price > minimum.price * (1 + 1e-6)) figures.push_back(pareto_figure(finishers));
  return figures;
}

constexpr std::size_t max_networks = 8, max_panels = 12, panel_columns = 3;

/// A metric that the figures include.
struct ShownMetric {
  std::string_view name, instead;  ///< metric, and the metric shown if it was not measured
  Better better;
};

/// Metrics that distinguish networks, in the order of the figures. Other metrics are shown only if a result
/// has none of these.
constexpr std::array<ShownMetric, 10> shown_metrics{{{"n_terminals", "n_vertices", Better::neither},
                                                     {"n_routers", "", Better::smaller},
                                                     {"radix", "deg_max", Better::smaller},
                                                     {"links", "", Better::smaller},
                                                     {"term_diameter", "diameter", Better::smaller},
                                                     {"term_avg_dist", "avg_dist", Better::smaller},
                                                     {"edge_conn", "", Better::larger},
                                                     {"term_bisection", "bisection", Better::larger},
                                                     {"uniform_throughput", "", Better::larger},
                                                     {"k_min", "", Better::smaller}}};
constexpr std::array<ShownMetric, 3> shown_costs{{{"price per terminal", "", Better::smaller},
                                                  {"power per terminal", "", Better::smaller},
                                                  {"terminal bisection per price", "", Better::larger}}};

/// A quantity by network; NaN if it is missing or a bound is unknown.
struct Quantity {
  std::string name, unit;
  std::vector<double> lower, upper;
  Better better = Better::neither;

  bool any() const {
    return std::ranges::any_of(lower, [](double value) { return std::isfinite(value); });
  }
  bool between_bounds(std::size_t i) const { return upper[i] > lower[i]; }
  /// Returns the value, or the midpoint of its bounds.
  double middle(std::size_t i) const { return (lower[i] + upper[i]) / 2; }
};

std::optional<double> number_in(std::string_view text) {
  double number = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return {};
  return number;
}

/// Returns the bounds in a cell: a number, `lower to upper` or `at least lower`.
Bounds bounds_in(Value const& cell) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  constexpr std::string_view between = " to ", minimum = "at least ";
  if (!cell.is_text()) return {cell.number(), cell.number(), {}};
  auto const text = cell.exact_text();
  std::string_view const view = text;
  if (view.starts_with(minimum)) return {number_in(view.substr(minimum.size())).value_or(none), none, {}};
  auto const at = view.find(between);
  if (at == std::string_view::npos) return {none, none, {}};
  return {number_in(view.substr(0, at)).value_or(none),
          number_in(view.substr(at + between.size())).value_or(none),
          {}};
}

Quantity quantity_of(Table const& table, std::size_t row, std::size_t first, std::size_t count) {
  Quantity quantity{table.rows[row][0].short_text(), table.rows[row][1].short_text(), {}, {}};
  for (std::size_t i = 0; i < count; ++i) {
    auto const bounds = bounds_in(table.rows[row][first + i]);
    quantity.lower.push_back(bounds.lower);
    quantity.upper.push_back(bounds.upper);
  }
  return quantity;
}

/// The networks with their quantities, read from the tables of a result.
struct Compared {
  std::vector<std::string> networks;
  std::vector<Quantity> quantities;
};

/// Adds the row of a metric, or of its substitute, if the table contains it.
void add_metric(Table const& table, ShownMetric const& metric, std::size_t name_column, Compared& compared) {
  for (auto const name : {metric.name, metric.instead})
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      if (name.empty() || table.rows[row][name_column] != Value{name}) continue;
      compared.quantities.push_back(quantity_of(table, row, 2, compared.networks.size()));
      compared.quantities.back().better = metric.better;
      return;
    }
}

Compared compared_in(Result const& result) {
  Compared compared;
  auto const* const metrics = result.find_table("metrics");
  if (metrics == nullptr || metrics->columns.size() < 4) return compared;
  auto const key = metrics->column("key");
  for (std::size_t i = 2; i < key; ++i) compared.networks.push_back(metrics->columns[i].name);
  for (auto const& metric : shown_metrics) add_metric(*metrics, metric, key, compared);
  if (compared.quantities.empty())
    for (std::size_t row = 0; row < metrics->rows.size(); ++row)
      compared.quantities.push_back(quantity_of(*metrics, row, 2, compared.networks.size()));
  if (auto const* const cost = result.find_table("cost"))
    for (auto const& metric : shown_costs) add_metric(*cost, metric, 0, compared);
  std::erase_if(compared.quantities, [](Quantity const& quantity) { return !quantity.any(); });
  return compared;
}

/// Returns the columns with units of the table `simulated`, by network.
Compared simulated_in(Table const& table) {
  Compared compared;
  for (auto const& row : table.rows) compared.networks.push_back(row[0].short_text());
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    auto const& column = table.columns[c];
    if (column.unit.empty()) continue;
    Quantity quantity{column.name, column.unit, {}, {}};
    std::ranges::replace(quantity.name, '_', ' ');
    for (auto const& row : table.rows) {
      quantity.lower.push_back(row[c].number());
      quantity.upper.push_back(row[c].number());
    }
    if (quantity.any()) compared.quantities.push_back(std::move(quantity));
  }
  return compared;
}

/// Returns one bar per network up to the lower bound, with a whisker up to the upper bound.
chart::BarChart panel_of(Quantity const& quantity, std::vector<std::string> const& networks) {
  chart::BarChart panel{
      .text = {quantity.unit.empty() ? quantity.name : fmt::format("{} ({})", quantity.name, quantity.unit)},
      .category_title = {},
      .categories = {""},
      .y = {},
      .series = {},
      .label_digits = 3};
  for (std::size_t i = 0; i < std::min(networks.size(), max_networks); ++i) {
    chart::BarSeries bar{networks[i], {quantity.lower[i]}};
    if (quantity.between_bounds(i)) bar.low = {quantity.lower[i]}, bar.high = {quantity.upper[i]};
    panel.series.push_back(std::move(bar));
  }
  return panel;
}

chart::ChartGrid small_multiples(Compared const& compared, std::string title) {
  chart::ChartGrid grid{.text = {std::move(title)}, .charts = {}, .columns = panel_columns};
  bool bounds = false;
  for (auto const& quantity : compared.quantities) {
    if (grid.charts.size() == max_panels) break;
    for (std::size_t i = 0; i < quantity.lower.size(); ++i) bounds = bounds || quantity.between_bounds(i);
    grid.charts.emplace_back(panel_of(quantity, compared.networks));
  }
  if (bounds) grid.text.subtitle = "A bar ends at the proven lower bound, a whisker at the upper bound.";
  if (compared.networks.size() > max_networks)
    grid.text.source = fmt::format("The first {} of {} networks.", max_networks, compared.networks.size());
  grid.columns = std::min(panel_columns, grid.charts.size());
  auto const rows = (grid.charts.size() + grid.columns - 1) / grid.columns;
  grid.size = {720, 120 + 165 * static_cast<double>(rows)};
  return grid;
}

/// Returns a heat map of the quantities relative to the first network.
chart::HeatChart quotients(Compared const& compared) {
  chart::HeatPanel panel{"", "network", "quantity", compared.networks, {}, {}};
  bool bounds = false;
  for (auto const& quantity : compared.quantities) {
    double const first = quantity.middle(0);
    if (!(first > 0)) continue;
    panel.rows.push_back(quantity.name);
    panel.better.push_back(quantity.better);
    for (std::size_t i = 0; i < compared.networks.size(); ++i) {
      panel.values.push_back(quantity.middle(i) / first);
      bounds = bounds || quantity.between_bounds(i);
    }
  }
  auto const width = 200 + 150 * static_cast<double>(compared.networks.size());
  return {{"Compared with " + compared.networks.front(),
           bounds ? "Quantities known only between bounds count with their midpoint." : "", ""},
          "value / value of " + compared.networks.front(),
          {std::move(panel)},
          std::clamp(width, 460.0, 1100.0),
          true,
          1.0};
}

/// Returns a caption with the range of the quantity `name`, or of the first quantity if there is no such
/// quantity.
std::string caption_of(Compared const& compared, std::string_view name) {
  auto const found = std::ranges::find(compared.quantities, name, &Quantity::name);
  auto const& quantity = found == compared.quantities.end() ? compared.quantities.front() : *found;
  std::size_t minimum = 0, maximum = 0;
  for (std::size_t i = 1; i < compared.networks.size(); ++i) {
    if (!(quantity.lower[minimum] <= quantity.lower[i])) minimum = i;
    if (!(quantity.lower[maximum] >= quantity.lower[i])) maximum = i;
  }
  auto const text = [&](std::size_t i) {
    return fmt::format("{} ({})", chart::format_value(quantity.lower[i], 3), compared.networks[i]);
  };
  if (minimum == maximum || quantity.lower[minimum] == quantity.lower[maximum])
    return fmt::format("All networks have the same {}.", quantity.name);
  return fmt::format("The {} ranges from {} to {}.", quantity.name, text(minimum), text(maximum));
}

bool is_best(Quantity const& quantity, std::size_t network) {
  if (quantity.better == Better::neither || !std::isfinite(quantity.middle(network))) return false;
  for (std::size_t i = 0; i < quantity.lower.size(); ++i) {
    double const ahead = quantity.middle(i) - quantity.middle(network);
    if (quantity.better == Better::larger ? ahead > 0 : ahead < 0) return false;
  }
  return true;
}

/// Returns a caption with the networks, sorted by the number of quantities in which no other network is
/// better.
std::string best_caption(Compared const& compared) {
  auto const judged = std::ranges::count_if(
      compared.quantities, [](Quantity const& each) { return each.better != Better::neither; });
  std::vector<std::pair<std::ptrdiff_t, std::string>> best;
  for (std::size_t i = 0; i < compared.networks.size(); ++i)
    if (auto const count = std::ranges::count_if(compared.quantities,
                                                 [&](Quantity const& each) { return is_best(each, i); });
        count > 0)
      best.emplace_back(-count, compared.networks[i]);
  if (best.empty()) return fmt::format("All values relative to {}.", compared.networks.front());
  std::ranges::stable_sort(best, {}, [](auto const& each) { return each.first; });
  std::string text;
  for (auto const& [count, name] : best)
    text += text.empty() ? fmt::format("{} is best in {} of {} quantities", name, -count, judged)
                         : fmt::format(", {} in {}", name, -count);
  return text + "; ties count for each of them.";
}

}  // namespace

std::vector<chart::Figure> Compare::figures(Result const& result) {
  auto figures = ranking_figures(result);
  auto const compared = compared_in(result);
  if (!compared.quantities.empty()) {
    auto const caption = caption_of(compared, "mean terminal distance");
    if (compared.networks.size() > 1)
      if (auto heat = quotients(compared); !heat.panels.front().rows.empty())
        figures.push_back({"quotients", heat.text.title, best_caption(compared), "metrics", std::move(heat)});
    figures.push_back(
        {"metrics", "Metrics of the networks", caption, "metrics", small_multiples(compared, "Metrics")});
  }
  auto const* const table = result.find_table("simulated");
  if (table == nullptr) return figures;
  if (auto const simulated = simulated_in(*table); !simulated.quantities.empty())
    figures.push_back({"simulated", "The same workload on each network", caption_of(simulated, ""),
                       "simulated", small_multiples(simulated, "The same workload on each network")});
  return figures;
}

}  // namespace weft::verb
