// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/replay/replay.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "weft/chart/figure.hpp"
#include "weft/core/result.hpp"
#include "weft/drawing/load_maps.hpp"
#include "weft/drawing/result_figures.hpp"
#include "weft/experiment/channels.hpp"
#include "weft/verb/replay/engine.hpp"

namespace weft::verb {
namespace {

using namespace chart;

std::vector<double> values_of(Array const& array) {
  std::vector<double> values;
  for (std::size_t i = 0; i < array.size(); ++i) values.push_back(array.number(i));
  return values;
}

Figure timeline_figure(Result const& result, Array const& timeline, std::string const& subtitle) {
  auto const& summary = result.table("summary");
  auto const end = summary.at(0, "end").number();
  auto const parts = static_cast<std::size_t>(timeline.shape[1]);
  TimeMap map{.title = "When ranks compute",
              .subtitle = subtitle,
              .rows = {},
              .slots = {},
              .values = values_of(timeline),
              .value = "fraction of the time in which the rank computes",
              .note = "The rest is overhead and waiting.",
              .time = "time (s)",
              .slot = end / static_cast<double>(parts)};
  for (std::uint64_t rank = 0; rank < timeline.shape[0]; ++rank) map.rows.push_back(std::to_string(rank));
  for (std::uint64_t part = 0; part <= parts; ++part) map.slots.push_back(part);
  auto const caption = fmt::format("On average a rank computes for {}% of the time.",
                                   format_value(100 * summary.at(0, "computing").number(), 3));
  return {"timeline", map.title, caption, "timeline", std::move(map)};
}

Figure waits_figure(Result const& result, Array const& waits, std::string const& subtitle) {
  auto const& longest = result.table("waits");
  HeatMap map{.title = "Waiting times between ranks",
              .note = subtitle,
              .rows_are = "rank that waits",
              .columns_are = "rank that is waited for",
              .rows = static_cast<std::size_t>(waits.shape[0]),
              .columns = static_cast<std::size_t>(waits.shape[1]),
              .cells = values_of(waits),
              .value_title = "s"};
  auto const caption =
      fmt::format("Rank {} waits longest, {} s for rank {}.", longest.at(0, "rank").number(),
                  format_value(longest.at(0, "seconds").number(), 3), longest.at(0, "for").number());
  return {"waits", map.title, caption, "waits", std::move(map)};
}

Figure path_figure(Table const& path, std::string const& subtitle) {
  BarChart chart{.text = {"Critical path", subtitle},
                 .category_title = {},
                 .categories = {},
                 .y = {.title = "fraction of the critical path", .unit = "%", .min = 0},
                 .series = {{"", {}}},
                 .label_digits = 3};
  std::size_t maximum = 0;
  for (std::size_t row = 0; row < path.rows.size(); ++row) {
    chart.categories.push_back(path.at(row, "part").short_text());
    chart.series[0].values.push_back(path.at(row, "share").number());
    if (path.at(row, "share").number() > path.at(maximum, "share").number()) maximum = row;
  }
  auto const caption =
      fmt::format("Most of the critical path, {}%, is {}.",
                  format_value(path.at(maximum, "share").number(), 3), path.at(maximum, "part").short_text());
  return {"critical_path", chart.text.title, caption, "critical_path", Chart{std::move(chart)}};
}

}  // namespace

std::vector<Figure> Replay::figures(Result const& result) {
  std::vector<Figure> figures;
  auto const topology = topology_of(result);
  auto const subtitle = topology == nullptr ? title_of(result, topology) : subtitle_of(result, *topology);
  if (auto const* const timeline = result.find_array("timeline"))
    figures.push_back(timeline_figure(result, *timeline, subtitle));
  if (auto const* const waits = result.find_array("waits"))
    figures.push_back(waits_figure(result, *waits, subtitle));
  if (auto const* const path = result.find_table("critical_path"); path != nullptr && !path->rows.empty())
    figures.push_back(path_figure(*path, subtitle));
  auto const* busy = result.find_array("channel_busy");
  auto const* const array = busy != nullptr ? "channel_busy" : "channel_use";
  if (busy == nullptr) busy = result.find_array(array);
  if (topology != nullptr && busy != nullptr)
    figures.push_back(
        {"network_busy", "The network with the utilization of its channels",
         "Utilization: fraction of the time until the last rank ends during which the channel is in use.",
         array,
         network_picture(*topology, values_of(*busy), "fraction of the time until the last rank ends",
                         "Utilization of the channels", subtitle)});
  return figures;
}

ExperimentPtr Replay::assemble(Params const& params) {
  return params.network == ReplayNetwork::loggops ? loggops_experiment(params)
                                                  : topology_replay_experiment(params);
}

}  // namespace weft::verb
