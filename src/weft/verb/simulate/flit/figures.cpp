// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/simulate/flit/figures.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "weft/drawing/load_maps.hpp"
#include "weft/drawing/result_figures.hpp"
#include "weft/experiment/channels.hpp"

namespace weft::verb {
using namespace chart;

std::vector<Figure> utilization_figures(Result const& run) {
  auto const* const loads = run.find_table("channel_loads");
  if (loads == nullptr || loads->rows.empty()) return {};
  HistogramChart chart{{"Channels by utilization", format_simulated(run)},
                       {"utilization", "share of the cycles in which a flit is sent"},
                       {},
                       {}};
  for (std::size_t row = 0; row < loads->rows.size(); ++row) {
    auto const name = loads->at(row, "class").short_text();
    if (chart.distributions.empty() || chart.distributions.back().name != name)
      chart.distributions.push_back({name, {}});
    chart.distributions.back().values.push_back(loads->at(row, "utilization").number());
    chart.distributions.back().weights.push_back(loads->at(row, "channels").number());
  }
  chart.kind = HistogramKind::cumulative;  // a class of identical channels has no density
  chart.x.min = 0;
  chart.x.max = 1;
  auto const most_loaded =
      std::ranges::max_element(loads->rows, {}, [](auto const& row) { return row[1].number(); });
  auto const caption = fmt::format("The busiest channels, of class {}, are in use {:.0f} % of the time.",
                                   (*most_loaded)[0].short_text(), 100 * (*most_loaded)[1].number());
  return {{"utilization", "Channels by utilization", caption, "channel_loads", Chart{std::move(chart)}}};
}

std::vector<Figure> packet_figures(Result const& run) {
  auto const *const latencies = run.find_table("latencies"), *const summary = run.find_table("latency");
  if (latencies == nullptr || summary == nullptr || latencies->rows.empty()) return {};
  Distribution slower{"packets", {}}, packets{"packets", {}};
  for (std::size_t row = 0; row < latencies->rows.size(); ++row) {
    auto const from = latencies->at(row, "from").number(), to = latencies->at(row, "to").number();
    slower.values.push_back(to);  // the fraction is exact at the end of a bin
    packets.values.push_back((from + to) / 2);
    slower.weights.push_back(latencies->at(row, "packets").number());
  }
  packets.weights = slower.weights;
  HistogramChart tail{{"Packets slower than x", format_simulated(run)}, {"latency", "cycles"}, {}, {}};
  tail.y = {"share of packets that take longer", "", ScaleType::log};
  tail.kind = HistogramKind::complementary;
  auto density = tail;
  density.text.title = "Packet latencies";
  density.y = {};
  density.kind = HistogramKind::density;
  auto const p50 = summary->at(0, "p50").number(), p99 = summary->at(0, "p99").number();
  for (auto* const chart : {&tail, &density})
    chart->references = {{"p50: " + format_value(p50), p50, true}, {"p99: " + format_value(p99), p99, true}};
  tail.distributions = {std::move(slower)};
  density.distributions = {std::move(packets)};
  auto const caption =
      fmt::format("Half of the packets take at most {} cycles, 99 % at most {}; the slowest takes {}.",
                  format_value(p50), format_value(p99), summary->at(0, "max").short_text());
  return {{"latencies", "Packets slower than x", caption, "latencies", Chart{std::move(tail)}},
          {"latency_histogram", "Packet latencies", caption, "latencies", Chart{std::move(density)}}};
}

std::vector<Figure> use_figures(Result const& run) {
  auto const topology = topology_of(run);
  auto const* const array = run.find_array("channel_use");
  if (topology == nullptr || array == nullptr) return {};
  std::vector<double> values;
  for (std::size_t i = 0; i < array->size(); ++i) values.push_back(array->number(i));
  auto const utilized = utilization_figures(run);
  return {{"network_use", "The network with the utilization of its channels",
           utilized.empty() ? "" : utilized.front().caption, "channel_use",
           network_picture(*topology, values, "share of the cycles in which a flit is sent",
                           "Utilization of the channels", subtitle_of(run, *topology))}};
}

std::vector<Figure> hop_figures(Result const& run) {
  auto const* const array = run.find_array("latency_by_hops");
  if (array == nullptr || array->shape.size() != 2) return {};
  BarChart chart{.text = {"Latency by hops", format_simulated(run)},
                 .category_title = "channels crossed",
                 .categories = {},
                 .y = {.title = "mean packet latency", .unit = "cycles"},
                 .series = {{"", {}}}};
  auto& values = chart.series.front().values;
  auto const hops = array->shape[1];
  for (std::size_t i = 0; i < hops; ++i) {
    if (array->number(i) == 0) continue;
    chart.categories.push_back(std::to_string(i));
    values.push_back(array->number(hops + i));
  }
  if (values.empty()) return {};
  auto const caption = fmt::format("Packets of {} hops take {} cycles on average, those of {} hops {}.",
                                   chart.categories.front(), format_value(values.front()),
                                   chart.categories.back(), format_value(values.back()));
  return {{"latency_by_hops", "Latency by hops", caption, "latency_by_hops", Chart{std::move(chart)}}};
}

using namespace chart;
namespace {

constexpr std::size_t max_channels_drawn = 48;

std::string run_subtitle(Result const& run) {
  auto const topology = topology_of(run);
  return topology == nullptr ? title_of(run, topology) : subtitle_of(run, *topology);
}

/// Returns a column of the table as a step function, constant in each interval.
Series steps_of(Table const& over_time, std::string name, std::string_view column) {
  Series series{std::move(name), {}, {}};
  series.markers = false;
  for (std::size_t row = 0; row < over_time.rows.size(); ++row)
    for (char const* const end : {"from", "to"}) {
      series.x.push_back(over_time.at(row, end).number());
      series.y.push_back(over_time.at(row, column).number());
    }
  return series;
}

struct Line {
  char const* name;
  char const* column;
  std::size_t color;
};

Chart panel(Table const& over_time, double warm_up, std::string title, Axis y,
            std::initializer_list<Line> lines) {
  LineChart chart{.text = {std::move(title)}, .x = {"cycle"}, .y = std::move(y), .series = {}};
  chart.y.min = 0;
  for (auto const& it : lines) {
    chart.series.push_back(steps_of(over_time, it.name, it.column));
    chart.series.back().color = it.color;
  }
  if (warm_up > 0) chart.references.push_back({"measured from", warm_up, true});
  return chart;
}

Figure network_figure(Result const& run, Table const& over_time) {
  auto const* const latency = run.find_table("latency");
  auto const warm_up = latency == nullptr ? 0 : latency->at(0, "warm_up").number();
  ChartGrid grid{.text = {"The network over time", run_subtitle(run)}, .charts = {}, .shared_x = true};
  grid.charts.push_back(panel(over_time, warm_up, "Throughput", {"flits per cycle and terminal"},
                              {{"offered", "offered", 0}, {"accepted", "accepted", 1}}));
  grid.charts.push_back(
      panel(over_time, warm_up, "Mean latency of arrivals", {"cycles"}, {{"latency", "latency", 2}}));
  grid.charts.push_back(panel(over_time, warm_up, "Packets in the network and at sources", {"packets"},
                              {{"in flight", "in_flight", 3}, {"waiting at sources", "waiting", 4}}));
  grid.charts.push_back(panel(
      over_time, warm_up, "Virtual channels that wait", {"mean of the network"},
      {{"no credit", "no_credit", 5}, {"no virtual channel", "no_vc", 6}, {"no switch", "no_switch", 7}}));
  auto const last = over_time.rows.size() - 1;
  return {
      "over_time", "The network over time",
      fmt::format("In the last interval, {} of {} offered flits per cycle and terminal arrive.",
                  over_time.at(last, "accepted").short_text(4), over_time.at(last, "offered").short_text(4)),
      "over_time", std::move(grid)};
}

/// The values of channels over time.
class ChannelView {
 public:
  explicit ChannelView(Array const& array)
      : array_(array),
        intervals_(static_cast<std::size_t>(array.shape[1])),
        channels_(static_cast<std::size_t>(array.shape[2])) {}
  std::size_t intervals() const { return intervals_; }
  /// Returns the flits in an interval; 0 for failed channels.
  double flits(std::size_t interval, std::size_t channel) const { return at(0, interval, channel); }
  /// Returns the number of stalled virtual channels, whatever the cause.
  double stalled(std::size_t interval, std::size_t channel) const {
    return at(2, interval, channel) + at(3, interval, channel) + at(4, interval, channel);
  }
  /// Returns the `most` channels with the most stalls, ascending.
  std::vector<std::size_t> top_stalled(std::size_t maximum) const {
    std::vector<double> sum(channels_);
    for (std::size_t i = 0; i < intervals_; ++i)
      for (std::size_t c = 0; c < channels_; ++c) sum[c] += stalled(i, c);
    std::vector<std::size_t> order(channels_);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater{}, [&](std::size_t c) { return sum[c]; });
    order.resize(std::min(maximum, channels_));
    std::ranges::sort(order);
    return order;
  }

 private:
  double at(std::size_t measure, std::size_t interval, std::size_t channel) const {
    auto const value = array_.number((measure * intervals_ + interval) * channels_ + channel);
    return std::isnan(value) ? 0 : value;
  }

  Array const& array_;
  std::size_t intervals_, channels_;
};

std::vector<std::string> names_of_channels(AnyTopology const& topology) {
  std::vector<std::string> names;
  auto const place = [&](RouterId r) {
    auto const text = topology.coordinates(r);
    return text.empty() ? std::to_string(r.v) : text;
  };
  visit_channels(topology, [&](std::uint64_t, RouterId r, PortId p) {
    names.push_back(fmt::format("{} \u2192 {}", place(r), place(topology.neighbor(r, p).router)));
  });
  return names;
}

std::vector<std::uint64_t> bounds_of(Table const& over_time) {
  std::vector<std::uint64_t> bounds{0};
  for (std::size_t row = 0; row < over_time.rows.size(); ++row)
    bounds.push_back(static_cast<std::uint64_t>(over_time.at(row, "to").number()));
  return bounds;
}

using ValueOf = double (ChannelView::*)(std::size_t, std::size_t) const;

/// Returns a map over channels and time with values relative to `maximum`.
Figure channel_figure(std::string name, TimeMap map, ChannelView const& view,
                      std::vector<std::size_t> const& channels, ValueOf value_of, double maximum) {
  double largest = 0;
  for (auto const c : channels)
    for (std::size_t i = 0; i < view.intervals(); ++i) {
      auto const value = (view.*value_of)(i, c);
      map.values.push_back(std::min(value / maximum, 1.0));
      largest = std::max(largest, value);
    }
  auto const title = map.title;
  return {std::move(name), title, fmt::format("The maximum of an interval is {}.", format_value(largest, 3)),
          "over_time_channels", std::move(map)};
}

/// Returns the rows of a class.
Table rows_of_class(Table const& all, Value const& name) {
  Table table{all.name, all.title, all.columns, {}};
  for (std::size_t row = 0; row < all.rows.size(); ++row)
    if (all.at(row, "class") == name) table.rows.push_back(all.rows[row]);
  return table;
}

Figure classes_figure(Result const& run, Table const& classes) {
  LineChart accepted{
      .text = {"Throughput"}, .x = {"cycle"}, .y = {"flits per cycle and terminal that sends"}, .series = {}};
  LineChart latency{.text = {"Mean latency of arrivals"}, .x = {"cycle"}, .y = {"cycles"}, .series = {}};
  accepted.y.min = latency.y.min = 0;
  for (std::size_t row = 0; row < classes.rows.size() && classes.at(row, "from") == Value(0); ++row) {
    auto const name = classes.at(row, "class");
    auto const own = rows_of_class(classes, name);
    accepted.series.push_back(steps_of(own, name.short_text(), "accepted"));
    latency.series.push_back(steps_of(own, name.short_text(), "latency"));
  }
  ChartGrid grid{.text = {"Traffic classes over time", run_subtitle(run)}, .charts = {}, .shared_x = true};
  auto const caption =
      fmt::format("Accepted rates of {} traffic classes in each interval.", accepted.series.size());
  grid.charts = {Chart{std::move(accepted)}, Chart{std::move(latency)}};
  return {"classes_over_time", "Traffic classes over time", caption, "classes_over_time", std::move(grid)};
}

}  // namespace

std::vector<Figure> over_time_figures(Result const& run) {
  auto const* const over_time = run.find_table("over_time");
  auto const* const channels = run.find_array("over_time_channels");
  if (over_time == nullptr || over_time->rows.empty() || channels == nullptr) return {};
  std::vector<Figure> figures{network_figure(run, *over_time)};
  if (auto const* const classes = run.find_table("classes_over_time"); classes != nullptr)
    figures.push_back(classes_figure(run, *classes));
  auto const topology = topology_of(run);
  if (topology == nullptr || channels->shape[2] == 0) return figures;
  ChannelView const view(*channels);
  auto const names = names_of_channels(*topology);
  auto const drawn = view.top_stalled(max_channels_drawn);
  TimeMap map{.title = "Flits on channels over time",
              .subtitle = run_subtitle(run),
              .rows = {},
              .slots = bounds_of(*over_time),
              .values = {}};
  map.time = "cycle";
  map.note = drawn.size() < names.size()
                 ? fmt::format("The {} channels of {} for which most flits wait.", drawn.size(), names.size())
                 : "All channels of the network.";
  double top_stalled = 0;
  for (auto const c : drawn) {
    map.rows.push_back(names[c]);
    for (std::size_t i = 0; i < view.intervals(); ++i)
      top_stalled = std::max(top_stalled, view.stalled(i, c));
  }
  map.value = "flits per cycle";
  figures.push_back(channel_figure("channel_flits_over_time", map, view, drawn, &ChannelView::flits, 1));
  if (top_stalled == 0) return figures;
  map.title = "Virtual channels that wait for channels over time";
  map.value = fmt::format("share of the maximum, {}", format_value(top_stalled, 3));
  figures.push_back(
      channel_figure("channel_stalls_over_time", map, view, drawn, &ChannelView::stalled, top_stalled));
  return figures;
}

}  // namespace weft::verb
