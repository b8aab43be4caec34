#include "weft/verb/simulate/flit/flit_pictures.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "weft/chart/chart.hpp"
#include "weft/experiment/assemble.hpp"

namespace weft::verb {
using namespace chart;
namespace {

constexpr double no_point = std::numeric_limits<double>::quiet_NaN();

std::string setting(Result const& result, std::string_view key) {
  for (auto const& it : result.scenario)
    if (it.key == key) return it.value;
  return {};
}

/// Whether the run of that row has a mean latency, however precisely it is known.
bool is_measured(Table const& curve, std::size_t row) {
  return curve.at(row, "ending").exact_text().starts_with("measured");
}

/// The simulated scenario, without the options of the engine.
std::string subtitle_of(AnyTopology const& topology, Result const& result) {
  return fmt::format("{}, {}, {}", title_of(topology), setting(result, "routing"),
                     setting(result, "traffic"));
}

std::vector<double> column(Table const& table, std::string_view name) {
  std::vector<double> values;
  for (std::size_t row = 0; row < table.rows.size(); ++row) values.push_back(table.at(row, name).number());
  return values;
}

}  // namespace

std::string latency_picture(AnyTopology const& topology, Result const& sweep) {
  auto const& curve = sweep.table("curve");
  Series mean{"mean", column(curve, "rate"), {}, {}, {}};
  Series p99{"99th percentile", mean.x, {}};
  p99.dashed = true;
  double top = 0;
  for (std::size_t row = 0; row < curve.rows.size(); ++row) {
    bool const shown = is_measured(curve, row);
    auto const latency = shown ? curve.at(row, "latency").number() : no_point;
    auto const range = curve.at(row, "plus_minus").is_number() ? curve.at(row, "plus_minus").number() : 0;
    mean.y.push_back(latency);
    mean.low.push_back(latency - range);
    mean.high.push_back(latency + range);
    p99.y.push_back(shown ? curve.at(row, "p99").number() : no_point);
    if (shown) top = std::max(top, latency);
  }
  LineChart chart{
      {"Latency against load", subtitle_of(topology, sweep), "Saturated rates have no latency and no point."},
      {"injection rate", "flits per cycle and terminal"},
      {"packet latency", "cycles"},
      {std::move(mean), std::move(p99)}};
  chart.x.min = chart.y.min = 0;
  if (auto const* saturation = sweep.find_table("saturation")) {
    auto const limit = saturation->at(0, "limit").number();
    chart.references.push_back({"saturation", saturation->at(0, "below").number(), true});
    chart.references.push_back({"latency limit", limit});
    top = std::max(top, limit);
  }
  chart.y.max = 1.6 * top;
  return to_svg(chart);
}

std::string throughput_picture(AnyTopology const& topology, Result const& sweep) {
  auto const& curve = sweep.table("curve");
  auto const rates = column(curve, "rate");
  Series accepted{"accepted", rates, column(curve, "accepted")};
  Series offered{"offered", rates, rates};
  offered.markers = false;
  offered.dashed = true;
  LineChart chart{{"Throughput", subtitle_of(topology, sweep)},
                  {"injection rate", "flits per cycle and terminal"},
                  {"throughput", "flits per cycle and terminal"},
                  {std::move(accepted), std::move(offered)}};
  chart.x.min = chart.y.min = 0;
  return to_svg(chart);
}

std::string utilization_histogram(AnyTopology const& topology, Result const& run) {
  auto const& loads = run.table("channel_loads");
  HistogramChart chart{{"Channels by utilization", subtitle_of(topology, run)},
                       {"utilization", "share of the cycles in which a flit is sent"},
                       {},
                       {}};
  for (std::size_t row = 0; row < loads.rows.size(); ++row) {
    auto const name = loads.at(row, "class").short_text();
    if (chart.distributions.empty() || chart.distributions.back().name != name)
      chart.distributions.push_back({name, {}});
    chart.distributions.back().values.push_back(loads.at(row, "utilization").number());
    chart.distributions.back().weights.push_back(loads.at(row, "channels").number());
  }
  chart.kind = HistogramKind::cumulative;  // a class whose channels are all alike has no density
  chart.x.min = 0;
  chart.x.max = 1;
  return to_svg(chart);
}

std::string latency_histogram(AnyTopology const& topology, Result const& run) {
  auto const& latencies = run.table("latencies");
  Distribution packets{"packets", {}};
  for (std::size_t row = 0; row < latencies.rows.size(); ++row) {
    packets.values.push_back((latencies.at(row, "from").number() + latencies.at(row, "to").number()) / 2);
    packets.weights.push_back(latencies.at(row, "packets").number());
  }
  HistogramChart chart{{"Packet latencies", subtitle_of(topology, run)}, {"latency", "cycles"}, {}, {}};
  chart.distributions.push_back(std::move(packets));
  return to_svg(chart);
}

}  // namespace weft::verb
