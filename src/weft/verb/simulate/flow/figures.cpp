#include "weft/verb/simulate/flow/figures.hpp"

#include <fmt/format.h>

#include "weft/drawing/result_figures.hpp"
#include "weft/experiment/channels.hpp"

namespace weft::verb {
using namespace chart;
namespace {

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
  LineChart chart{.text = {"How much longer messages take than alone", flow_subtitle(result)},
                  .x = {.title = "time over that of the message alone"},
                  .y = {.title = "messages that take at most this", .unit = "%"},
                  .series = {series}};
  return {
      "slowdown", "Slow-down of the messages",
      fmt::format("Half of the messages take at most {} times as long as alone.", format_value(median, 3)),
      "distribution", Chart{std::move(chart)}};
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
  LineChart chart{.text = {"Messages that move", flow_subtitle(result)},
                  .x = {.title = "time", .unit = "s"},
                  .y = {.title = "messages at once"},
                  .series = {series}};
  return {"moving", "Messages that move", "On average over parts of the run.", "over_time",
          Chart{std::move(chart)}};
}

}  // namespace

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
    figures.push_back({"network_busy", "The network with the utilization of its channels",
                       "Utilization is the part of the time until the last arrival.", "channel_busy",
                       network_picture(*topology, values, "part of the time until the last arrival",
                                       "Utilization of the channels", subtitle_of(result, *topology))});
  }
  return figures;
}

}  // namespace weft::verb
