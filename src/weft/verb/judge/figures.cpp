// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "weft/experiment/channels.hpp"
#include "weft/verb/judge/judge.hpp"

namespace weft::verb {
namespace {

constexpr std::size_t max_routings = 12;

/// Returns short labels of routings; for forwarding tables, the last component of the path.
std::vector<std::string> labels_of(std::vector<std::string> const& names) {
  std::vector<std::string> labels;
  for (auto const& name : names) {
    auto const slash = name.rfind('/');
    labels.push_back(name.starts_with("forwarding:") && slash + 1 < name.size() ? name.substr(slash + 1)
                                                                                : name);
  }
  auto sorted = labels;
  std::ranges::sort(sorted);
  return std::ranges::adjacent_find(sorted) == sorted.end() ? labels : names;
}

/// Returns the tightest bound.
std::optional<chart::ReferenceLine> best_bound(Table const& bounds) {
  std::optional<chart::ReferenceLine> best;
  for (std::size_t row = 0; row < bounds.rows.size(); ++row) {
    auto const load = bounds.at(row, "load").number();
    if (best && load <= best->value) continue;
    best = {fmt::format("no routing can have less: {}", bounds.at(row, "load").short_text()), load};
  }
  return best;
}

chart::Figure load_bars(Table const& routings, Table const& bounds, std::string const& title) {
  chart::BarChart chart{.text = {"Maximum load by routing", title},
                        .category_title = {},
                        .categories = {},
                        .y = {.title = "routes over the most loaded channel"},
                        .series = {{"maximum load", {}}}};
  std::vector<std::string> names;
  for (std::size_t row = 0; row < routings.rows.size(); ++row)
    names.push_back(routings.at(row, "routing").exact_text());
  auto const labels = labels_of(names);
  std::size_t best = 0;
  for (std::size_t row = 0; row < std::min(routings.rows.size(), max_routings); ++row) {
    chart.categories.push_back(labels[row]);
    chart.series.front().values.push_back(routings.at(row, "load_max").number());
    if (chart.series.front().values[row] < chart.series.front().values[best]) best = row;
  }
  auto caption = fmt::format("{} has the lowest maximum load: {}.", chart.categories[best],
                             routings.at(best, "load_max").short_text());
  if (auto const bound = best_bound(bounds)) {
    caption.back() = ';';
    caption += " " + bound->name + ".";
    chart.references = {*bound};
  }
  return {"load_max", "Maximum load by routing", caption, "routings", chart::Chart{std::move(chart)}};
}

/// Returns the cumulative distribution of the channel load.
chart::Figure load_distribution(Array const& loads, std::string const& title) {
  chart::HistogramChart chart{{"Channels by load", title}, {"load: routes over a channel"}, {}, {}};
  chart.y.title = "share of the channels with at most this load";
  chart.kind = chart::HistogramKind::cumulative;
  chart.x.min = 0;
  auto const channels = static_cast<std::size_t>(loads.shape.back());
  auto const labels = labels_of(loads.labels);
  std::string max_idle;
  double idle = -1;
  for (std::size_t r = 0; r < std::min(labels.size(), max_routings); ++r) {
    std::map<double, double> counts;
    for (std::size_t c = 0; c < channels; ++c) ++counts[loads.number(r * channels + c)];
    chart::Distribution distribution{labels[r], {}};
    for (auto const& [load, count] : counts) {
      distribution.values.push_back(load);
      distribution.weights.push_back(count);
    }
    if (counts[0] > idle) {
      idle = counts[0];
      max_idle = labels[r];
    }
    chart.distributions.push_back(std::move(distribution));
  }
  auto const caption = idle > 0 ? fmt::format("{} leaves {} of {} channels idle.", max_idle, idle, channels)
                                : fmt::format("Every routing uses each of the {} channels.", channels);
  return {"load_distribution", "Channels by load", caption, "load", chart::Chart{std::move(chart)}};
}

}  // namespace

std::vector<chart::Figure> Judge::figures(Result const& result) {
  std::vector<chart::Figure> figures;
  auto const title = title_of(result, topology_of(result));
  auto const *const routings = result.find_table("routings"), *const bounds =
                                                                  result.find_table("load_bounds");
  if (routings != nullptr && bounds != nullptr && !routings->rows.empty())
    figures.push_back(load_bars(*routings, *bounds, title));
  if (auto const* const loads = result.find_array("load");
      loads != nullptr && loads->size() > 0 && !loads->labels.empty())
    figures.push_back(load_distribution(*loads, title));
  return figures;
}

}  // namespace weft::verb
