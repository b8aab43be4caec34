// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "weft/drawing/load_maps.hpp"
#include "weft/drawing/result_figures.hpp"
#include "weft/experiment/channels.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/side_by_side.hpp"

namespace weft::verb {
namespace {

/// Returns the row of the bottleneck in the table `throughput`, or the number of rows if no channel is
/// loaded.
std::size_t bottleneck_row(Table const& table) {
  std::size_t row = 0;
  while (row < table.rows.size() && table.at(row, "bottleneck").exact_text().empty()) ++row;
  return row;
}

std::string load_caption(Result const& result) {
  auto const& table = result.table("throughput");
  auto const row = bottleneck_row(table);
  if (row == table.rows.size()) return "No channel carries traffic.";
  auto const at = [&](char const* column) { return table.at(row, column); };
  double const mean = at("mean_load").number();
  return fmt::format(
      "The bottleneck is {} channel{} of class {} with a load of {}, {:.3g} times the mean of the class: a node "
      "gets a throughput of {}.",
      at("channels_at_max").short_text(), at("channels_at_max") == Value{1} ? "" : "s",
      at("class").short_text(), at("max_load").short_text(), mean > 0 ? at("max_load").number() / mean : 1,
      at("throughput").short_text());
}

/// Returns a caption with the loads of one class of channels.
std::string class_caption(Result const& result, std::string const& name) {
  auto const& table = result.table("throughput");
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    if (table.at(row, "class").exact_text() != name) continue;
    auto const at = [&](char const* column) { return table.at(row, column).short_text(); };
    return fmt::format("Class {}: {} channels with a mean load of {}; {} of them {} the maximum, {}.", name,
                       at("channels"), at("mean_load"), at("at_max"), at("at_max") == "1" ? "has" : "have",
                       at("max_load"));
  }
  return {};
}

/// Returns a caption with the median and maximum load of each class of channels.
std::string distribution_caption(std::vector<chart::Distribution> const& distributions) {
  std::string text;
  for (auto const& each : distributions) {
    double all = 0, below = 0;
    for (double const weight : each.weights) all += weight;
    std::size_t median = 0;
    while (median + 1 < each.values.size() && 2 * (below + each.weights[median]) < all)
      below += each.weights[median++];
    text += fmt::format("{}{}: half of the channels carry at most {}, the busiest {}",
                        text.empty() ? "" : "; ", each.name, chart::format_value(each.values[median], 3),
                        chart::format_value(each.values.back(), 3));
  }
  return text + (text.empty() ? "" : ".");
}

/// Returns the cumulative distribution of the load for each class of channels.
chart::Figure distribution_figure(AnyTopology const& topology, Result const& result,
                                  RelativeLoads const& loads) {
  std::map<std::size_t, std::map<double, double>> counts;  // number of channels by class and load
  visit_channels(topology, [&](std::uint64_t number, RouterId r, PortId p) {
    if (!std::isnan(loads.of_channel[number])) ++counts[topology.class_of(r, p).v][loads.of_channel[number]];
  });
  chart::HistogramChart chart{{"Channels by load", subtitle_of(result, topology)}, {loads.title}, {}, {}};
  chart.y.title = "share of channels up to this load";
  chart.kind = chart::HistogramKind::cumulative;
  chart.x.min = 0;
  auto const classes = topology.classes();
  for (auto const& [of_class, by_load] : counts) {
    chart::Distribution distribution{classes[of_class].name, {}};
    for (auto const& [load, count] : by_load) {
      distribution.values.push_back(load);
      distribution.weights.push_back(count);
    }
    chart.distributions.push_back(std::move(distribution));
  }
  auto const caption = distribution_caption(chart.distributions);
  return {"load_distribution", "Channels by load", caption, "channel_load", chart::Chart{std::move(chart)}};
}

}  // namespace

namespace {

/// Returns a figure of the throughput bound of each routing.
std::vector<chart::Figure> figures_by_routing(Result const& result) {
  auto const& table = result.table("throughput");
  chart::BarChart chart{.text = {"Throughput by routing", result.setting("topology")},
                        .category_title = "routing",
                        .categories = {},
                        .y = {"throughput bound", "of a node, in units of the bandwidth"},
                        .series = {{"throughput", {}}}};
  for (auto const& [routing, rows] : rows_by_routing(table))
    for (auto const row : rows) {
      if (table.at(row, "bottleneck").exact_text().empty()) continue;
      chart.categories.push_back(routing);
      chart.series.front().values.push_back(table.at(row, "throughput").number());
    }
  if (chart.categories.empty()) return {};
  return {{"throughput", "Throughput by routing",
           "The bound on the throughput per node, set by the busiest channel.", "throughput",
           chart::Chart{std::move(chart)}}};
}

}  // namespace

std::vector<chart::Figure> Load::figures(Result const& result) {
  if (is_side_by_side(result)) return figures_by_routing(result);
  auto const topology = topology_of(result);
  auto tasks = task_figures(result, topology);
  if (topology == nullptr || result.find_array("channel_load") == nullptr) return tasks;
  auto const loads = relative_loads(*topology, result);
  std::vector<chart::Figure> figures;
  figures.push_back({"network_load", "The network with the load of its channels", load_caption(result),
                     "channel_load",
                     network_picture(*topology, loads.of_channel, loads.title, "Load of the channels",
                                     subtitle_of(result, *topology))});
  figures.push_back(distribution_figure(*topology, result, loads));
  for (auto& [name, map] : heat_maps(*topology, result, loads))
    figures.push_back({"load_" + name, "Load of the channels of class " + name, class_caption(result, name),
                       "channel_load", std::move(map)});
  std::ranges::move(tasks, std::back_inserter(figures));
  return figures;
}

}  // namespace weft::verb
