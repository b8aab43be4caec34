#include "weft/verb/simulate/flit/flit_figures.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "weft/verb/channels.hpp"
#include "weft/verb/load/load_figures.hpp"
#include "weft/verb/sweep/sweep.hpp"

namespace weft::verb {
using namespace chart;
namespace {

constexpr double no_point = std::numeric_limits<double>::quiet_NaN();

/// Whether the run of that row has a mean latency, however precisely it is known.
bool is_measured(Table const& curve, std::size_t row) {
  return curve.at(row, "ending").exact_text().starts_with("measured");
}

/// The simulated scenario, without the options of the engine.
std::string simulated_text(Result const& result) {
  return fmt::format("{}, {}, {}", title_of(result, topology_of(result)), result.setting("routing"),
                     result.setting("traffic"));
}

std::vector<double> column(Table const& table, std::string_view name) {
  std::vector<double> values;
  for (std::size_t row = 0; row < table.rows.size(); ++row) values.push_back(table.at(row, name).number());
  return values;
}

/// Mean and 99th percentile of the rates that were measured.
struct LatencySeries {
  Series mean{"mean", {}, {}, {}, {}}, p99{"99th percentile", {}, {}};
  double top = 0;

  explicit LatencySeries(Table const& curve) {
    p99.dashed = true;
    for (std::size_t row = 0; row < curve.rows.size(); ++row) {
      if (!is_measured(curve, row)) continue;
      auto const latency = curve.at(row, "latency").number();
      auto const range = curve.at(row, "plus_minus").is_number() ? curve.at(row, "plus_minus").number() : 0;
      add(curve.at(row, "rate").number(), latency, range, curve.at(row, "p99").number());
      top = std::max(top, latency);
    }
  }
  void add(double rate, double latency, double range, double percentile) {
    mean.x.push_back(rate);
    p99.x.push_back(rate);
    mean.y.push_back(latency);
    mean.low.push_back(latency - range);
    mean.high.push_back(latency + range);
    p99.y.push_back(percentile);
  }
};

std::string number_at(Table const& table, std::string_view name) {
  return table.at(0, name).short_text(table.columns[table.column(name)].decimals);
}

/// Marks the limit and the saturation, where the curves leave the picture.
void add_saturation(Table const& saturation, LatencySeries& series, LineChart& chart) {
  auto const limit = saturation.at(0, "limit").number();
  series.top = std::max(series.top, limit);
  chart.references.push_back({fmt::format("limit {} cycles", format_value(limit, 3)), limit});
  if (saturation.at(0, "saturates").is_empty()) return;
  auto const saturates = saturation.at(0, "saturates").number();
  chart.ranges.push_back(
      {fmt::format("saturated from {}", format_value(saturates, 3)), saturation.at(0, "accepts").number()});
  bool const rises = !series.mean.x.empty() && series.mean.x.back() < saturates;
  if (rises) series.add(saturates, 20 * series.top, no_point, 40 * series.top);
  chart.x.max = 1.12 * std::max(saturates, series.mean.x.empty() ? saturates : series.mean.x.back());
}

std::string latency_caption(Result const& sweep) {
  auto const* const saturation = sweep.find_table("saturation");
  if (saturation == nullptr) {
    auto const& curve = sweep.table("curve");
    return fmt::format("Mean latency from {} to {} cycles over the rates that were asked for.",
                       curve.at(0, "latency").short_text(),
                       curve.at(curve.rows.size() - 1, "latency").short_text());
  }
  auto const idle = number_at(*saturation, "idle_latency");
  if (saturation->at(0, "above").is_empty())
    return fmt::format("The latency of {} cycles when idle stays below the limit at all rates.", idle);
  auto const passes = fmt::format(
      "The latency rises from {} cycles when idle and passes the limit of {} cycles between rates {} "
      "and {}; ",
      idle, number_at(*saturation, "limit"), number_at(*saturation, "below"),
      number_at(*saturation, "above"));
  if (saturation->at(0, "saturates").is_empty()) return passes + "the network takes all that is offered.";
  return passes + fmt::format("from {} on the network takes less than is offered.",
                              number_at(*saturation, "saturates"));
}

}  // namespace

std::vector<Figure> latency_figures(Result const& sweep) {
  auto const* const curve = sweep.find_table("curve");
  if (curve == nullptr || curve->rows.empty()) return {};
  LatencySeries series(*curve);
  if (series.mean.x.empty()) return {};
  LineChart chart{{"Latency against load", simulated_text(sweep)},
                  {"injection rate", "flits per cycle and terminal"},
                  {"packet latency", "cycles"},
                  {}};
  if (auto const* saturation = sweep.find_table("saturation")) add_saturation(*saturation, series, chart);
  chart.x.min = chart.y.min = 0;
  chart.y.max = 1.6 * series.top;
  chart.series = {std::move(series.mean), std::move(series.p99)};
  return {{"latency", "Latency against load", latency_caption(sweep), "curve", Chart{std::move(chart)}}};
}

std::vector<Figure> throughput_figures(Result const& sweep) {
  auto const* const curve = sweep.find_table("curve");
  if (curve == nullptr || curve->rows.empty()) return {};
  auto const rates = column(*curve, "rate");
  Series accepted{"accepted", rates, column(*curve, "accepted")};
  Series offered{"offered", rates, rates};
  offered.markers = false;
  offered.dashed = true;
  double most = 0;
  for (double const it : accepted.y) most = std::max(most, it);
  LineChart chart{{"Throughput", simulated_text(sweep)},
                  {"injection rate", "flits per cycle and terminal"},
                  {"throughput", "flits per cycle and terminal"},
                  {std::move(accepted), std::move(offered)}};
  chart.x.min = chart.y.min = 0;
  auto const caption =
      fmt::format("At most {} flits per cycle and terminal arrive; {} are offered at the highest rate.",
                  format_value(most), format_value(rates.back()));
  return {{"throughput", "Throughput against load", caption, "curve", Chart{std::move(chart)}}};
}

std::vector<Figure> utilization_figures(Result const& run) {
  auto const* const loads = run.find_table("channel_loads");
  if (loads == nullptr || loads->rows.empty()) return {};
  HistogramChart chart{{"Channels by utilization", simulated_text(run)},
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
  HistogramChart tail{{"Packets slower than x", simulated_text(run)}, {"latency", "cycles"}, {}, {}};
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
  BarChart chart{.text = {"Latency by hops", simulated_text(run)},
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

std::vector<Figure> Sweep::figures(Result const& result) {
  auto figures = latency_figures(result);
  for (auto& figure : throughput_figures(result)) figures.push_back(std::move(figure));
  return figures;
}

}  // namespace weft::verb
