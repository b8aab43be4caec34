// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "weft/drawing/result_figures.hpp"
#include "weft/verb/side_by_side.hpp"
#include "weft/verb/sweep/sweep.hpp"

namespace weft::verb {
using namespace chart;
namespace {

constexpr double no_point = std::numeric_limits<double>::quiet_NaN();

/// Returns whether the run of a row has a mean latency, of any precision.
bool is_measured(Table const& curve, std::size_t row) {
  return curve.at(row, "ending").exact_text().starts_with("measured");
}

std::vector<double> column(Table const& table, std::string_view name) {
  std::vector<double> values;
  for (std::size_t row = 0; row < table.rows.size(); ++row) values.push_back(table.at(row, name).number());
  return values;
}

/// Mean and 99th percentile of the latency at the measured rates.
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

/// Marks the latency limit and the saturation, beyond which the curves leave the chart.
void add_saturation(Table const& saturation, LatencySeries& series, LineChart& chart) {
  auto const limit = saturation.at(0, "latency_limit").number();
  series.top = std::max(series.top, limit);
  chart.references.push_back(
      {fmt::format("{}× zero-load latency",
                   format_value(limit / saturation.at(0, "zero_load_latency").number(), 3)),
       limit});
  if (saturation.at(0, "saturation_upper").is_empty()) return;
  auto const saturates = saturation.at(0, "saturation_upper").number();
  chart.ranges.push_back({fmt::format("saturated from {}", format_value(saturates, 3)), saturates});
  bool const rises = !series.mean.x.empty() && series.mean.x.back() < saturates;
  if (rises) series.add(saturates, 20 * series.top, no_point, 40 * series.top);
  chart.x.max =
      round_above(1.08 * std::max(saturates, series.mean.x.empty() ? saturates : series.mean.x.back()));
}

std::string latency_caption(Result const& sweep) {
  auto const* const saturation = sweep.find_table("saturation");
  if (saturation == nullptr) {
    auto const& curve = sweep.table("curve");
    return fmt::format("Mean latency from {} to {} cycles over the requested rates.",
                       curve.at(0, "latency").short_text(),
                       curve.at(curve.rows.size() - 1, "latency").short_text());
  }
  auto const idle = number_at(*saturation, "zero_load_latency");
  if (saturation->at(0, "limit_upper").is_empty())
    return fmt::format("The zero-load latency is {} cycles; the latency stays below the limit at all rates.",
                       idle);
  auto const passes = fmt::format(
      "From a zero-load latency of {} cycles, the latency reaches the limit of {} cycles between rates {} "
      "and {}; ",
      idle, number_at(*saturation, "latency_limit"), number_at(*saturation, "limit_lower"),
      number_at(*saturation, "limit_upper"));
  if (saturation->at(0, "saturation_upper").is_empty())
    return passes + "the network accepts all offered traffic.";
  return passes + fmt::format("from {} on the network accepts less than is offered.",
                              number_at(*saturation, "saturation_upper"));
}

/// Returns latency against load, from the tables `curve` and, if there is one, `saturation` of a sweep: the
/// mean with its confidence interval, and the 99th percentile. Saturated rates have no point; the curves
/// leave the chart through its top. Empty if no rate was measured.
std::vector<Figure> latency_figures(Result const& sweep) {
  auto const* const curve = sweep.find_table("curve");
  if (curve == nullptr || curve->rows.empty()) return {};
  LatencySeries series(*curve);
  if (series.mean.x.empty()) return {};
  LineChart chart{{"Latency against load", format_simulated(sweep)},
                  {"injection rate", "flits per cycle and terminal"},
                  {"packet latency", "cycles"},
                  {}};
  if (auto const* saturation = sweep.find_table("saturation")) add_saturation(*saturation, series, chart);
  chart.x.min = chart.y.min = 0;
  if (series.top > 0) chart.y.max = round_above(1.6 * series.top);
  chart.series = {std::move(series.mean), std::move(series.p99)};
  return {{"latency", "Latency against load", latency_caption(sweep), "curve", Chart{std::move(chart)}}};
}

/// Returns accepted against offered load, from the table `curve` of a sweep.
std::vector<Figure> throughput_figures(Result const& sweep) {
  auto const* const curve = sweep.find_table("curve");
  if (curve == nullptr || curve->rows.empty()) return {};
  auto const rates = column(*curve, "rate");
  Series accepted{"accepted", rates, column(*curve, "accepted")};
  Series offered{"offered", rates, rates};
  offered.markers = false;
  offered.dashed = true;
  double maximum = 0;
  for (double const it : accepted.y) maximum = std::max(maximum, it);
  LineChart chart{{"Throughput", format_simulated(sweep)},
                  {"injection rate", "flits per cycle and terminal"},
                  {"throughput", "flits per cycle and terminal"},
                  {std::move(accepted), std::move(offered)}};
  chart.x.min = chart.y.min = 0;
  auto const caption =
      fmt::format("At most {} flits per cycle and terminal arrive; {} are offered at the highest rate.",
                  format_value(maximum), format_value(rates.back()));
  return {{"throughput", "Throughput against load", caption, "curve", Chart{std::move(chart)}}};
}

}  // namespace

namespace {

/// Returns the topology and the traffic, which all routings share.
std::string format_common(Result const& sweep) {
  return fmt::format("{}, {}", sweep.setting("topology"), sweep.setting("traffic"));
}

/// Returns the mean latency of a routing with its confidence intervals. The last measured rate is followed by
/// a saturated rate with latency `above`, beyond the top of the chart.
Series latency_of(std::string const& routing, std::vector<std::size_t> const& rows, Table const& curve,
                  double above) {
  Series series{routing, {}, {}};
  for (auto const row : rows) {
    auto const rate = curve.at(row, "rate").number();
    bool const measured = is_measured(curve, row);
    if (!measured && series.x.empty()) continue;
    auto const latency = measured ? curve.at(row, "latency").number() : above;
    auto const& range = curve.at(row, "plus_minus");
    series.x.push_back(rate);
    series.y.push_back(latency);
    series.low.push_back(measured && range.is_number() ? latency - range.number() : no_point);
    series.high.push_back(measured && range.is_number() ? latency + range.number() : no_point);
    if (!measured) break;
  }
  return series;
}

/// Returns the mean latency against load for each routing, up to five times the largest zero-load latency.
/// The curve of a routing leaves the chart through its top at saturation.
Figure latency_by_routing(Result const& sweep, Table const& curve) {
  LineChart chart{{"Latency against load by routing", format_common(sweep)},
                  {"injection rate", "flits per cycle and terminal"},
                  {"mean packet latency", "cycles"},
                  {}};
  double top = 0, idle = 0;
  for (std::size_t row = 0; row < curve.rows.size(); ++row)
    if (is_measured(curve, row)) top = std::max(top, curve.at(row, "latency").number());
  for (auto const& [routing, rows] : rows_by_routing(curve)) {
    auto series = latency_of(routing, rows, curve, 20 * top);
    if (series.x.empty()) continue;
    idle = std::max(idle, *std::ranges::min_element(series.y));
    chart.series.push_back(std::move(series));
  }
  if (auto const* const saturation = sweep.find_table("saturation"))
    for (auto const& [routing, rows] : rows_by_routing(*saturation)) {
      auto const series = std::ranges::find(chart.series, routing, &Series::name);
      auto const& saturates = saturation->at(rows.front(), "saturates");
      if (series == chart.series.end() || saturates.is_empty()) continue;
      if (series->x.back() >= saturates.number()) continue;
      series->x.push_back(saturates.number());
      series->y.push_back(20 * top);
      series->low.push_back(no_point);
      series->high.push_back(no_point);
    }
  chart.x.min = chart.y.min = 0;
  chart.y.max = round_above(std::min(1.6 * top, 5 * idle));
  return {"latency", "Latency against load by routing",
          "The mean latency of packets; a curve leaves the picture where its routing saturates.", "curve",
          Chart{std::move(chart)}};
}

/// Returns the accepted throughput for each routing.
Figure throughput_by_routing(Result const& sweep, Table const& curve) {
  LineChart chart{{"Throughput by routing", format_common(sweep)},
                  {"injection rate", "flits per cycle and terminal"},
                  {"throughput", "flits per cycle and terminal"},
                  {}};
  double maximum = 0;
  for (auto const& [routing, rows] : rows_by_routing(curve)) {
    Series series{routing, {}, {}};
    for (auto const row : rows) {
      series.x.push_back(curve.at(row, "rate").number());
      series.y.push_back(curve.at(row, "accepted").number());
      maximum = std::max(maximum, series.x.back());
    }
    chart.series.push_back(std::move(series));
  }
  Series offered{"offered", {0, maximum}, {0, maximum}};
  offered.markers = false;
  offered.dashed = true;
  chart.series.push_back(std::move(offered));
  chart.x.min = chart.y.min = 0;
  return {"throughput", "Throughput by routing", "The fraction of the offered load that the network accepts.",
          "curve", Chart{std::move(chart)}};
}

}  // namespace

std::vector<Figure> Sweep::figures(Result const& result) {
  if (is_side_by_side(result)) {
    auto const& curve = result.table("curve");
    return {latency_by_routing(result, curve), throughput_by_routing(result, curve)};
  }
  auto figures = latency_figures(result);
  for (auto& figure : throughput_figures(result)) figures.push_back(std::move(figure));
  return figures;
}

}  // namespace weft::verb
