#include "weft/study/reference_curves_presentation.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "weft/study/outcome_cells.hpp"
#include "weft/study/sweep_runs.hpp"
#include "weft/verb/simulate/flit/load_curves.hpp"

namespace weft {
namespace {

/// Up to this part of its saturation load a network is compared: beyond, small causes have large effects.
constexpr double compared_part = 0.9;

/// A published curve and what was simulated at its rates.
struct ReferenceCurve {
  std::string name;
  Result const* ours = nullptr;
  std::vector<PublishedRow const*> points;  ///< by rate; those of status ok, then the first that is not
  std::optional<double> saturation;

  double idle_latency() const { return points.front()->number("pkt_lat"); }
  bool is_ok(PublishedRow const& point) const { return point.at("status") == "ok"; }
  /// Between the greatest rate that ours stood and the least that it did not, if it was searched for.
  std::optional<double> own_saturation() const {
    auto const* const it = ours->find_table("saturation");
    if (it == nullptr || it->at(0, "above").is_empty()) return {};
    return (it->at(0, "below").number() + it->at(0, "above").number()) / 2;
  }
  bool within(double rate, double part) const {
    auto const end = saturation ? saturation : own_saturation();
    return !end || rate <= part * *end;
  }
};

/// Where the curve passes saturation_factor times its first latency; nothing if it does not reach it.
std::optional<double> crossing(ReferenceCurve const& it) {
  auto const limit = saturation_factor * it.idle_latency();
  for (std::size_t i = 1; i < it.points.size(); ++i) {
    auto const &low = *it.points[i - 1], &high = *it.points[i];
    if (high.number("pkt_lat") <= limit) continue;
    auto const x = low.number("rate"), y = low.number("pkt_lat");
    return x + (high.number("rate") - x) * (limit - y) / (high.number("pkt_lat") - y);
  }
  return {};
}

std::vector<ReferenceCurve> experiments_of(std::vector<StudyOutcome> const& outcomes,
                                           std::vector<PublishedRow> const& published,
                                           std::vector<PublishedRow> const& saturations) {
  std::vector<ReferenceCurve> experiments;
  for (auto const& [run, result] : outcomes) {
    if (run.label("experiment").empty() || result.find_table("curve") == nullptr) continue;
    ReferenceCurve it{run.label("name"), &result, {}, {}};
    for (auto const& row : published) {
      if (row.at("experiment") != run.label("experiment") || row.at("mode") != "latency") continue;
      bool const ended = !it.points.empty() && !it.is_ok(*it.points.back());
      if (!ended && (it.is_ok(row) || row.at("status") == "unstable")) it.points.push_back(&row);
    }
    if (it.points.empty()) continue;
    it.saturation = crossing(it);
    for (auto const& row : saturations)
      if (row.at("experiment") == run.label("experiment")) it.saturation = row.number("sat_load_3x");
    experiments.push_back(std::move(it));
  }
  return experiments;
}

/// The row of our curve at that rate, if it was measured.
std::optional<std::size_t> row_at(Table const& curve, double rate) {
  for (std::size_t row = 0; row < curve.rows.size(); ++row)
    if (std::abs(curve.at(row, "rate").number() - rate) < 1e-9 && verb::is_measured(curve, row)) return row;
  return {};
}

double difference(Table const& curve, std::size_t row, PublishedRow const& point) {
  return 100 * (curve.at(row, "latency").number() / point.number("pkt_lat") - 1);
}

Table points_table(std::vector<ReferenceCurve> const& experiments) {
  Table table{"points",
              "Latency beside the published one",
              {{"experiment"},
               {"rate", "flits/cycle", "", 4},
               {"published", "cycles", "mean packet latency", 2},
               {"latency", "cycles", "ours", 2},
               {"plus_minus", "cycles", "half of our 95 % confidence interval", 2},
               {"difference", "%", "", 2},
               {"published_share", "%", "accepted of offered", 2},
               {"share", "%", "ours", 2},
               {"published_hops", "", "routers passed", 3},
               {"hops", "", "ours", 3},
               {"compared", "", "up to 90 % of the saturation"}},
              {}};
  for (auto const& it : experiments) {
    auto const& curve = it.ours->table("curve");
    for (auto const* point : it.points) {
      auto const rate = point->number("rate");
      auto const row = row_at(curve, rate);
      if (!row || !it.is_ok(*point)) continue;
      table.add_row(
          {it.name, rate, point->number("pkt_lat"), curve.at(*row, "latency"), curve.at(*row, "plus_minus"),
           difference(curve, *row, *point), 100 * point->number("accepted") / point->number("offered_meas"),
           100 * curve.at(*row, "accepted").number() / curve.at(*row, "offered").number(),
           point->number("hops"), curve.at(*row, "hops"), it.within(rate, compared_part) ? "yes" : "no"});
    }
  }
  return table;
}

/// The difference of the greatest amount at rates from more than `from` to `to` of the saturation.
Value greatest_difference(ReferenceCurve const& it, double from, double to) {
  auto const& curve = it.ours->table("curve");
  Value greatest;
  for (auto const* point : it.points) {
    auto const rate = point->number("rate");
    auto const row = row_at(curve, rate);
    bool const inside = it.within(rate, to) && (from == 0 || !it.within(rate, from));
    if (!row || !it.is_ok(*point) || !inside) continue;
    auto const here = difference(curve, *row, *point);
    if (greatest.is_empty() || std::abs(here) > std::abs(greatest.number())) greatest = here;
  }
  return greatest;
}

Table experiments_table(std::vector<ReferenceCurve> const& experiments) {
  Table table{
      "experiments",
      "Greatest differences of latency, and saturation",
      {{"experiment"},
       {"to_half", "%", "greatest difference up to half of the published saturation", 2},
       {"to_90", "%", "greatest one from there to 90 % of it", 2},
       {"published_saturation", "flits/cycle", "load at three times the latency of an idle network", 4},
       {"below", "flits/cycle", "the greatest rate of ours within three times its idle latency", 4},
       {"above", "flits/cycle", "the least one beyond", 4}},
      {}};
  for (auto const& it : experiments) {
    auto const* saturation = it.ours->find_table("saturation");
    auto const ours = [&](char const* column) { return saturation ? saturation->at(0, column) : Value{}; };
    table.add_row({it.name, greatest_difference(it, 0, 0.5), greatest_difference(it, 0.5, compared_part),
                   it.saturation ? Value{*it.saturation} : Value{}, ours("below"), ours("above")});
  }
  return table;
}

chart::LineChart panel(ReferenceCurve const& it, std::string const& simulator) {
  auto const top = 1.2 * saturation_factor * it.idle_latency();
  auto chart = verb::latency_lines(it.name, {{"Weft", &it.ours->table("curve"), 0}}, top);
  chart::Series theirs{simulator, {}, {}};
  theirs.line = false;
  theirs.color = 1;
  for (auto const* point : it.points)
    if (it.is_ok(*point) && point->number("pkt_lat") <= top) {
      theirs.x.push_back(point->number("rate"));
      theirs.y.push_back(point->number("pkt_lat"));
    }
  chart.series.push_back(std::move(theirs));
  return chart;
}

}  // namespace

Presentation present_reference_curves(Study const& study, Toml const& options,
                                      std::vector<StudyOutcome> const& outcomes) {
  options.allow_keys({"kind", "published", "saturations", "simulator"});
  auto const published =
      read_published(study, options, "published",
                     {"experiment", "mode", "status", "rate", "pkt_lat", "offered_meas", "accepted", "hops"});
  auto const saturations = read_published(study, options, "saturations", {"experiment", "sat_load_3x"});
  auto const simulator = options.at("simulator").as_text();
  auto const experiments = experiments_of(outcomes, published, saturations);
  if (experiments.empty())
    throw options.error("no run is a sweep of a published experiment", "",
                        "give sweeps a label `experiment` of the file");
  chart::ChartGrid grid{
      {"Latency over load beside " + simulator, "mean packet latency, to 3.6 times that of an idle network",
       "weft run studies/" + study.name},
      {}};
  grid.columns = 3;
  for (auto const& it : experiments) grid.charts.emplace_back(panel(it, simulator));
  grid.size = {1260, 120 + 280 * std::ceil(static_cast<double>(experiments.size()) / 3)};
  return {{experiments_table(experiments), points_table(experiments)}, {{"curves", chart::to_svg(grid)}}, {}};
}

}  // namespace weft
