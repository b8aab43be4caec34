// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "weft/mapping/mapping.hpp"
#include "weft/traffic/communication/communication.hpp"
#include "weft/workload/load_params.hpp"
#include "weft/workload/routed_machine.hpp"

namespace weft {

/// A job with resolved names. Its tasks have terminals only after place_jobs().
struct LoadJob {
  std::string name;  ///< empty if it is the only job
  Sides grid;
  Communication communication;
  /// The terminals of the job, in ascending order; nullopt: all
  std::optional<std::vector<std::uint32_t>> terminals;
  double rate = 1;
  Spec mapping;
  std::uint64_t ranks_per_node = 0;        ///< number of tasks on each host; 0: one task on each terminal
  std::string pattern_text, mapping_text;  ///< with all parameters
  mapping::Placement placement = {};
  double mapping_seconds = 0;      ///< wall-clock time of placing the tasks
  std::vector<Table> tables = {};  ///< reported by the mapping
};

/// A request with resolved names.
struct LoadAssembly {
  std::shared_ptr<RoutedMachine const> machine;
  std::vector<LoadJob> jobs;
  std::vector<Setting> scenario;

  bool several() const { return !jobs.front().name.empty(); }
  double mapping_seconds() const;
};

/// Returns whether a name in place of a communication pattern is the name of a program: its messages are the
/// pattern `program`.
bool names_program(std::string const& name);

/// Returns the machine of a request. Throws InputError that names the invalid part.
std::shared_ptr<RoutedMachine const> make_machine(LoadParams const& request);

/// Resolves a request; does not map its tasks. Throws InputError that names the invalid part. `draws`: as in
/// TaskContext.
LoadAssembly assemble_load(LoadParams const& request, bool draws = false);
/// Resolves a request on an existing machine, which replaces the topology, routing and failures of the
/// request; the failures are not in the resulting scenario.
LoadAssembly assemble_load(std::shared_ptr<RoutedMachine const> machine, LoadParams const& request,
                           bool draws = false);

/// Returns a single job with the pattern, mapping and grid of the request. `terminals`: its part of the
/// machine (ranges as in `0..63+96..127`, or a share; empty: all). Throws InputError that names the invalid
/// part.
LoadJob assemble_job(RoutedMachine const& machine, LoadParams const& request, std::string const& terminals,
                     bool draws = false);

/// Returns the grid of a job on all terminals: the grid of the topology if it has one with one terminal per
/// router, else square_grid().
Sides default_grid(AnyTopology const& topology);
/// Returns the most square two-dimensional grid, with at most as many rows as columns.
Sides square_grid(std::uint64_t tasks);

/// Returns the terminals that a mapping specifies, in the order of tasks, possibly with repetitions; nullopt
/// if it specifies no terminals.
std::optional<mapping::Placement> named_terminals(Machine const& machine, std::string const& mapping);
/// Returns the maximum number of tasks of a job on `terminals` terminals. `named`: the terminals that its
/// mapping specifies.
std::uint64_t room_for_tasks(std::uint64_t terminals, std::optional<mapping::Placement> const& named);
/// Returns the maximum number of tasks of a job on the terminals `some` of a machine (null: all), with
/// `ranks_per_node` tasks on each host (0: one on each terminal). `named`: the terminals that its mapping
/// specifies. Throws InputError if both `named` and `ranks_per_node` are specified.
std::uint64_t room_for_tasks(Machine const& machine, std::vector<std::uint32_t> const* some,
                             std::optional<mapping::Placement> const& named, std::uint64_t ranks_per_node);

/// Returns TaskContext::tasks_per_group of a job with `ranks_per_node` tasks on each host (0: one on each
/// terminal).
std::uint64_t tasks_per_group(AnyTopology const& topology, Machine const& machine,
                              std::uint64_t ranks_per_node);

/// Throws InputError, with the reason `why`, if tasks of a placed job share a terminal.
void require_own_terminals(LoadJob const& job, std::string const& why);

/// Returns a job with the given traffic on a whole machine. Throws InputError at `mapping`.
LoadJob job_of_tasks(Sides const& grid, Communication communication, std::string const& mapping);

/// Maps the tasks of a job, to terminals of working routers if these suffice. All verbs and engines use this
/// function. Throws InputError if a task with traffic is on a failed router.
void place_job(RoutedMachine const& machine, LoadJob& job, std::uint64_t seed, Progress& progress);

/// Maps the tasks of all jobs.
void place_jobs(LoadAssembly& assembly, std::uint64_t seed, Progress& progress);

/// Adds the tables that the mappings reported.
void add_mapping_tables(LoadAssembly const& assembly, Result& result);

/// Returns the placement that a mapping computes. If `resolved` is not null, it receives the mapping with all
/// parameters.
mapping::Placement place_by(Spec const& mapping, mapping::MappingContext const& context,
                            std::string* resolved = nullptr);

/// Returns all mappings, with the parameters that are worth trying in the context.
std::vector<mapping::MappingCandidate> mapping_candidates(mapping::MappingContext const& context);
/// Returns the mappings that `best` tries for a job.
std::vector<mapping::MappingCandidate> mapping_candidates(RoutedMachine const& machine, LoadJob const& job);

}  // namespace weft
