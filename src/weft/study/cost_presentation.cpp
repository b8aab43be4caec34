#include "weft/study/cost_presentation.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "weft/experiment/assemble.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/network/cost.hpp"
#include "weft/study/sweep_runs.hpp"
#include "weft/verb/simulate/flit/load_curves.hpp"

namespace weft {
namespace {

using Runs = std::vector<StudyOutcome const*>;

std::string setting(Result const& result, std::string_view key) {
  for (auto const& it : result.scenario)
    if (it.key == key) return it.value;
  return {};
}

/// The bandwidth of a channel that carries a flit per cycle.
double full_bandwidth(Result const& result, AnyTopology const& topology) {
  for (auto const& it : Spec::parse(setting(result, "engine")).arguments)
    if (it.key == "full_bandwidth")
      if (auto const given = read_number(it.key, it.value); given > 0) return given;
  double most = 0;
  for (auto const& channel_class : topology.classes()) most = std::max(most, channel_class.bandwidth);
  return most;
}

Cost cost_of(Result const& result) {
  auto const topology = make_topology(setting(result, "topology"));
  auto const layout = topology->layout(read_layout(setting(result, "layout")));
  CostParams params;
  auto inventory = topology->inventory(layout, topology->cable_lengths(layout));
  auto const full = full_bandwidth(result, *topology);
  for (auto& bandwidth : inventory.bandwidths) bandwidth /= full;
  return price(inventory, params);
}

Table parts_table(Runs const& runs, std::string const& name, std::string const& title) {
  Table table{name,
              title,
              {{"machine"},
               {"topology"},
               {"terminals"},
               {"routers"},
               {"ports", "", "of all routers, those to terminals included"},
               {"copper_cables"},
               {"optical_cables"},
               {"routers_price", "$", "per terminal", 0},
               {"cables_price", "$", "per terminal", 0},
               {"price", "$", "per terminal", 0},
               {"power", "W", "per terminal", 1}},
              {}};
  for (auto const& machine : values_of(runs, "curve")) {
    auto const& result =
        (*std::ranges::find(runs, machine, [](auto const* it) { return it->run.label("curve"); }))->result;
    auto const cost = cost_of(result);
    auto const terminals = static_cast<double>(cost.terminals);
    table.add_row({machine, setting(result, "topology"), cost.terminals, cost.routers, cost.ports,
                   cost.copper_cables, cost.fibre_cables, cost.router_price / terminals,
                   (cost.copper_price + cost.fibre_price) / terminals, cost.price_per_terminal(),
                   cost.watts_per_terminal()});
  }
  return table;
}

Table throughput_table(Runs const& runs, Table const& parts, std::string const& name) {
  Table table{name + "_of_throughput",
              "What throughput costs",
              {{"panel"},
               {"machine"},
               {"throughput", "flits/cycle", "the most that is accepted per terminal at any rate", 4},
               {"price", "$", "per terminal and flit per cycle", 0}},
              {}};
  for (auto const* it : runs) {
    auto const machine = it->run.label("curve");
    auto const throughput = verb::saturation_of(it->result.table("curve"), saturation_factor).throughput;
    for (std::size_t row = 0; row < parts.rows.size(); ++row)
      if (parts.at(row, "machine") == Value(machine))
        table.add_row(
            {it->run.label("panel"), machine, throughput, parts.at(row, "price").number() / throughput});
  }
  return table;
}

chart::BarChart bars(Runs const& runs, Table const& prices, std::string const& study) {
  chart::BarChart chart;
  chart.text = {"What throughput costs",
                "price of a terminal, by the most that it is given of a flit per cycle",
                "weft run studies/" + study};
  chart.y = {.title = "price per terminal and flit per cycle", .unit = "$"};
  chart.categories = values_of(runs, "curve");
  chart.size = {1000, 420};
  for (auto const& panel : values_of(runs, "panel")) {
    auto& series = chart.series.emplace_back();
    series.name = panel;
    for (auto const& machine : chart.categories) {
      series.values.push_back(std::numeric_limits<double>::quiet_NaN());
      for (std::size_t row = 0; row < prices.rows.size(); ++row)
        if (prices.at(row, "panel") == Value(panel) && prices.at(row, "machine") == Value(machine))
          series.values.back() = prices.at(row, "price").number();
    }
  }
  return chart;
}

}  // namespace

Presentation present_cost_of_throughput(Study const& study, Toml const& options,
                                        std::vector<StudyOutcome> const& outcomes) {
  options.allow_keys({"kind", "name", "title", "part"});
  auto const name = options.at("name").as_text();
  auto const runs = sweep_runs(options, outcomes);
  auto parts = parts_table(runs, name, options.at("title").as_text());
  auto prices = throughput_table(runs, parts, name);
  auto picture = chart::to_svg(bars(runs, prices, study.name));
  return {{std::move(parts), std::move(prices)}, {{name, std::move(picture)}}, {}};
}

}  // namespace weft
