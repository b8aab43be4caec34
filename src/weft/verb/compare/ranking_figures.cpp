#include "weft/verb/compare/ranking_figures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace weft::verb {
using namespace chart;
namespace {

/// A network that ends its programs.
struct Finisher {
  std::string name;
  double price, end;
};

std::vector<Finisher> finishers_of(Table const& ranking) {
  std::vector<Finisher> finishers;
  for (std::size_t row = 0; row < ranking.rows.size(); ++row)
    if (!ranking.at(row, "rank").is_empty())
      finishers.push_back({ranking.at(row, "topology").short_text(), ranking.at(row, "price").number(),
                           ranking.at(row, "last_end").number()});
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
  constexpr std::string_view prefix = "end_";
  for (std::size_t c = 0; c < ranking.columns.size(); ++c) {
    auto const& name = ranking.columns[c].name;
    if (!name.starts_with(prefix)) continue;
    BarSeries bars{name.substr(prefix.size()), {}};
    for (std::size_t row = 0; row < finishers.size(); ++row)
      bars.values.push_back(ranking.rows[row][c].number());
    chart.series.push_back(std::move(bars));
  }
  auto const& last = finishers.back();
  auto const& first = finishers.front();
  auto caption = fmt::format("{} ends first, after {} s", first.name, format_value(first.end, 3));
  if (first.end > 0)
    caption += fmt::format("; {} takes {} times as long.", last.name, format_value(last.end / first.end, 3));
  else
    caption += fmt::format("; {} after {} s.", last.name, format_value(last.end, 3));
  return {"ends", chart.text.title, caption, "ranking", Chart{std::move(chart)}};
}

/// Time beside price, and a line through the networks that no other one beats in both.
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
  double least = std::numeric_limits<double>::infinity();
  for (auto const& it : finishers) {
    if (it.end >= least) continue;
    least = it.end;
    front.x.push_back(it.price);
    front.y.push_back(it.end);
    names += (names.empty() ? "" : ", ") + it.name;
  }
  if (front.x.size() > 1) chart.series.push_back(std::move(front));
  return {"pareto", chart.text.title, "No network is both cheaper and faster than " + names + ".", "ranking",
          Chart{std::move(chart)}};
}

}  // namespace

std::vector<Figure> ranking_figures(Result const& result) {
  auto const* const ranking = result.find_table("ranking");
  if (ranking == nullptr) return {};
  auto const finishers = finishers_of(*ranking);
  if (finishers.empty()) return {};
  std::vector<Figure> figures{ends_figure(*ranking, finishers)};
  auto const [least, most] = std::ranges::minmax(finishers, {}, &Finisher::price);
  if (most.price > least.price * (1 + 1e-6)) figures.push_back(pareto_figure(finishers));
  return figures;
}

}  // namespace weft::verb
