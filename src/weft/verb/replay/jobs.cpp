// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/replay/jobs.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "weft/collective/program/communication_of.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/network/network.hpp"
#include "weft/workload/job_list.hpp"

namespace weft::verb {
namespace {

/// Returns a program by name, with the algorithms and costs of the request. `machine`, `ranks_per_group`: see
/// TaskContext.
NamedProgram program_named(std::string const& spec, Replay::Params const& params, Sides const& sides,
                           Machine const* machine, std::uint64_t ranks_per_group) {
  return make_program(spec,
                      {.sides = sides,
                       .seed = static_cast<std::uint64_t>(params.seed),
                       .machine = machine,
                       .tasks_per_group = ranks_per_group},
                      read_collective(params.collective), read_costs(params.costs).gamma);
}

std::uint32_t terminals_for(Program const& program, std::uint32_t per_terminal) {
  return (program.num_ranks() + per_terminal - 1) / per_terminal;
}

/// Throws InputError for too many ranks. `places`: number of groups of ranks that share a terminal.
void check_ranks(NamedProgram const& named, std::uint32_t per_terminal, std::uint64_t places) {
  if (terminals_for(named.program, per_terminal) > places)
    throw InputError(fmt::format("{} does not fit", named.text()),
                     fmt::format("the network has {} terminals", places),
                     "choose a larger network, or more ranks_per_terminal", "program");
}

/// Returns the task grid of a mapping: `grid` if its size is `nodes`, otherwise a row.
Sides grid_of_nodes(Sides const& grid, std::uint32_t nodes) {
  return size_of(grid) == nodes ? grid : Sides{nodes};
}

ReplayedJob job_of(NamedProgram named, std::uint32_t per_terminal, Sides const& grid,
                   std::string const& mapping, std::int64_t ranks_per_node) {
  auto const nodes = grid_of_nodes(grid, terminals_for(named.program, per_terminal));
  auto job = job_of_tasks(nodes, to_communication(named.program, per_terminal), mapping);
  job.ranks_per_node = static_cast<std::uint64_t>(ranks_per_node);
  return {.program = std::move(named.program),
          .nodes = std::move(job),
          .part = {},
          .algorithms = std::move(named.algorithms)};
}

void add_program_settings(NamedProgram const& named, std::string const& of, std::vector<Setting>& settings) {
  settings.push_back({"contents of " + of, fmt::format("{:016x}", named.program.digest())});
}

void check_shares(std::int64_t ranks_per_node, std::int64_t ranks_per_terminal) {
  if (ranks_per_node > 0 && ranks_per_terminal > 1)
    throw conflict("ranks_per_node", "ranks_per_terminal", "both set the number of ranks on a terminal",
                   "omit one of them")
        .at("ranks_per_node");
}

ReplayedJobs assemble_one(Replay::Params const& params, RoutedMachine const& machine) {
  auto const per_terminal = static_cast<std::uint32_t>(params.ranks_per_terminal);
  auto named = program_of(params, machine.topology(), machine.machine());
  check_ranks(named, per_terminal,
              room_for_tasks(machine.machine(), nullptr, named_terminals(machine.machine(), params.mapping),
                             static_cast<std::uint64_t>(params.ranks_per_node)));
  ReplayedJobs all{.jobs = {},
                   .program = {},
                   .scenario = {{"program", named.resolved}},
                   .ranks_per_terminal = per_terminal};
  add_program_settings(named, "program", all.scenario);
  auto const grid = params.grid != Sides{0} ? params.grid : default_grid(machine.topology());
  all.jobs.push_back(job_of(std::move(named), per_terminal, grid, params.mapping, params.ranks_per_node));
  all.scenario.push_back({"mapping", all.jobs[0].nodes.mapping_text});
  all.scenario.push_back({"grid", format_sides(all.jobs[0].nodes.grid)});
  if (params.ranks_per_node > 0)
    all.scenario.push_back({"ranks_per_node", std::to_string(params.ranks_per_node)});
  return all;
}

/// Builder of the jobs, one after another.
class JobsAssembly {
 public:
  JobsAssembly(Replay::Params const& params, RoutedMachine const& machine)
      : params_(params),
        topology_(machine.shared_topology()),
        machine_(machine.machine()),
        free_(machine.terminals(), machine.failed_terminals()),
        per_terminal_(static_cast<std::uint32_t>(params.ranks_per_terminal)) {
    all_.ranks_per_terminal = per_terminal_;
  }

  void add(Spec const& spec) {
    auto request = read_params<ReplayJobRequest>(replay_job_schema, spec);
    std::optional<std::vector<std::uint32_t>> terminals;
    auto const places = named_terminals(machine_, unbracketed(request.mapping));
    if (!request.terminals.empty())
      terminals = free_.reserve(request.terminals);
    else if (places)
      terminals = free_.reserve(JobTerminals::text(JobTerminals::distinct(*places)));
    check_shares(request.ranks_per_node, params_.ranks_per_terminal);
    auto const per_node = static_cast<std::uint64_t>(request.ranks_per_node);
    auto const room = per_node > 0
                          ? room_for_tasks(machine_, terminals ? &*terminals : nullptr, places, per_node)
                          : room_for_tasks(terminals ? terminals->size() : free_.left(), places);
    auto const ranks = (places ? places->size() : room) * per_terminal_;
    auto const sides = request.grid != Sides{0} ? request.grid : square_grid(ranks);
    auto named = program_named(unbracketed(request.program), params_, sides, nullptr,
                               per_terminal_ * tasks_per_group(*topology_, machine_, per_node));
    check_ranks(named, per_terminal_, room);
    if (!terminals)
      terminals = per_node > 0 ? free_.reserve_hosts(machine_.hosts(), named.program.num_ranks(), per_node)
                               : free_.reserve_lowest(terminals_for(named.program, per_terminal_));
    add_program_settings(named, "job " + spec.name, all_.scenario);
    request.program = "[" + named.resolved + "]";
    request.terminals = JobTerminals::text(*terminals);
    auto job =
        job_of(std::move(named), per_terminal_, sides, unbracketed(request.mapping), request.ranks_per_node);
    request.mapping = "[" + job.nodes.mapping_text + "]";
    request.grid = job.nodes.grid;
    job.nodes.name = spec.name;
    job.nodes.terminals = std::move(terminals);
    job.part = {.first_rank = first_rank_, .ranks = job.program.num_ranks(), .start = request.start};
    first_rank_ += job.program.num_ranks();
    resolved_ += (resolved_.empty() ? "[" : ",") +
                 Spec{spec.name, write_params(replay_job_schema, request, true)}.to_string();
    after_.push_back(request.after);
    all_.jobs.push_back(std::move(job));
  }

  ReplayedJobs finish() && {
    for (std::size_t i = 0; i < after_.size(); ++i)
      if (!after_[i].empty()) all_.jobs[i].part.after = number_of(after_[i], all_.jobs[i].nodes.name);
    check_order();
    std::vector<Program const*> programs;
    for (auto const& job : all_.jobs) programs.push_back(&job.program);
    all_.program = joined(programs);
    all_.scenario.insert(all_.scenario.begin(), {"jobs", resolved_ + "]"});
    return std::move(all_);
  }

 private:
  std::uint32_t number_of(std::string const& name, std::string const& job) const {
    std::vector<std::string> names;
    for (std::uint32_t i = 0; i < all_.jobs.size(); ++i) {
      if (all_.jobs[i].nodes.name == name) return i;
      names.push_back(all_.jobs[i].nodes.name);
    }
    throw InputError("after=" + name, "must be the name of another job", suggest(name, names), "job " + job);
  }
  void check_order() const {
    for (auto const& job : all_.jobs) {
      std::size_t steps = 0;
      for (auto next = job.part.after; next; next = all_.jobs[*next].part.after)
        if (++steps > all_.jobs.size())
          throw InputError("job " + job.nodes.name + " can never begin",
                           "the jobs wait for each other in a cycle", "omit one `after`", "jobs");
    }
  }

  Replay::Params const& params_;
  TopologyPtr topology_;
  Machine machine_;
  JobTerminals free_;
  std::uint32_t per_terminal_, first_rank_ = 0;
  ReplayedJobs all_;
  std::string resolved_;
  std::vector<std::string> after_;
};

}  // namespace

/// Returns the program for the task grid of the request, or for a grid that suits the topology.
NamedProgram program_of(Replay::Params const& params, AnyTopology const& topology, Machine const& machine) {
  require_terminals(topology);
  bool const given = params.grid != Sides{0};
  auto const places = named_terminals(machine, params.mapping);
  check_shares(params.ranks_per_node, params.ranks_per_terminal);
  auto const room =
      room_for_tasks(machine, nullptr, places, static_cast<std::uint64_t>(params.ranks_per_node));
  if (given && size_of(params.grid) > room * static_cast<std::uint64_t>(params.ranks_per_terminal))
    throw InputError("grid=" + format_sides(params.grid),
                     params.ranks_per_node > 0
                         ? fmt::format("the hosts have space for {} ranks", room)
                         : fmt::format("the network has {} terminals", topology.num_terminals()),
                     "", "grid");
  bool const in_order = params.ranks_per_terminal == 1 && params.ranks_per_node == 0 &&
                        params.mapping == Replay::Params{}.mapping;
  auto const ranks = (places ? places->size() : room) * static_cast<std::uint64_t>(params.ranks_per_terminal);
  auto const by_default = params.ranks_per_terminal == 1 && params.ranks_per_node == 0 && !places
                              ? default_grid(topology)
                              : square_grid(ranks);
  auto named = program_named(
      params.program, params, given ? params.grid : by_default, in_order ? &machine : nullptr,
      static_cast<std::uint64_t>(params.ranks_per_terminal) *
          tasks_per_group(topology, machine, static_cast<std::uint64_t>(params.ranks_per_node)));
  if (given && size_of(params.grid) != named.program.num_ranks())
    throw InputError("grid=" + format_sides(params.grid),
                     fmt::format("the program has {} ranks", named.program.num_ranks()), "", "grid");
  return named;
}

ReplayedJobs assemble_jobs(Replay::Params const& params, RoutedMachine const& machine) {
  require_terminals(machine.topology());
  if (params.jobs.empty()) return assemble_one(params, machine);
  Replay::Params const defaults;
  if (params.program != defaults.program || params.mapping != defaults.mapping ||
      params.grid != defaults.grid || params.ranks_per_node != defaults.ranks_per_node)
    throw conflict("program, mapping, grid or ranks_per_node", "jobs", "each job has its own values",
                   "omit them")
        .at("jobs");
  JobsAssembly assembly(params, machine);
  for (auto const& spec : read_job_list(params.jobs)) try {
      assembly.add(spec);
    } catch (InputError const& error) { throw error.within("job " + spec.name); }
  return std::move(assembly).finish();
}

void ReplayedJobs::place(RoutedMachine const& machine, std::uint64_t seed, Progress& progress) {
  for (auto& job : jobs) try {
      place_job(machine, job.nodes, seed, progress);
    } catch (InputError const& error) {
      if (!several()) throw;
      throw error.within("job " + job.nodes.name);
    }
}

std::vector<replay::ReplayPart> ReplayedJobs::parts() const {
  std::vector<replay::ReplayPart> all;
  if (several())
    for (auto const& job : jobs) all.push_back(job.part);
  return all;
}

std::vector<std::uint32_t> ReplayedJobs::terminals_of(ReplayedJob const& job) const {
  std::vector<std::uint32_t> terminal;
  for (std::uint32_t rank = 0; rank < job.program.num_ranks(); ++rank)
    terminal.push_back(job.nodes.placement[rank / ranks_per_terminal]);
  return terminal;
}

std::vector<std::uint32_t> ReplayedJobs::terminals() const {
  std::vector<std::uint32_t> all;
  for (auto const& job : jobs) {
    auto const some = terminals_of(job);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

std::vector<collective::CallAlgorithm> ReplayedJobs::algorithms() const {
  std::vector<collective::CallAlgorithm> all;
  for (auto const& job : jobs)
    for (auto const& call : job.algorithms) collective::add_call(call, all);
  return all;
}

}  // namespace weft::verb
