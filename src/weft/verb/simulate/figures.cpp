#include "weft/verb/simulate/flit/figures.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/drawing/result_figures.hpp"
#include "weft/experiment/channels.hpp"
#include "weft/verb/simulate/flit/over_time_figures.hpp"
#include "weft/verb/simulate/flow/figures.hpp"
#include "weft/verb/simulate/rounds/tables.hpp"
#include "weft/verb/simulate/simulate.hpp"

namespace weft::verb {
using namespace chart;
namespace {

bool has_column(Table const& table, std::string_view name) {
  return std::ranges::find(table.columns, name, &Column::name) != table.columns.end();
}

/// What the channels of each class carry on average, and the fullest of them, from the table `channels`.
std::vector<Figure> class_figures(Result const& run) {
  auto const* const classes = run.find_table("channels");
  if (classes == nullptr || classes->rows.empty() || !has_column(*classes, "mean") ||
      !has_column(*classes, "max"))
    return {};
  auto const topology = topology_of(run);
  BarChart chart{
      .text = {classes->title, topology == nullptr ? title_of(run, topology) : subtitle_of(run, *topology),
               "A bar ends at the mean of a class, a whisker at its fullest channel."},
      .category_title = "class",
      .categories = {},
      .y = {.title = has_column(*classes, "messages") ? "messages per channel"
                                                      : "share of the cycles in which a flit is sent"},
      .series = {{"", {}}}};
  auto& bars = chart.series.front();
  std::size_t fullest = 0;
  for (std::size_t row = 0; row < classes->rows.size(); ++row) {
    chart.categories.push_back(classes->at(row, "class").short_text());
    bars.values.push_back(classes->at(row, "mean").number());
    bars.low.push_back(bars.values.back());
    bars.high.push_back(classes->at(row, "max").number());
    if (bars.high[row] > bars.high[fullest]) fullest = row;
  }
  auto const caption = fmt::format(
      "The fullest channel is of class {}: {}, where the mean of the class is {}.", chart.categories[fullest],
      format_value(bars.high[fullest], 3), format_value(bars.values[fullest], 3));
  return {{"classes", classes->title, caption, "channels", Chart{std::move(chart)}}};
}

}  // namespace

std::vector<Figure> Simulate::figures(Result const& result) {
  std::vector<Figure> figures;
  for (auto const& more :
       {use_figures(result), utilization_figures(result), class_figures(result), packet_figures(result),
        hop_figures(result), over_time_figures(result), messages_left_figures(result), flow_figures(result)})
    figures.insert(figures.end(), more.begin(), more.end());
  return figures;
}

}  // namespace weft::verb
