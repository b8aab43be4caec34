// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/simulate/flit/figures.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "weft/chart/figure.hpp"
#include "weft/core/result.hpp"
#include "weft/drawing/load_maps.hpp"
#include "weft/drawing/result_figures.hpp"
#include "weft/experiment/channels.hpp"
#include "weft/verb/simulate/rounds/tables.hpp"
#include "weft/verb/simulate/simulate.hpp"

namespace weft::verb {
namespace {

using namespace chart;

std::string flow_subtitle(Result const& result) {
  auto const topology = topology_of(result);
  return topology == nullptr ? title_of(result, topology) : subtitle_of(result, *topology);
}

Figure distribution_figure(Result const& result, Table const& distribution) {
  Series series{"", {}, {}};
  for (std::size_t row = 0; row < distribution.rows.size(); ++row) {
    series.x.push_back(distribution.at(row, "slowdown").number());
    series.y.push_back(distribution.at(row, "percent").number());
  }
  auto const median = result.table("completion").at(1, "median").number();
  LineChart chart{.text = {"Slowdown of messages", flow_subtitle(result)},
                  .x = {.title = "slowdown relative to the message alone"},
                  .y = {.title = "messages with at most this slowdown", .unit = "%"},
                  .series = {series}};
  return {"slowdown", "Slowdown of the messages",
          fmt::format("The median slowdown of messages is {}.", format_value(median, 3)), "distribution",
          Chart{std::move(chart)}};
}

Figure moving_figure(Result const& result, Table const& over_time) {
  Series series{"", {}, {}};
  series.markers = false;
  for (std::size_t row = 0; row < over_time.rows.size(); ++row) {
    auto const moving = over_time.at(row, "moving").number();
    for (char const* const end : {"from", "to"}) {
      series.x.push_back(over_time.at(row, end).number());
      series.y.push_back(moving);
    }
  }
  LineChart chart{.text = {"Messages in transit", flow_subtitle(result)},
                  .x = {.title = "time", .unit = "s"},
                  .y = {.title = "concurrent messages"},
                  .series = {series}};
  return {"moving", "Messages in transit", "Means over intervals of the run.", "over_time",
          Chart{std::move(chart)}};
}

/// Returns the figures of engine flow: distribution of message times, messages in flight over time, and the
/// network with the utilization of its channels.
std::vector<Figure> flow_figures(Result const& result) {
  std::vector<Figure> figures;
  auto const* const distribution = result.find_table("distribution");
  auto const* const over_time = result.find_table("over_time");
  auto const* const busy = result.find_array("channel_busy");
  if (distribution != nullptr && (busy != nullptr || result.find_array("channel_use") != nullptr))
    figures.push_back(distribution_figure(result, *distribution));
  if (over_time != nullptr && busy != nullptr) figures.push_back(moving_figure(result, *over_time));
  if (auto const topology = topology_of(result); topology != nullptr && busy != nullptr) {
    std::vector<double> values;
    for (std::size_t i = 0; i < busy->size(); ++i) values.push_back(busy->number(i));
    figures.push_back(
        {"network_busy", "The network with the utilization of its channels",
         "Utilization: fraction of the time until the last arrival during which the channel is in use.",
         "channel_busy",
         network_picture(*topology, values, "fraction of the time until the last arrival",
                         "Utilization of the channels", subtitle_of(result, *topology))});
  }
  return figures;
}

}  // namespace

using namespace chart;
namespace {

bool has_column(Table const& table, std::string_view name) {
  return std::ranges::find(table.columns, name, &Column::name) != table.columns.end();
}

/// Returns the mean and maximum load of the channels of each class, from the table `channels`.
std::vector<Figure> class_figures(Result const& run) {
  auto const* const classes = run.find_table("channels");
  if (classes == nullptr || classes->rows.empty() || !has_column(*classes, "mean") ||
      !has_column(*classes, "max"))
    return {};
  auto const topology = topology_of(run);
  BarChart chart{
      .text = {classes->title, topology == nullptr ? title_of(run, topology) : subtitle_of(run, *topology),
               "A bar ends at the mean of a class, a whisker at its busiest channel."},
      .category_title = "class",
      .categories = {},
      .y = {.title = has_column(*classes, "messages") ? "messages per channel"
                                                      : "share of the cycles in which a flit is sent"},
      .series = {{"", {}}}};
  auto& bars = chart.series.front();
  std::size_t most_loaded = 0;
  for (std::size_t row = 0; row < classes->rows.size(); ++row) {
    chart.categories.push_back(classes->at(row, "class").short_text());
    bars.values.push_back(classes->at(row, "mean").number());
    bars.low.push_back(bars.values.back());
    bars.high.push_back(classes->at(row, "max").number());
    if (bars.high[row] > bars.high[most_loaded]) most_loaded = row;
  }
  auto const caption = fmt::format("The busiest channel is of class {}: {}; the mean of the class is {}.",
                                   chart.categories[most_loaded], format_value(bars.high[most_loaded], 3),
                                   format_value(bars.values[most_loaded], 3));
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
