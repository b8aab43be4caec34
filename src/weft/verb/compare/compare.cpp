// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/compare/compare.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/table_writer.hpp"
#include "weft/network/cost.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/nearest.hpp"
#include "weft/network/topologies.hpp"
#include "weft/network/topology_facts.hpp"
#include "weft/verb/compare/metric_tables.hpp"
#include "weft/verb/compare/program_runs.hpp"
#include "weft/verb/engines.hpp"
#include "weft/verb/side_by_side.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

Inventory inventory_of(std::string const& topology, LayoutParams const& layout_params) {
  auto const made = make_topology(read_failed_topology(topology).topology);
  auto const layout = made->layout(layout_params);
  return made->inventory(layout, made->cable_lengths(layout));
}

/// Returns the total bandwidth of the channels between routers, relative to a channel of bandwidth 1.
double total_bandwidth(Inventory const& inventory) {
  double total = 0;
  for (std::size_t i = 0; i < inventory.lengths.size(); ++i)
    for (auto const& [pitches, count] : inventory.lengths[i])
      if (pitches > 0) total += static_cast<double>(count) * inventory.bandwidths[i];
  return total;
}

/// Returns the link rate at which a network has the cost or bandwidth of the first network.
double rate_of(Inventory const& inventory, RatedNetwork const& first, Equal equal, CostParams const& cost) {
  switch (equal) {
    case Equal::none: break;
    case Equal::cost: return rate_for_price(inventory, cost, first.price);
    case Equal::bandwidth: return first.bandwidth / total_bandwidth(inventory);
  }
  return cost.rate;
}

}  // namespace

std::vector<RatedNetwork> rate_networks(std::vector<std::string> const& topologies, Equal equal,
                                        Setup const& setup) {
  std::vector<RatedNetwork> networks;
  for (auto const& topology : topologies) {
    auto const inventory = inventory_of(topology, setup.layout);
    RatedNetwork network{.topology = topology, .terminals = inventory.terminals, .rate = setup.cost.rate};
    auto const total = total_bandwidth(inventory);
    if (equal == Equal::bandwidth && total == 0)
      throw InputError(topology + " conflicts with equal=bandwidth",
                       "the topology has no channels between routers", "omit the topology, or use equal=cost",
                       "equal");
    if (!networks.empty())
      network.rate =
          at_place("equal", [&] { return rate_of(inventory, networks.front(), equal, setup.cost); });
    auto cost = setup.cost;
    cost.rate = network.rate;
    network.price = price(inventory, cost).price();
    network.bandwidth = total * cost.rate;
    networks.push_back(std::move(network));
  }
  return networks;
}

Table rates_table(std::vector<RatedNetwork> const& networks, CostParams const& cost) {
  Table table{"rates",
              "Rates and prices, " + cost.format_prices(),
              {{"topology"},
               {"terminals"},
               {"rate", "Gb/s", "rate of a channel of bandwidth 1", 3},
               {"price", "$", "total price", 0},
               {"price_per_terminal", "$", "", 0},
               {"bandwidth", "Gb/s", "total of all channels between routers", 0}},
              {}};
  for (auto const& it : networks)
    table.add_row({it.topology, it.terminals, it.rate, it.price, it.price / static_cast<double>(it.terminals),
                   it.bandwidth});
  return table;
}

namespace {

/// Throws InputError for options that restrict the choice of family members if no size is requested.
void check_limits(Compare::Params const& params) {
  if (params.terminals > 0) return;
  for (auto const& [name, given] :
       {std::pair{"at_least", params.at_least}, {"radix", params.radix > 0}, {"taper", params.taper != 1}})
    if (given)
      throw needs(name, "terminals", "the option affects only the selection of a family member by size")
          .at(name);
}

std::vector<std::string> topologies_of(Compare::Params const& params) {
  check_limits(params);
  std::vector<std::string> topologies;
  auto const list = params.topologies.starts_with('[') ? params.topologies : "[" + params.topologies + "]";
  for (auto const& spec : parse_nested(list)) {
    auto const text = spec.to_string();
    if (params.terminals == 0) {
      topologies.push_back(read_failed_topology(text).text());
      continue;
    }
    if (spec.name == FailedTopology::name)
      throw conflict("terminals", "a topology with failures",
                     "failures refer to routers and links of a specific network, so its size must be given")
          .at("terminals");
    topologies.push_back(at_place("topologies", [&] {
      return nearest_member(text, static_cast<std::uint64_t>(params.terminals),
                            {static_cast<std::uint64_t>(params.radix), params.taper, params.at_least});
    }));
  }
  if (topologies.empty())
    throw InputError("no topology is specified", "", "specify at least one", "topologies");
  return topologies;
}

/// Returns whether the jobs of a request have programs, as in weft replay.
bool jobs_replay(Compare::Params const& params) {
  if (params.jobs.empty()) return false;
  return std::ranges::any_of(
      at_place("jobs", [&] { return parse_nested(params.jobs); }), [](Spec const& job) {
        return std::ranges::find(job.arguments, "program", &Spec::Argument::key) != job.arguments.end();
      });
}

/// Returns the scenario simulated on each topology; nullopt if no simulation is requested.
std::optional<Scenario> workload_of(Compare::Params const& params) {
  if (!params.programs.empty() || jobs_replay(params)) return {};
  bool const any = !(params.routing.empty() && params.traffic.empty() && params.messages == 0 &&
                     params.engine.empty() && params.mapping.empty() && params.grid == Sides{0} &&
                     params.ranks_per_node == 0 && params.jobs.empty());
  if (!any) return {};
  Scenario scenario{.seed = params.seed,
                    .grid = params.grid,
                    .ranks_per_node = params.ranks_per_node,
                    .layout = params.layout,
                    .jobs = params.jobs,
                    .failures = params.failures};
  if (!params.traffic.empty()) scenario.traffic = params.traffic;
  if (params.messages > 0) scenario.messages = params.messages;
  if (!params.engine.empty()) scenario.engine = params.engine;
  if (!params.mapping.empty()) scenario.mapping = params.mapping;
  // The metrics also use the layout. Engines without distances ignore it.
  if (!engine_supports(scenario.engine, "layout")) scenario.layout.clear();
  return scenario;
}

std::vector<std::string> texts_of(std::string const& list, std::string const& where) {
  std::vector<std::string> texts;
  for (auto const& spec :
       at_place(where, [&] { return parse_nested(list.starts_with('[') ? list : "[" + list + "]"); }))
    texts.push_back(spec.to_string());
  return texts;
}

/// Throws InputError for options that conflict with programs, and for options that require programs.
void check_programs(Compare::Params const& params) {
  if (params.programs.empty() && !jobs_replay(params)) {
    for (auto const& [name, given, why] :
         {std::tuple{"costs", !params.costs.empty(), "ranks run programs"},
          {"collective", !params.collective.empty(), "ranks run programs"},
          {"equal", params.equal != Equal::none && workload_of(params), "engines do not use the rates"}})
      if (given) throw needs(name, "program", why).at(name);
    return;
  }
  for (auto const& [name, given] :
       {std::pair{"traffic", !params.traffic.empty()}, std::pair{"messages", params.messages > 0}})
    if (given) throw conflict(name, "program", "the program determines the messages").at(name);
  if (params.jobs.empty()) return;
  for (auto const& [name, given] :
       {std::pair{"programs", !params.programs.empty()}, std::pair{"mapping", !params.mapping.empty()},
        std::pair{"grid", params.grid != Sides{0}}, std::pair{"ranks_per_node", params.ranks_per_node > 0}})
    if (given) throw conflict(name, "jobs", "each job has its own").at(name);
}

std::optional<ProgramRuns> programs_of(Compare::Params const& params,
                                       std::vector<RatedNetwork> const& networks) {
  if (params.programs.empty() && !jobs_replay(params)) return {};
  auto alike = params;
  if (params.engine.empty()) alike.engine = "flow";
  auto const mapping = params.mapping.empty() ? default_mapping : params.mapping;
  auto routings = texts_of(params.routing.empty() ? "default" : params.routing, "routing");
  if (params.programs.empty()) return ProgramRuns({{}, std::move(routings), {mapping}, alike}, networks);
  return ProgramRuns(
      {texts_of(params.programs, "programs"), std::move(routings), texts_of(mapping, "mapping"), alike},
      networks);
}

/// Returns the cost spec of a network at its link rate.
std::string cost_at(std::string const& cost, double rate) {
  auto params = read_cost(cost);
  params.rate = rate;
  return resolved_cost(params);
}

/// Returns the value of a setting; empty if it is unset.
std::string value_of(std::vector<Setting> const& settings, std::string_view key) {
  auto const found = std::ranges::find(settings, key, &Setting::key);
  return found == settings.end() ? "" : found->value;
}

/// Returns the failures common to all networks together with the failures of one network.
FailureParams with(FailureParams failures, std::string const& own) {
  failures.fail = join_failures(own, failures.fail);
  return failures;
}

class CompareExperiment final : public Experiment {
 public:
  explicit CompareExperiment(Compare::Params const& params)
      : Experiment(Compare::name),
        topologies_(topologies_of(params)),
        names_(distinct_names(topologies_)),
        radix_(static_cast<std::uint64_t>(params.radix)),
        exact_(params.exact),
        are_chosen_(!params.metrics.empty()),
        cost_(read_cost(params.cost)) {
    check_programs(params);
    if (params.equal != Equal::none || !params.programs.empty() || jobs_replay(params))
      rated_ = rate_networks(topologies_, params.equal, {read_layout(params.layout), cost_});
    programs_ = programs_of(params, rated_);
    std::vector<Setting> settings;
    for (auto const& text : topologies_) {
      auto const* const rated = rated_.empty() ? nullptr : &rated_[shown_.size()];
      auto const network = read_failed_topology(text);
      Spec show{"show",
                {{"topology", network.topology},
                 {"metrics", params.metrics},
                 {"exact", params.exact ? "true" : "false"},
                 {"layout", params.layout},
                 {"cost", rated ? cost_at(params.cost, rated->rate) : params.cost},
                 {"seed", std::to_string(params.seed)}}};
      std::ranges::move(write_params(failure_schema, with(params.failures, network.fail), false),
                        std::back_inserter(show.arguments));
      shown_.push_back(verb::assemble(show));
      settings.push_back(
          {fmt::format("topology {}", shown_.size()), value_of(shown_.back()->resolved(), "topology")});
      if (!network.fail.empty()) settings.push_back({fmt::format("fail {}", shown_.size()), network.fail});
    }
    for (auto const& [key, value] : shown_.front()->resolved())
      if (key == "fail" && !params.failures.fail.empty())
        settings.push_back({key, params.failures.fail});
      else if (key != "topology" && key != "fail")
        settings.push_back({key, value});
    if (!rated_.empty()) settings.push_back({"equal", detail::write_value(params.equal)});
    if (programs_)
      settings.insert(settings.end(), programs_->settings().begin(), programs_->settings().end());
    if (auto scenario = workload_of(params))
      for (std::size_t i = 0; i < topologies_.size(); ++i) {
        auto const network = read_failed_topology(topologies_[i]);
        scenario->topology = network.topology;
        scenario->failures = with(params.failures, network.fail);
        assemble_workload(*scenario, routings_in(params.routing), names_[i]);
      }
    for (std::size_t i = 0; i < simulated_.size(); ++i)
      for (auto const& [key, value] : simulated_[i].experiment->resolved())
        if (key != "topology" && key != "layout")
          settings.push_back({fmt::format("{} {}", key, i + 1), value});
    resolve(std::move(settings), params.seed);
  }

  /// Returns the sum over all networks and programs, which run one after another.
  Estimate estimate() const override {
    Estimate all;
    for (auto const& one : shown_) all = all.then(one->estimate());
    for (auto const& one : simulated_) all = all.then(one.experiment->estimate());
    return programs_ ? all.then(programs_->estimate()) : all;
  }

 private:
  /// A network with its workload.
  struct Simulated {
    std::string topology;
    ExperimentPtr experiment;
  };

  /// Assembles the workload for each routing that supports the network. If there are several routings,
  /// unsupported ones are noted.
  void assemble_workload(Scenario scenario, std::vector<std::string> const& routings,
                         std::string const& topology) {
    auto const before = simulated_.size();
    for (auto const& routing : routings) {
      if (!routing.empty()) scenario.routing = routing;
      try {
        simulated_.push_back(
            {topology, verb::assemble({"simulate", write_params(scenario_schema, scenario, false)})});
      } catch (InputError const& error) {
        if (routings.size() == 1 || (&routing == &routings.back() && simulated_.size() == before)) throw;
        unserved_.push_back(fmt::format("{}: not with {}: {}", topology, routing, error.what()));
        left_out_ += fmt::format("; {}, {}: left out (--details notes)", topology, routing);
      }
    }
  }

  void execute(Result& result, Progress& progress) override {
    std::vector<Result> shown;
    for (auto& experiment : shown_) {
      shown.push_back(experiment->run(progress));
      experiment.reset();
    }
    result.tables = {metrics_side_by_side(names_, shown)};
    if (!programs_ && simulated_.empty())
      result.tables.front().digest.role = are_chosen_ ? Digest::Role::whole : Digest::Role::main;
    result.answer = metrics_verdict(names_, shown);
    if (exact_) add_inexact_notes(names_, shown, result);
    if (radix_ > 0) add_note_on_ports(result);
    add_costs(names_, shown, result);
    if (!rated_.empty()) add_rates(result, progress);
    if (!simulated_.empty()) result.tables.push_back(simulated(result, progress));
  }

  /// Adds a note on ports of routers that stay unused.
  void add_note_on_ports(Result& result) const {
    std::vector<std::string> used;
    bool has_unused = false;
    for (auto const& text : topologies_) {
      auto const ports = make_topology(text)->facts().radix;
      has_unused = has_unused || ports < radix_;
      used.push_back(fmt::format("{} {}", text, ports));
    }
    if (has_unused)
      result.notes.push_back(fmt::format("ports in use of routers with {}: {}; prices count the ports in use",
                                         radix_, fmt::join(used, ", ")));
  }

  void add_rates(Result& result, Progress& progress) {
    if (programs_) {
      auto const runs = programs_->run(progress);
      result.answer = answer_of(rated_, runs);
      result.tables.insert(result.tables.begin(), ranking_table(rated_, *programs_, runs));
      result.tables.front().digest.role = Digest::Role::main;
    }
    result.tables.insert(result.tables.begin() + (programs_ ? 1 : 0), rates_table(rated_, cost_));
    if (!programs_) result.tables.front().digest.role = Digest::Role::main;
  }

  Table simulated(Result& result, Progress& progress) {
    Table table{"simulated", "The same workload on each network", {{"topology"}, {"routing"}}, {}};
    table.digest.role = Digest::Role::main;
    std::string verdicts;
    result.notes.insert(result.notes.end(), unserved_.begin(), unserved_.end());
    for (auto& [topology, experiment] : simulated_) {
      auto const one = experiment->run(progress);
      experiment.reset();
      auto const* summary = one.find_table("summary");
      if (summary == nullptr) summary = &one.tables.front();
      auto const routing = Spec::parse(value_of(one.scenario, "routing")).name;
      bool const is_only = simulated_.size() == topologies_.size();
      auto const label = is_only ? topology : topology + ", " + routing;
      add_rows(*summary, topology, routing, table);
      verdicts += (verdicts.empty() ? "" : "; ") + label + ": " + one.answer;
      for (auto const& note : one.notes) result.notes.push_back(label + ": " + note);
      for (auto const& [stage, seconds] : one.timings)
        result.timings.push_back({label + " " + stage, seconds});
    }
    result.answer = verdicts + left_out_;
    return table;
  }

  /// Adds the rows of one topology; columns missing in other topologies are empty in their rows.
  static void add_rows(Table const& from, std::string const& topology, std::string const& routing,
                       Table& table) {
    for (auto const& column : from.columns)
      if (std::ranges::find(table.columns, column.name, &Column::name) == table.columns.end()) {
        table.columns.push_back(column);
        for (auto& row : table.rows) row.emplace_back();
      }
    for (auto const& cells : from.rows) {
      std::vector<Value> row(table.columns.size());
      row[0] = topology;
      row[1] = routing;
      for (std::size_t c = 0; c < cells.size(); ++c) row[table.column(from.columns[c].name)] = cells[c];
      table.add_row(std::move(row));
    }
  }

  std::vector<std::string> topologies_;
  std::vector<std::string> names_;  ///< of the topologies, all different
  std::uint64_t radix_;             ///< maximum number of ports of a router; 0: any
  bool exact_, are_chosen_;
  CostParams cost_;
  std::vector<RatedNetwork> rated_;      ///< networks with their rates, if programs run
  std::optional<ProgramRuns> programs_;  ///< programs, if there are any
  std::vector<ExperimentPtr> shown_;
  std::vector<Simulated> simulated_;
  std::vector<std::string> unserved_;
  std::string left_out_;  ///< the networks and routings of unserved_, for the answer
};

}  // namespace

ExperimentPtr Compare::assemble(Params const& params) { return std::make_unique<CompareExperiment>(params); }

}  // namespace weft::verb
