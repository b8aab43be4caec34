// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/compare/program_runs.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "weft/collective/program/catalog.hpp"
#include "weft/core/error.hpp"
#include "weft/core/quantity.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/topologies.hpp"
#include "weft/verb/verb.hpp"
#include "weft/workload/call_algorithms.hpp"
#include "weft/workload/jobs.hpp"

namespace weft::verb {
namespace {

/// Returns the engine of the runs at a rate in bytes/s per channel of bandwidth 1.
std::string engine_at(std::string const& text, double bandwidth) {
  auto spec = parse_spec(text, "engine");
  spec.arguments.push_back({"bandwidth", format_number(bandwidth)});
  return spec.to_string();
}

void check_engine(std::string const& text) {
  auto const engine = parse_spec(text, "engine");
  if (engine.name != "flow")
    throw InputError("engine " + engine.name + " does not run programs here",
                     "programs on several networks run over flows", "use engine=flow", "engine");
  for (auto const& argument : engine.arguments)
    if (argument.key == "bandwidth")
      throw InputError("bandwidth=" + argument.value,
                       "the rate in --cost determines the bandwidth of channels",
                       "omit bandwidth, and use --cost rate=..", "engine");
}

std::vector<std::string> names_of(std::vector<std::string> const& programs) {
  std::vector<std::string> names;
  for (auto const& text : programs) names.push_back(parse_spec(text, "program").name);
  auto const all = names;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (std::ranges::count(all, all[i]) > 1)
      names[i] += fmt::format(
          "_{}", std::count(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i) + 1, all[i]));
  return names;
}

/// Returns the positions of the networks, sorted by total time. Networks that do not complete come last, in
/// their original order.
std::vector<std::size_t> ranked(std::vector<NetworkRuns> const& runs) {
  std::vector<std::size_t> order(runs.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    if (runs[a].ends() != runs[b].ends()) return runs[a].ends();
    return runs[a].ends() && runs[a].last_end() < runs[b].last_end();
  });
  return order;
}

}  // namespace

bool NetworkRuns::ends() const {
  return !programs.empty() && std::ranges::none_of(programs, &ProgramRun::is_stuck);
}

double NetworkRuns::last_end() const {
  double all = 0;
  for (auto const& program : programs) all = together ? std::max(all, program.end) : all + program.end;
  return all;
}

ProgramRuns::ProgramRuns(ProgramsRequest request, std::vector<RatedNetwork> const& networks)
    : request_(std::move(request)),
      networks_(networks),
      choices_(networks.size()),
      names_(names_of(request_.programs)),
      texts_(request_.programs) {
  check_engine(request_.alike.engine);
  if (together())
    for (auto const& job : parse_nested(request_.alike.jobs)) {
      names_.push_back(job.name);
      texts_.push_back(job.to_string());
    }
  find_grids();
  for (std::size_t n = 0; n < networks_.size(); ++n) {
    find_choices(n);
    for (std::size_t p = 0; p < grids_.size(); ++p) {
      auto const experiment = verb::assemble(request_of(n, p, choices_[n].front()));
      for (std::size_t i = 0; i < choices_[n].size(); ++i) estimate_ = estimate_.then(experiment->estimate());
      if (n == 0) add_settings(p, experiment->resolved());
    }
  }
  settings_.push_back({"routing", fmt::format("[{}]", fmt::join(request_.routings, ","))});
  if (!together()) settings_.push_back({"mapping", fmt::format("[{}]", fmt::join(request_.mappings, ","))});
  settings_.push_back({"engine", request_.alike.engine});
}

/// Sets the grid of each program, or one grid for all jobs together.
void ProgramRuns::find_grids() {
  if (together()) {
    grids_ = {Sides{0}};
    return;
  }
  auto const common = common_grid();
  Machine const first(make_topology(read_failed_topology(networks_.front().topology).topology));
  for (auto const& program : request_.programs) {
    auto const made = make_program(
        program,
        {.sides = common, .seed = static_cast<std::uint64_t>(request_.alike.seed), .machine = &first});
    bool const fills = made.program.num_ranks() == size_of(common);
    grids_.push_back(fills || request_.alike.grid != Sides{0} ? common : Sides{0});
  }
}

/// Finds the combinations of mappings and routings that the network supports. Throws InputError if there are
/// none. All mappings are checked on the first network.
void ProgramRuns::find_choices(std::size_t network) {
  for (auto const& routing : request_.routings) try {
      for (auto const& mapping : request_.mappings) {
        if (network == 0 || &mapping == &request_.mappings.front())
          verb::assemble(request_of(network, 0, {routing, mapping}));
        choices_[network].push_back({routing, mapping});
      }
    } catch (InputError const& error) {
      bool const last = &routing == &request_.routings.back() && choices_[network].empty();
      if (error.where != "routing" || last) throw;
    }
}

std::string ProgramRuns::text_of(Choice const& choice) const {
  if (request_.routings.size() < 2) return choice.mapping;
  if (request_.mappings.size() < 2) return choice.routing;
  return choice.routing + " " + choice.mapping;
}

void ProgramRuns::add_settings(std::size_t program, std::vector<Setting> const& resolved) {
  for (auto const& [key, value] : resolved)
    if (key == "program" || key == "contents of program")
      settings_.push_back({fmt::format("{} {}", key, program + 1), value});
    else if (key == "costs" || key == "collective" || key == "grid" || key.find("job") != std::string::npos)
      if (program == 0) settings_.push_back({key, value});
}

/// Returns the grid of the request, or a nearly square grid with the terminals of the smallest network.
Sides ProgramRuns::common_grid() const {
  if (request_.alike.grid != Sides{0}) return request_.alike.grid;
  if (auto const per_node = static_cast<std::uint64_t>(request_.alike.ranks_per_node); per_node > 0) {
    std::uint64_t ranks = ~std::uint64_t{0};
    for (auto const& network : networks_) {
      Machine const machine(make_topology(read_failed_topology(network.topology).topology));
      ranks = std::min(ranks, room_for_tasks(machine, nullptr, {}, per_node));
    }
    return square_grid(ranks);
  }
  auto const smallest = std::ranges::min_element(networks_, {}, &RatedNetwork::terminals);
  return default_grid(*make_topology(read_failed_topology(smallest->topology).topology));
}

Spec ProgramRuns::request_of(std::size_t network, std::size_t program, Choice const& choice) const {
  auto const& alike = request_.alike;
  auto const with_failures = read_failed_topology(networks_[network].topology);
  auto failures = alike.failures;
  failures.fail = join_failures(with_failures.fail, failures.fail);
  Spec request{"replay",
               {{"topology", with_failures.topology},
                {"routing", choice.routing},
                {"engine", engine_at(alike.engine, networks_[network].bytes_per_second())},
                {"grid", format_sides(together() ? alike.grid : grids_[program])},
                {"ranks_per_node", std::to_string(alike.ranks_per_node)},
                {"costs", alike.costs},
                {"collective", alike.collective},
                {"layout", alike.layout},
                {"seed", std::to_string(alike.seed)},
                {"jobs", alike.jobs},
                {"skip_critical_path", "true"}}};
  std::ranges::move(write_params(failure_schema, failures, false), std::back_inserter(request.arguments));
  if (together()) return request;
  request.arguments.push_back({"program", request_.programs[program]});
  request.arguments.push_back({"mapping", choice.mapping});
  return request;
}

namespace {

ProgramRun run_of(Result const& result, double end, std::string choice) {
  ProgramRun run{.end = end,
                 .choice = std::move(choice),
                 .routing = Spec::parse(std::string(result.setting("routing"))).name};
  if (auto const* const calls = result.find_table("collectives")) {
    run.algorithms = format_call_algorithms(*calls);
    run.default_algorithm = default_call(*calls);
  }
  return run;
}

}  // namespace

NetworkRuns ProgramRuns::run_on(std::size_t network, Progress& progress) const {
  NetworkRuns runs;
  runs.together = together();
  for (std::size_t p = 0; p < grids_.size(); ++p) {
    std::optional<double> best;
    std::vector<ProgramRun> fastest(together() ? names_.size() : 1, ProgramRun{.is_stuck = true});
    for (auto const& choice : choices_[network]) {
      auto const result = verb::assemble(request_of(network, p, choice))->run(progress);
      auto const end = result.table("summary").at(0, "end").number();
      if (result.find_table("stuck") != nullptr || (best && end >= *best)) continue;
      best = end;
      auto const* const jobs = result.find_table("jobs");
      for (std::size_t i = 0; i < fastest.size(); ++i)
        fastest[i] = run_of(result, jobs != nullptr ? jobs->at(i, "end").number() : end, text_of(choice));
    }
    std::ranges::move(fastest, std::back_inserter(runs.programs));
  }
  return runs;
}

std::vector<NetworkRuns> ProgramRuns::run(Progress& progress) const {
  std::vector<NetworkRuns> all;
  for (std::size_t n = 0; n < networks_.size(); ++n) all.push_back(run_on(n, progress));
  return all;
}

Table ranking_table(std::vector<RatedNetwork> const& networks, ProgramRuns const& programs,
                    std::vector<NetworkRuns> const& runs) {
  Table table{"ranking",
              "Programs on each network, fastest first",
              {{"rank"}, {"topology"}, {"terminals"}, {"rate", "Gb/s", "", 3}, {"price", "$", "", 0}},
              {}};
  bool const chosen = programs.chooses();
  for (std::size_t p = 0; p < programs.names().size(); ++p) {
    table.columns.push_back({"time_" + programs.names()[p], "s", "of " + programs.texts()[p]});
    if (chosen)
      table.columns.push_back(
          {"best_" + programs.names()[p], "", "routing and mapping of the shortest time"});
  }
  table.columns.push_back(
      {"total_time", "s",
       programs.together() ? "time of all jobs" : "time of all programs, one after another"});
  table.columns.push_back({.name = "runs_per_million",
                           .unit = "runs",
                           .doc = "runs of all programs per hour and million $",
                           .decimals = 1,
                           .heading = "runs per hour and 1e6 $"});
  std::size_t rank = 0;
  for (auto const n : ranked(runs)) {
    auto const& network = networks[n];
    bool const ends = runs[n].ends();
    std::vector<Value> row{ends ? Value{++rank} : Value{}, network.topology, network.terminals, network.rate,
                           network.price};
    for (std::size_t p = 0; p < programs.names().size(); ++p) {
      bool const known = !runs[n].programs[p].is_stuck;
      row.push_back(known ? Value{runs[n].programs[p].end} : Value{});
      if (chosen) row.push_back(known ? Value{runs[n].programs[p].choice} : Value{});
    }
    auto const last = runs[n].last_end();
    row.push_back(ends ? Value{last} : Value{});
    row.push_back(ends && last > 0 ? Value{3600 / last / (network.price / 1e6)} : Value{});
    table.add_row(std::move(row));
  }
  return table;
}

namespace {

/// Adds a text to a list of different texts, unless it is empty.
void add_new(std::string const& text, std::vector<std::string>& texts) {
  if (!text.empty() && std::ranges::find(texts, text) == texts.end()) texts.push_back(text);
}

/// Returns the routings and the rate of a network in parentheses.
std::string format_conditions(RatedNetwork const& network, NetworkRuns const& runs) {
  std::vector<std::string> routings;
  for (auto const& program : runs.programs) add_new(program.routing, routings);
  return fmt::format(" (routing {}, {} Gb/s)", fmt::join(routings, " and "), format_rounded(network.rate));
}

/// Returns a clause on the algorithms of collective calls, and on their influence on a ranking of several
/// networks.
std::string format_algorithms(std::vector<NetworkRuns> const& runs) {
  std::vector<std::string> algorithms, defaults;
  for (auto const& network : runs)
    for (auto const& program : network.programs) {
      add_new(program.algorithms, algorithms);
      add_new(program.default_algorithm, defaults);
    }
  if (algorithms.empty()) return {};
  auto const text = fmt::format("; {}", fmt::join(algorithms, ", "));
  if (defaults.empty() || runs.size() < 2) return text;
  return text + fmt::format(": other algorithms may rank the networks otherwise (--collective {}=NAME)",
                            defaults.front());
}

}  // namespace

std::string answer_of(std::vector<RatedNetwork> const& networks, std::vector<NetworkRuns> const& runs) {
  auto const order = ranked(runs);
  auto const& first = runs[order.front()];
  if (!first.ends()) return "no network completes the programs";
  auto text = fmt::format("{} is fastest: {} at ${:.0f}{}", networks[order[0]].topology,
                          format_span(first.last_end()), networks[order[0]].price,
                          format_conditions(networks[order[0]], first));
  if (order.size() > 1 && runs[order[1]].ends()) {
    auto const& next = runs[order[1]];
    auto const time = first.last_end() > 0
                          ? fmt::format("{:.3g} times the time", next.last_end() / first.last_end())
                          : format_span(next.last_end());
    text += fmt::format("; next {}, {}{}", networks[order[1]].topology, time,
                        format_conditions(networks[order[1]], next));
  }
  return text + format_algorithms(runs);
}

}  // namespace weft::verb
