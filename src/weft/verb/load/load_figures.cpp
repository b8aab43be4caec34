#include "weft/verb/load/load_figures.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/verb/channels.hpp"
#include "weft/verb/draw/picture.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/load/load_maps.hpp"

namespace weft::verb {
namespace {

/// The number of groups that tasks run on; the group of each: the outermost copy of a hierarchy, else the
/// router.
chart::TaskGrid task_grid_of(Array const& placement, AnyTopology const& topology) {
  for (std::size_t task = 0; task < placement.size(); ++task)
    if (!(placement.number(task) >= 0 &&
          placement.number(task) < static_cast<double>(topology.num_terminals())))
      throw InputError(fmt::format("terminal {} in array {}", placement.number(task), placement.name),
                       fmt::format("{} has {} terminals", topology.spec(false), topology.num_terminals()));
  chart::TaskGrid grid;
  auto const& shape = placement.shape;
  grid.columns = shape.back();
  grid.rows = shape.size() < 2 ? 1 : shape[shape.size() - 2];
  grid.planes = placement.size() / (grid.rows * grid.columns);
  grid.title = placement.title;
  auto const level = static_cast<std::uint32_t>(std::max<std::size_t>(topology.copies().size(), 1)) - 1;
  grid.group = level > 0 ? copy_name(topology) : "router";
  for (std::size_t task = 0; task < placement.size(); ++task) {
    auto const router = topology.injection_router({static_cast<std::uint32_t>(placement.number(task))});
    grid.groups.push_back(level > 0 ? topology.copy_of(router, level) : router.v);
  }
  grid.note = fmt::format("A square is a task; its color and number are those of the {} that it runs on.",
                          grid.group);
  return grid;
}

/// The row of the bottleneck in the table `throughput`; the number of rows if nothing is loaded.
std::size_t bottleneck_row(Table const& table) {
  std::size_t row = 0;
  while (row < table.rows.size() && table.at(row, "bottleneck").exact_text().empty()) ++row;
  return row;
}

std::string load_caption(Result const& result) {
  auto const& table = result.table("throughput");
  auto const row = bottleneck_row(table);
  if (row == table.rows.size()) return "No channel carries anything.";
  auto const at = [&](char const* column) { return table.at(row, column); };
  double const mean = at("mean_load").number();
  return fmt::format(
      "The bottleneck is {} channel{} of class {} with a load of {}, {:.3g} times the mean of the class: a node "
      "gets a throughput of {}.",
      at("at_max").short_text(), at("at_max") == Value{1} ? "" : "s", at("class").short_text(),
      at("max_load").short_text(), mean > 0 ? at("max_load").number() / mean : 1,
      at("throughput").short_text());
}

/// The share of the channels of each class with at most each load.
chart::Figure distribution_figure(AnyTopology const& topology, Result const& result,
                                  RelativeLoads const& loads) {
  std::map<std::size_t, std::map<double, double>> counts;  // by class and load
  visit_channels(topology, [&](std::uint64_t number, RouterId r, PortId p) {
    if (!std::isnan(loads.of_channel[number])) ++counts[topology.class_of(r, p).v][loads.of_channel[number]];
  });
  chart::HistogramChart chart{{"Channels by load", subtitle_of(result, topology)}, {loads.title}, {}, {}};
  chart.y.title = "share of the channels of a class with at most this load";
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
  return {"load_distribution", "Channels by load", load_caption(result), "channel_load",
          chart::Chart{std::move(chart)}};
}

}  // namespace

std::string subtitle_of(Result const& result, AnyTopology const& topology) {
  auto text = weft::title_of(topology);
  for (char const* key : {"routing", "pattern", "traffic"})
    if (auto const value = result.setting(key); !value.empty()) text += ", " + value;
  return text;
}

std::vector<chart::Figure> task_figures(Result const& result, TopologyPtr const& topology) {
  std::vector<chart::Figure> figures;
  if (topology == nullptr) return figures;
  for (auto const& array : result.arrays) {
    if (!array.name.starts_with("placement")) continue;
    auto grid = task_grid_of(array, *topology);
    auto groups = grid.groups;
    std::ranges::sort(groups);
    auto const used = std::ranges::unique(groups).begin() - groups.begin();
    auto const caption =
        fmt::format("{} tasks run on {} {}{}.", array.size(), used, grid.group, used == 1 ? "" : "s");
    figures.push_back({"tasks" + array.name.substr(std::string("placement").size()), "Where the tasks run",
                       caption, array.name, std::move(grid)});
  }
  return figures;
}

chart::Picture network_picture(AnyTopology const& topology, std::vector<double> const& values,
                               std::string const& value_title, std::string const& title,
                               std::string const& subtitle) {
  check_channels(topology, values.size());
  ChannelValues const of{values, value_title};
  auto view = picture_of(topology, no_progress(), {}, &of);
  view.title = title;
  view.facts = subtitle + "; " + view.facts;
  if (!view.vertices.empty()) return view;
  auto map = block_map(topology, {values, value_title, of.most()});
  map.title = title;
  map.note = subtitle + ". " + map.note;
  return map;
}

std::vector<chart::Figure> Load::figures(Result const& result) {
  auto const topology = topology_of(result);
  auto figures = task_figures(result, topology);
  if (topology == nullptr || result.find_array("channel_load") == nullptr) return figures;
  auto const loads = relative_loads(*topology, result);
  auto const caption = load_caption(result);
  figures.push_back({"network_load", "The network with the load of its channels", caption, "channel_load",
                     network_picture(*topology, loads.of_channel, loads.title, "Load of the channels",
                                     subtitle_of(result, *topology))});
  for (auto& [name, map] : heat_maps(*topology, result, loads))
    figures.push_back(
        {"load_" + name, "Load of the channels of class " + name, caption, "channel_load", std::move(map)});
  figures.push_back(distribution_figure(*topology, result, loads));
  return figures;
}

}  // namespace weft::verb
