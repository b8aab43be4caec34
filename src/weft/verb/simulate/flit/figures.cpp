#include "weft/verb/simulate/flit/figures.hpp"

#include <algorithm>

#include <fmt/format.h>

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
  chart.kind = HistogramKind::cumulative;  // a class whose channels are all alike has no density
  chart.x.min = 0;
  chart.x.max = 1;
  auto const fullest =
      std::ranges::max_element(loads->rows, {}, [](auto const& row) { return row[1].number(); });
  auto const caption = fmt::format("The fullest channels, of class {}, are in use {:.0f} % of the time.",
                                   (*fullest)[0].short_text(), 100 * (*fullest)[1].number());
  return {{"utilization", "Channels by utilization", caption, "channel_loads", Chart{std::move(chart)}}};
}

std::vector<Figure> packet_figures(Result const& run) {
  auto const *const latencies = run.find_table("latencies"), *const summary = run.find_table("latency");
  if (latencies == nullptr || summary == nullptr || latencies->rows.empty()) return {};
  Distribution slower{"packets", {}}, packets{"packets", {}};
  for (std::size_t row = 0; row < latencies->rows.size(); ++row) {
    auto const from = latencies->at(row, "from").number(), to = latencies->at(row, "to").number();
    slower.values.push_back(to);  // at the end of a bin the share is exact
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

}  // namespace weft::verb
