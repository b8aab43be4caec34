#include "weft/study/sparse_torus_presentation.hpp"

#include <map>

#include <fmt/format.h>

#include "weft/chart/chart.hpp"
#include "weft/core/error.hpp"
#include "weft/core/param.hpp"
#include "weft/core/spec.hpp"

namespace weft {
namespace {

/// A setting of the resolved scenario as a spec.
Spec spec_setting(Result const& result, std::string_view key) {
  for (auto const& it : result.scenario)
    if (it.key == key) return Spec::parse(it.value);
  return {};
}

std::int64_t argument(Spec const& spec, std::string const& key) {
  for (auto const& it : spec.arguments)
    if (it.key == key) return read_integer(key, it.value);
  return 0;
}

Value quantity(Result const& result, std::string const& name, char const* column) {
  auto const& table = result.table("schedule");
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    if (table.at(row, "quantity") == Value{name}) return table.at(row, column);
  return {};
}

Table table_of_runs() {
  return {"makespan",
          "Schedules of sparse tori: executed, and in closed form",
          {{"schedule"},
           {"d"},
           {"n"},
           {"processors"},
           {"execution"},
           {"hops", "hops", "that were executed"},
           {"makespan", "slots", "executed"},
           {"closed_form", "slots", "for groups W + n - 1"},
           {"period", "slots", "W: per relation in the steady state"},
           {"link_bound", "slots"},
           {"utilisation", "", "link_bound / makespan", 4},
           {"cost", "", "makespan / p", 6},
           {"above_half", "", "cost - 1/2", 6}},
          {}};
}

std::vector<Value> row_of(Result const& result) {
  auto const torus = spec_setting(result, "topology");
  auto const closed = [&](char const* name) { return quantity(result, name, "closed_form"); };
  auto const& execution = result.table("execution");
  return {spec_setting(result, "schedule").to_string(),
          argument(torus, "dimensions"),
          argument(torus, "side"),
          closed("processors"),
          execution.at(0, "execution"),
          execution.at(0, "hops"),
          quantity(result, "makespan", "executed"),
          closed("makespan"),
          closed("period"),
          closed("link_bound"),
          closed("utilisation"),
          closed("time_per_packet"),
          closed("above_half")};
}

Picture cost_picture(std::vector<StudyOutcome> const& outcomes, std::string const& study) {
  std::map<std::int64_t, chart::Series> curves;  // by dimensions
  for (auto const& [run, result] : outcomes) {
    if (run.label("part") != "cost") continue;
    auto const torus = spec_setting(result, "topology");
    auto& curve = curves[argument(torus, "dimensions")];
    curve.x.push_back(static_cast<double>(argument(torus, "side")));
    curve.y.push_back(quantity(result, "time_per_packet", "closed_form").number());
  }
  chart::LineChart chart;
  chart.text = {"What a packet of an all-to-all costs on a sparse torus",
                "Makespan of the general schedule / p, for ST(d, n)", "weft run " + study};
  chart.x = {.title = "n, nodes along each dimension", .type = chart::ScaleType::log};
  chart.y = {.title = "T / p", .unit = "slots"};
  for (auto& [dims, curve] : curves) {
    curve.name = fmt::format("d = {}", dims);
    chart.series.push_back(std::move(curve));
  }
  chart.references = {{"1/2", 0.5}, {"3/2", 1.5}};
  return {"cost", chart::to_svg(chart)};
}

}  // namespace

Presentation present_sparse_torus(Study const& study, Toml const& options,
                                  std::vector<StudyOutcome> const& outcomes) {
  options.allow_keys({"kind"});
  Presentation presentation;
  auto runs = table_of_runs();
  Table relations{"h_relations", "Random h-relations in all-to-alls back to back", {{"topology"}}, {}};
  for (auto const& [run, result] : outcomes) {
    if (auto const* relation = result.find_table("h_relation")) {
      if (relations.rows.empty())
        relations.columns.insert(relations.columns.end(), relation->columns.begin(), relation->columns.end());
      std::vector<Value> row{spec_setting(result, "topology").to_string()};
      row.insert(row.end(), relation->rows.front().begin(), relation->rows.front().end());
      relations.add_row(std::move(row));
    }
    if (run.label("part").empty() || result.find_table("schedule") == nullptr) continue;
    runs.add_row(row_of(result));
    if (run.label("part") == "slide")
      if (auto const* slots = result.find_table("launches")) {
        presentation.tables.push_back(*slots);
        presentation.tables.back().name = "slide";
        presentation.tables.back().title = "ST(4,3) as on the slide: what starts in each slot";
      }
  }
  if (runs.rows.empty())
    throw options.error("no run is a schedule", "", "give runs engine = \"schedule\" and a label `part`");
  presentation.tables.push_back(std::move(runs));
  if (!relations.rows.empty()) presentation.tables.push_back(std::move(relations));
  presentation.pictures.push_back(cost_picture(outcomes, study.name));
  return presentation;
}

}  // namespace weft
