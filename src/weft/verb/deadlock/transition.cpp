// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/deadlock/transition.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "weft/analysis/fabric/findings.hpp"
#include "weft/analysis/fabric/route_judgment.hpp"
#include "weft/analysis/fabric/transition.hpp"
#include "weft/core/memory.hpp"
#include "weft/drawing/picture.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/channels.hpp"
#include "weft/network/fabric_of.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/network.hpp"
#include "weft/network/topologies.hpp"
#include "weft/routing/bind.hpp"

namespace weft::verb {
namespace {

chart::CycleList cycle_list(Table const& cycle, std::string const& facts) {
  chart::CycleList list{"A cycle of packets that wait for each other", facts, {}};
  for (std::size_t i = 0; i < cycle.rows.size(); ++i)
    list.rows.push_back(
        {fmt::format("{} VC {}", cycle.at(i, "held").short_text(), cycle.at(i, "vc").short_text()),
         fmt::format("its packet, {}, waits for{}", cycle.at(i, "packet").short_text(),
                     i + 1 < cycle.rows.size() ? "" : " the first")});
  return list;
}

/// Returns the cycle drawn over the network.
std::optional<chart::NetworkView> cycle_view(Result const& result) {
  auto const topology = topology_of(result);
  auto const* const array = result.find_array("cycle");
  if (topology == nullptr || array == nullptr) return {};
  auto view = picture_of(*topology, no_progress(), failures_in(result));
  if (view.aggregate || view.vertices.empty()) return {};
  chart::ViewPath path{.vertices = {}, .closed = true};
  for (std::size_t i = 0; i < array->size(); i += 3)
    path.vertices.push_back(static_cast<std::uint32_t>(array->number(i)));
  view.title = "A cycle of packets that wait for each other";
  view.facts = result.setting("topology") + ", " + result.setting("routing");
  view.paths = {std::move(path)};
  return view;
}

}  // namespace

Array cycle_array(std::span<routing::VirtualChannel const> cycle, Network const& network) {
  std::vector<std::uint32_t> values;
  for (auto const& it : cycle)
    values.insert(values.end(), {network.source(it.channel).v, network.target(it.channel).v,
                                 static_cast<std::uint32_t>(it.vc)});
  return {"cycle",
          "The channels of the cycle",
          "",
          "for each: from router, to router, virtual channel",
          {cycle.size(), 3},
          std::move(values)};
}

std::vector<chart::Figure> cycle_figures(Result const& result) {
  std::vector<chart::Figure> figures;
  if (auto view = cycle_view(result))
    figures.push_back(
        {"cycle_network", "The cycle in the network", result.answer + ".", "cycle", std::move(*view)});
  if (auto const* const cycle = result.find_table("cycle"); cycle != nullptr && !cycle->rows.empty())
    figures.push_back({"cycle", "The cycle of waiting packets", result.answer + ".", "cycle",
                       cycle_list(*cycle, result.answer)});
  return figures;
}

namespace {

using routing::RoutingTables;

/// A row of the table `verdict`.
struct StateVerdict {
  std::string_view state, tables;
  fabric::LaneCycles cycles;
  bool free() const { return cycles.in_cycles == 0; }
};
using Verdicts = std::array<StateVerdict, 4>;

Table verdict_table(Verdicts const& verdicts) {
  Table table{"verdict",
              "Deadlock freedom while tables are replaced",
              {{"state"},
               {"tables", "", "tables that packets encounter"},
               {"deadlock", "", "possible or none"},
               {"channels_in_cycles", "", "virtual lanes of channels"},
               {"shortest_cycle", "", "virtual lanes in a shortest cycle; 0: no cycle"}},
              {}};
  for (auto const& it : verdicts)
    table.add_row({std::string(it.state), std::string(it.tables), it.free() ? "none" : "possible",
                   it.cycles.in_cycles, it.cycles.cycle.size()});
  return table;
}

Table waits_table(Verdicts const& verdicts, fabric::FabricNames const& names) {
  Table table{
      "waits",
      "Cycles of packets: each occupies a channel and waits for the next one, the last for the first",
      {{"state"}, {"step"}, {"channel", "", "ports that it leaves and enters"}, {"vl", "", "virtual lane"}},
      {}};
  for (auto const& it : verdicts)
    for (std::size_t step = 0; step < it.cycles.cycle.size(); ++step) {
      auto const& held = it.cycles.cycle[step];
      table.add_row({std::string(it.state), step + 1, names.channel(held.channel), unsigned{held.vc}});
    }
  return table;
}

void check_request(Deadlock::Params const& params) {
  for (auto const& [other, given] :
       {std::pair{"routes", !params.routes.empty()}, {"layers", params.layers}, {"vcs", params.vcs != 0}})
    if (given) throw conflict(other, "then", "two sets of tables are compared as they are").at(other);
}

class TransitionDeadlock final : public Experiment {
 public:
  explicit TransitionDeadlock(Deadlock::Params const& params)
      : Experiment(Deadlock::name), params_(params), topology_(make_topology(params.topology)) {
    check_request(params);
    auto const size = size_of(*topology_);
    require_memory(2 * size.bytes() + bytes_of_fabric(size) + 12 * size.terminals * size.routers,
                   topology_->spec(false));
    whole_ = Machine(topology_);
    failed_ = Machine(topology_, failures_of(params, params.seed));
    before_ = resolved("routing", params.routing, whole_);
    after_ = resolved("then", params.then, failed_);
    names_ = {params.routing == "default" ? before_.name : params.routing, params.then};
    params_.topology = topology_->spec(true);
    params_.routing = before_.to_string();
    params_.then = after_.to_string();
    resolve(settings_of(Deadlock::schema, params_), params_.seed);
  }

  Estimate estimate() const override {
    constexpr double bytes_per_entry = 24, seconds_per_entry = 2e-6;
    auto const size = size_of(*topology_);
    auto const entries = static_cast<double>(size.terminals) * static_cast<double>(size.routers);
    Estimate const work{static_cast<double>(bytes_of_fabric(size)) + entries * bytes_per_entry,
                        entries * seconds_per_entry};
    return short_run.then(estimate_network(size).and_then(work));
  }

  bool meets_requirement(Result const& result) const override {
    return !params_.require_free || is_free_of_deadlock(result);
  }

 private:
  /// Calls `read` and attributes errors of the routing to the option that names it.
  template <class Read>
  static auto at_option(char const* option, Read&& read) {
    try {
      return read();
    } catch (InputError const& error) {
      throw error.where == "routing" ? error.moved_to(option) : error.at(option);
    }
  }

  static Spec resolved(char const* option, std::string const& routing, Machine const& machine) {
    return at_option(option, [&] {
      return routing::resolve(parse_spec(routing, option), machine, routing::Form::tables);
    });
  }

  RoutingTables tables(char const* option, Spec const& spec, Machine const& machine, Result& result) const {
    auto made = at_option(option, [&] {
      auto tables = routing::bind_tables(spec, machine, *fabric_, routing::FabricEnds::hosts);
      if (!tables.lanes)
        throw InputError(spec.to_string() + " does not support the replacement of tables",
                         "no service levels assign virtual channels to its packets", "use another routing");
      return tables;
    });
    for (auto const& note : made.notes) result.notes.push_back(fmt::format("{}: {}", option, note));
    return made;
  }

  void execute(Result& result, Progress& progress) override {
    progress.expect(estimate().seconds, "replacing tables on " + topology_->spec(false));
    fabric_.emplace(fabric_of(*topology_));
    auto const& network = *failed_.network();
    progress.start("tables before", 0);
    auto const before = tables("routing", before_, whole_, result);
    progress.start("tables after", 0);
    auto const after = tables("then", after_, failed_, result);
    progress.start("mixtures", 0);
    auto replaced = fabric::replacement(before, *whole_.network(), after, network, progress);
    Verdicts const verdicts{StateVerdict{"before", "old", std::move(replaced.before)},
                            StateVerdict{"after", "new", std::move(replaced.after)},
                            StateVerdict{"together", "each packet: only old tables, or only new tables",
                                         std::move(replaced.change.together)},
                            StateVerdict{"mixed", "each switch: the old table or the new table",
                                         std::move(replaced.change.mixed)}};
    result.tables = {verdict_table(verdicts), change_table(replaced)};
    answer(verdicts, result);
  }

  static Table change_table(fabric::Replacement const& it) {
    Table table{
        "change",
        "Changes by the new tables",
        {{"rows", "", "table rows of the switches for hosts"},
         {"changed"},
         {"pairs"},
         {"pairs_lost", "", "pairs that are reachable with the old tables, but not after the failures"},
         {"reachable_after", "", "pairs that are reachable with the new tables"},
         {"transient_loops", "", "destinations to which packets can loop in some mixture of both tables"}},
        {}};
    table.add_row({it.rows, it.changed_rows, it.pairs, it.lost, it.reachable, it.change.circling});
    return table;
  }

  void answer(Verdicts const& verdicts, Result& result) const {
    auto const& change = result.table("change");
    std::string bad;
    for (auto const& it : verdicts)
      if (!it.free())
        bad += fmt::format("{}{} ({} channels)", bad.empty() ? "" : ", ", it.state, it.cycles.in_cycles);
    result.answer = fmt::format(
        "{} then {}: {}; {} of {} rows change", names_.first, names_.second,
        bad.empty() ? "free of deadlock before, after, together and in every mixture" : "can deadlock " + bad,
        change.at(0, "changed").short_text(), change.at(0, "rows").short_text());
    if (auto const circling = change.at(0, "transient_loops"); circling != Value{0})
      result.answer += fmt::format("; transient loops to {} destinations", circling.short_text());
    auto const cyclic = std::ranges::find_if_not(verdicts, &StateVerdict::free);
    if (cyclic == verdicts.end()) return;
    result.tables.push_back(waits_table(verdicts, fabric::FabricNames(*fabric_, *whole_.network())));
    result.arrays.push_back(cycle_array(cyclic->cycles.cycle, *failed_.network()));
  }

  Deadlock::Params params_;
  TopologyPtr topology_;
  Machine whole_, failed_;
  Spec before_, after_;
  std::pair<std::string, std::string> names_;  ///< names of the routings in the request
  std::optional<NumberedFabric> fabric_;
};

}  // namespace

ExperimentPtr transition_deadlock(Deadlock::Params const& params) {
  return std::make_unique<TransitionDeadlock>(params);
}

}  // namespace weft::verb
