#include "weft/study/load_curves_presentation.hpp"

#include <algorithm>

#include "weft/study/sweep_runs.hpp"
#include "weft/verb/simulate/flit/load_curves.hpp"

namespace weft {
namespace {

using Runs = std::vector<StudyOutcome const*>;

constexpr double default_top = 4;  // times the latency of an idle network

Table saturation_table(Runs const& runs, std::string const& name, std::string const& title) {
  Table table{name,
              title,
              {{"panel"},
               {"curve"},
               {"idle_latency", "cycles", "at the lowest rate", 2},
               {"below", "flits/cycle", "the greatest rate within three times that latency", 4},
               {"above", "flits/cycle", "the next rate", 4},
               {"throughput", "flits/cycle", "the most that is accepted per terminal at any rate", 4},
               {"overload", "flits/cycle", "accepted at the greatest rate", 4}},
              {}};
  for (auto const* it : runs) {
    auto const point = verb::saturation_of(it->result.table("curve"), saturation_factor);
    table.add_row({it->run.label("panel"), it->run.label("curve"), point.idle_latency, point.below,
                   point.above ? Value(*point.above) : Value(), point.throughput, point.overload});
  }
  return table;
}

std::vector<chart::ReferenceLine> references(Toml const& options, std::string const& panel) {
  std::vector<chart::ReferenceLine> lines;
  auto const* given = options.find("references");
  if (given == nullptr) return lines;
  for (auto const& reference : given->as_list()) {
    auto const& parts = reference.as_list();
    if (parts.size() != 2 && parts.size() != 3)
      throw reference.error("a reference of " + std::to_string(parts.size()) + " parts", "",
                            "give [name, rate] or [name, rate, panel]");
    if (parts.size() == 2 || parts[2].as_text() == panel)
      lines.push_back({parts[0].as_text(), parts[1].as_number(), true});
  }
  return lines;
}

/// A row of charts for each panel: latency, throughput.
chart::ChartGrid charts(Runs const& runs, Toml const& options) {
  auto const names = values_of(runs, "curve");
  auto const panels = values_of(runs, "panel");
  chart::ChartGrid grid;
  for (auto const& panel : panels) {
    std::vector<verb::LoadCurve> curves;
    double idle = 0;
    for (auto const* it : runs) {
      if (it->run.label("panel") != panel) continue;
      auto const name = it->run.label("curve");
      auto const& curve = it->result.table("curve");
      curves.push_back(
          {name, &curve, static_cast<std::size_t>(std::ranges::find(names, name) - names.begin())});
      idle = std::max(idle, curve.at(0, "latency").number());
    }
    auto const* top = options.find("top");
    auto latency = verb::latency_lines(panel, curves, top ? top->as_number() : default_top * idle);
    auto throughput = verb::throughput_lines(panel, curves);
    latency.references = throughput.references = references(options, panel);
    grid.charts.emplace_back(std::move(latency));
    grid.charts.emplace_back(std::move(throughput));
  }
  grid.size = {1000, 120 + 300 * static_cast<double>(panels.size())};
  return grid;
}

}  // namespace

Presentation present_load_curves(Study const& study, Toml const& options,
                                 std::vector<StudyOutcome> const& outcomes) {
  options.allow_keys({"kind", "name", "title", "part", "top", "references"});
  auto const name = options.at("name").as_text(), title = options.at("title").as_text();
  auto const runs = sweep_runs(options, outcomes);
  auto grid = charts(runs, options);
  grid.text = {title,
               "latency and accepted throughput over the injection rate; a line leaves the chart at the top "
               "where the network saturates",
               "weft run studies/" + study.name};
  return {{saturation_table(runs, name, title)}, {{name, chart::to_svg(grid)}}, {}};
}

}  // namespace weft
