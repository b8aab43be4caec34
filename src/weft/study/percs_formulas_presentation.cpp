#include "weft/study/percs_formulas_presentation.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/topology/family/percs.hpp"

namespace weft {
namespace {

/// What the formulas speak of.
struct Machine {
  double supernodes, links, ports;  ///< ports: D ports of a node
};

Machine machine_of(StudyOutcome const& outcome) {
  auto const spec = Spec::parse(outcome.run.scenario.topology);
  if (spec.name != Percs::name)
    throw InputError("kind percs_formulas: a run on " + spec.name, "the formulas are those of percs");
  auto const params = read_params<Percs::Params>(Percs::schema, spec);
  auto const supernodes = static_cast<double>(params.supernodes), links = static_cast<double>(params.links);
  return {supernodes, links, supernodes * links / Percs::nodes_per_supernode};
}

Table const& throughput(StudyOutcome const& outcome) { return outcome.result.table("throughput"); }

/// The throughput of the bottleneck, or of a class.
double throughput_of(StudyOutcome const& outcome, std::string_view of_class) {
  auto const& table = throughput(outcome);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    if (of_class.empty() || table.at(r, "class").exact_text() == of_class)
      if (auto const& value = table.at(r, "throughput"); !value.is_empty())
        least = std::min(least, value.number());
  return least;
}

/// The rows and columns of the blocks of tasks, whose longer side decides.
double longer_side(StudyOutcome const& outcome) {
  auto const mapping = Spec::parse(outcome.run.scenario.mapping);
  for (auto const& [key, value] : mapping.arguments)
    if (key == "tile" || key == "sides") {
      auto const cut = value.find('x');
      return std::max(std::stod(value.substr(0, cut)), std::stod(value.substr(cut + 1)));
    }
  return 8;  // modular_coloring
}

struct Formula {
  char const* label;
  char const* of_class;  ///< "" for the whole
  char const* text;
  bool is_bound;
  std::function<double(Machine const&, StudyOutcome const&)> value;
};

std::vector<Formula> const& formulas() {
  static std::vector<Formula> const all{
      {"halo_direct", "D", "160 nd / max(a, b)", false,
       [](Machine const& m, StudyOutcome const& run) { return 160 * m.links / longer_side(run); }},
      {"halo_indirect", "D", "5 ns nd / 3", false,
       [](Machine const& m, StudyOutcome const&) { return 5 * m.supernodes * m.links / 3; }},
      {"transpose_direct", "D", "20 h", false,
       [](Machine const& m, StudyOutcome const&) { return 20 * m.ports; }},
      {"transpose_direct", "LR", "80", true, [](Machine const&, StudyOutcome const&) { return 80.0; }},
      {"transpose_direct", "LL", "134", true, [](Machine const&, StudyOutcome const&) { return 134.0; }},
      {"transpose_direct", "", "min(20 h, 80)", true,
       [](Machine const& m, StudyOutcome const&) { return std::min(20 * m.ports, 80.0); }},
      {"transpose_indirect", "D", "10 h ns / (ns - 1)", false,
       [](Machine const& m, StudyOutcome const&) {
         return 10 * m.ports * m.supernodes / (m.supernodes - 1);
       }},
      {"transpose_indirect", "LR", "320 / (4 + nd)", true,
       [](Machine const& m, StudyOutcome const&) { return 320 / (4 + m.links); }},
      {"transpose_indirect", "LL", "1344 / (10 + nd)", true,
       [](Machine const& m, StudyOutcome const&) { return 1344 / (10 + m.links); }},
      {"transpose_indirect", "", "min(10 h, 320 / (4 + nd))", true,
       [](Machine const& m, StudyOutcome const&) { return std::min(10 * m.ports, 320 / (4 + m.links)); }},
  };
  return all;
}

bool holds(Formula const& formula, double value, double counted) {
  constexpr double rounding = 1e-9;  // loads are whole numbers, throughputs doubles
  return formula.is_bound ? counted >= value * (1 - rounding) : std::abs(counted - value) <= value * rounding;
}

}  // namespace

Presentation present_percs_formulas(Study const&, Toml const& options,
                                    std::vector<StudyOutcome> const& outcomes) {
  options.allow_keys({"kind"});
  Table table{"formulas",
              "Formulas of the paper: throughput of a node",
              {{"topology"},
               {"run"},
               {"mapping"},
               {"class", "", "empty: the bottleneck"},
               {"formula"},
               {"value", "GB/s", "", 2},
               {"counted", "GB/s", "", 2},
               {"holds", "", "= formulas exactly, >= formulas as bounds"}},
              {}};
  for (auto const& outcome : outcomes)
    for (auto const& formula : formulas())
      if (outcome.run.label("formula") == formula.label) {
        double const value = formula.value(machine_of(outcome), outcome),
                     counted = throughput_of(outcome, formula.of_class);
        table.add_row({outcome.run.scenario.topology, formula.label, outcome.run.scenario.mapping,
                       formula.of_class, fmt::format("{} {}", formula.is_bound ? ">=" : "=", formula.text),
                       value, counted, holds(formula, value, counted) ? "yes" : "no"});
      }
  return {.tables = {std::move(table)}, .pictures = {}, .notes = {}};
}

Presentation present_percs_findings(Study const&, Toml const& options,
                                    std::vector<StudyOutcome> const& outcomes) {
  options.allow_keys({"kind"});
  struct Row {
    std::string finding, topology, traffic, mapping;
    std::optional<double> direct, indirect;
  };
  std::vector<Row> rows;
  for (auto const& outcome : outcomes) {
    auto const& scenario = outcome.run.scenario;
    if (outcome.run.label("finding").empty()) continue;
    auto found = std::ranges::find_if(rows, [&](Row const& row) {
      return row.finding == outcome.run.label("finding") && row.topology == scenario.topology &&
             row.traffic == scenario.traffic && row.mapping == scenario.mapping;
    });
    if (found == rows.end())
      found = rows.insert(
          rows.end(),
          {outcome.run.label("finding"), scenario.topology, scenario.traffic, scenario.mapping, {}, {}});
    auto& cell = Spec::parse(scenario.routing).name == "percs_indirect" ? found->indirect : found->direct;
    cell = throughput_of(outcome, "");
  }
  Table table{"findings",
              "Direct against indirect routing: throughput of a node",
              {{"finding"},
               {"topology"},
               {"traffic"},
               {"mapping"},
               {"direct", "GB/s", "", 2},
               {"indirect", "GB/s", "", 2},
               {"better"}},
              {}};
  for (auto const& row : rows)
    if (row.direct && row.indirect)
      table.add_row({row.finding, row.topology, row.traffic, row.mapping, *row.direct, *row.indirect,
                     *row.direct == *row.indirect  ? "equal"
                     : *row.direct > *row.indirect ? "direct"
                                                   : "indirect"});
  return {.tables = {std::move(table)}, .pictures = {}, .notes = {}};
}

}  // namespace weft
