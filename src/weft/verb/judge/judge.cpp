// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/judge/judge.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "weft/analysis/fabric/findings.hpp"
#include "weft/core/memory.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/channels.hpp"
#include "weft/io/fabric/fabric.hpp"
#include "weft/io/file.hpp"
#include "weft/network/hosts_file.hpp"
#include "weft/network/network.hpp"
#include "weft/network/topologies.hpp"
#include "weft/routing/bind.hpp"
#include "weft/routing/binding_estimate.hpp"
#include "weft/verb/judge/tables.hpp"
#include "weft/workload/fabric_tables.hpp"

namespace weft::verb {
namespace {

/// Approximate time limit of the linear program of `min_load`.
constexpr double seconds_for_min_load = 10;

/// Returns the estimate for one routing: its tables and service levels, its judgment, matchings and shifts.
Estimate estimate_judgment(AnyTopology const& topology, NetworkSize const& size,
                           Judge::Params const& params) {
  constexpr double bytes_per_entry = 6, seconds_per_entry = 2e-7, seconds_per_hop = 1.5e-8;
  auto const ends = static_cast<double>(size.terminals);
  auto const entries = ends * static_cast<double>(size.routers);
  auto const hops = ends * mean_hops(topology);
  auto const permutations = (static_cast<double>(params.matchings) / 2 * (params.weighted ? 2 : 1)) +
                            (params.shifts == JudgedShifts::all ? ends : 0);
  auto const seconds = entries * seconds_per_entry + permutations * hops * seconds_per_hop;
  return {entries * bytes_per_entry, seconds, useful_threads(ends, seconds)};
}

/// Returns the routings of the request with every parameter written out.
std::vector<Spec> routings_of(Judge::Params const& params, Machine const& machine) {
  auto const list = params.routings.starts_with('[') ? params.routings : "[" + params.routings + "]";
  auto const given = at_place("routing", [&] { return parse_nested(list); });
  if (given.empty()) throw InputError("no routing is specified", "", "specify at least one", "routing");
  std::vector<Spec> specs;
  for (auto const& spec : given) specs.push_back(routing::resolve(spec, machine, routing::Form::tables));
  return specs;
}

/// Returns the routings of the request as specified: a name, or a list of names in brackets.
std::vector<Spec> specified_routings(Judge::Params const& params) {
  return parse_nested(params.routings.starts_with('[') ? params.routings : "[" + params.routings + "]");
}

/// Returns whether the default routing of the request is a routing of Weft because the fabric has no tables.
bool is_without_tables(Judge::Params const& params, std::vector<Spec> const& resolved) {
  auto const specified = specified_routings(params);
  return specified.size() == 1 && specified.front().name == "default" &&
         resolved.front().name != "forwarding";
}

/// Returns the names of the routings in the request, with `default` resolved.
std::vector<std::string> names_of(Judge::Params const& params, std::vector<Spec> const& resolved) {
  std::vector<std::string> names;
  for (auto const& spec : specified_routings(params))
    names.push_back(spec.name == "default" ? resolved[names.size()].name : spec.to_string());
  return names;
}

std::string format_lanes(fabric::JudgedRouting const& it) {
  if (!it.lanes.free)
    return fmt::format("can deadlock: {} channels wait for each other in a cycle", it.lanes.cycle.size());
  if (it.with_all && !it.with_all->free)
    return "free of deadlock for traffic between hosts, but not with aggregation nodes";
  return has_route(it) ? "free of deadlock" : "no two ends are connected by a route";
}

std::string format_judgment(fabric::JudgedRouting const& it) {
  auto const& delivery = it.delivery;
  auto text = delivery.reachable == delivery.pairs
                  ? fmt::format("{}: all {} pairs are reachable", it.name, delivery.pairs)
                  : fmt::format("{}: {} of {} pairs are unreachable", it.name,
                                delivery.pairs - delivery.reachable, delivery.pairs);
  if (!it.load.empty()) text += fmt::format(", maximum link load {}", std::ranges::max(it.load));
  if (it.weighted_load_max) text += fmt::format(" (weighted {:.4g})", *it.weighted_load_max);
  if (it.bisection) text += fmt::format(", effective bisection {:.3f}", it.bisection->mean);
  return text + ", " + format_lanes(it);
}

/// Returns the terminals of the hosts in a file (network/hosts_file.hpp), ascending. Throws InputError if
/// there are fewer than two.
std::vector<std::uint32_t> terminals_in(std::string const& file, TopologyPtr const& topology) {
  std::vector<std::uint32_t> chosen;
  for (auto const& listed : read_hosts(file, Hosts(topology)))
    chosen.insert(chosen.end(), listed.terminals.begin(), listed.terminals.end());
  std::ranges::sort(chosen);
  chosen.erase(std::ranges::unique(chosen).begin(), chosen.end());
  if (chosen.size() < 2)
    throw InputError(fmt::format("the file lists {} terminals", chosen.size()), "at least two are needed", "",
                     file);
  return chosen;
}

class JudgeExperiment final : public Experiment {
 public:
  explicit JudgeExperiment(Judge::Params const& params) : Experiment(Judge::name), params_(params) {
    topology_ = make_topology(params.topology);
    auto const size = size_of(*topology_);
    require_memory(size.bytes() + bytes_of_fabric(size) + 6 * size.terminals * size.routers,
                   topology_->spec(false));
    auto failures = failures_of(params, params.seed);
    if (each_fails()) failures.fail.clear();
    machine_ = Machine(topology_, failures);
    fabric_.emplace(fabric_of(*topology_));
    specs_ = routings_of(params, machine_);
    names_ = names_of(params, specs_);
    without_tables_ = is_without_tables(params, specs_);
    if (!params.hosts.empty())
      chosen_ = at_place("hosts", [&] { return terminals_in(params.hosts, topology_); });
    if (!params.hosts.empty() && params.ends == routing::FabricEnds::all)
      throw InputError("hosts conflicts with ends=all", "the hosts of the file replace all ends",
                       "omit one of them", "hosts");
    params_.topology = topology_->spec(true);
    std::string list;
    for (auto const& spec : specs_) list += (list.empty() ? "" : ",") + spec.to_string();
    params_.routings = "[" + list + "]";
    resolve(settings_of(Judge::schema, params_), params_.seed);
  }

  Estimate estimate() const override {
    auto const size = size_of(*topology_);
    auto const one = estimate_judgment(*topology_, size, params_);
    Estimate all;
    for (auto const& spec : specs_) all = all.then(one.and_then(routing::estimate_binding(spec, *topology_)));
    Estimate const fabric{static_cast<double>(bytes_of_fabric(size)), 0};
    return short_run.then(estimate_network(size).and_then(fabric).and_then(all));
  }

  bool meets_requirement(Result const& result) const override {
    if (!params_.require_free) return true;
    auto const& verdict = result.table("verdict");
    auto const ends = params_.ends == routing::FabricEnds::all ? "all" : "hosts";
    for (std::size_t row = 0; row < verdict.rows.size(); ++row)
      if (verdict.at(row, "ends") == Value{ends} && verdict.at(row, "deadlock") != Value{"none"})
        return false;
    return true;
  }

 private:
  bool each_fails() const { return params_.failures.fail == all_links; }

  void execute(Result& result, Progress& progress) override {
    progress.expect(estimate().seconds, "judging " + topology_->spec(false));
    auto const kinds = fabric::cable_kinds(*fabric_->fabric, fabric_->numbers);
    fabric::JudgedFabric const judged{machine_,
                                      machine_.network(),
                                      *fabric_,
                                      {*fabric_, *machine_.network()},
                                      HopTable(router_graph(*machine_.network())),
                                      rates(result),
                                      chosen_};
    fabric::JudgmentOptions const options{params_.ends, static_cast<std::uint32_t>(params_.matchings),
                                          params_.shifts == JudgedShifts::all,
                                          static_cast<std::uint64_t>(params_.seed)};
    std::vector<fabric::JudgedRouting> routings;
    for (std::size_t i = 0; i < specs_.size(); ++i) {
      auto one = judge_routing(specs_[i], judged, options, progress);
      one.name = names_[i];
      routings.push_back(std::move(one));
    }
    report(routings, judged, kinds, result);
  }

  /// Returns the bandwidth of each channel; empty unless loads are weighted.
  std::vector<double> rates(Result& result) const {
    if (!params_.weighted) return {};
    auto const& network = *machine_.network();
    if (network.has_rates())
      if (auto const without_rate = fabric::cable_rates(*fabric_->fabric, fabric_->numbers).without_rate)
        result.notes.push_back(
            fmt::format("the rates of {} cables between switches are unknown: the most common rate is used",
                        without_rate));
    std::vector<double> rates(network.num_channels());
    for (std::uint32_t c = 0; c < rates.size(); ++c) rates[c] = network.bandwidth({c});
    return rates;
  }

  void report(std::vector<fabric::JudgedRouting> const& routings, fabric::JudgedFabric const& judged,
              fabric::CableKinds const& kinds, Result& result) const {
    auto const& network = *judged.network;
    auto const router = routings.front().ends.router;
    auto const bounds = fabric::route_bounds(router, network, judged.hops);
    auto const minimum = [&](FlowPaths paths) {
      return fabric::min_load(router, network, bounds, seconds_for_min_load, paths);
    };
    auto findings = fabric::findings(*fabric_, kinds, judged.names);
    for (auto const& it : routings) {
      // Not suspicious: cables that an example routing, or the traffic of some hosts, does not use.
      if (without_tables_ || !params_.hosts.empty()) break;
      for (auto& idle : fabric::idle_cables(judged.names, network, it.load)) {
        idle.why += " (" + it.name + ")";
        findings.push_back(std::move(idle));
      }
    }
    result.tables = {
        routings_table(routings, params_.ends),
        bounds_table(bounds, minimum(FlowPaths::any), minimum(FlowPaths::shortest), judged.names),
        verdicts_table(routings, params_.ends)};
    if (each_fails()) result.tables.push_back(each_failure_table(routings, judged));
    for (auto& table : {cycles_table(routings, judged.names, params_.ends), lost_table(routings, judged),
                        findings_table(findings)})
      if (!table.rows.empty()) result.tables.push_back(table);
    if (without_tables_) result.answer = "no tables specified, routed with ";
    for (auto const& it : routings) {
      if (&it != &routings.front()) result.answer += "; ";
      result.answer += format_judgment(it);
      if (each_fails()) result.answer += format_worst_failure(it, judged);
      for (auto const& note : it.notes) result.notes.push_back(it.name + ": " + note);
      result.timings.push_back({fmt::format("tables {}", result.timings.size() + 1), it.seconds});
    }
    bool const all_reachable = std::ranges::all_of(
        routings, [](auto const& it) { return it.delivery.reachable == it.delivery.pairs; });
    if (all_reachable || !findings.empty()) result.answer += "; " + fabric::format_findings(findings);
    add_loads(routings, result);
  }

  static void add_loads(std::vector<fabric::JudgedRouting> const& routings, Result& result) {
    auto const channels = routings.front().load.size();
    if (channels * routings.size() > max_channel_values) return;
    std::vector<std::uint64_t> loads;
    std::vector<std::string> names;
    for (auto const& it : routings) {
      loads.insert(loads.end(), it.load.begin(), it.load.end());
      names.push_back(it.name);
    }
    result.arrays.push_back({"load",
                             "Load of each channel between switches",
                             "",
                             "routes of reachable pairs; a row for each routing",
                             {routings.size(), channels},
                             std::move(loads),
                             std::move(names)});
  }

  Judge::Params params_;
  TopologyPtr topology_;
  Machine machine_;
  std::optional<NumberedFabric> fabric_;
  std::vector<Spec> specs_;
  std::vector<std::string> names_;
  bool without_tables_ = false;
  std::vector<std::uint32_t> chosen_;
};

}  // namespace

ExperimentPtr Judge::assemble(Params const& params) { return std::make_unique<JudgeExperiment>(params); }

}  // namespace weft::verb
