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

/// A job whose names are resolved to objects. Its tasks have no places before place_jobs().
struct LoadJob {
  std::string name;  ///< empty if it is alone
  Sides grid;
  Communication communication;
  std::optional<std::vector<std::uint32_t>> terminals;  ///< its part of the machine, ascending; all if none
  double rate = 1;
  Spec mapping;
  std::uint64_t ranks_per_node = 0;        ///< tasks on each host; 0: one on each terminal
  std::string pattern_text, mapping_text;  ///< with every parameter written out
  mapping::Placement placement = {};
  double mapping_seconds = 0;      ///< wall time of the placement
  std::vector<Table> tables = {};  ///< what the mapping reports
};

/// A request whose names are resolved to objects.
struct LoadAssembly {
  std::shared_ptr<RoutedMachine const> machine;
  std::vector<LoadJob> jobs;
  std::vector<Setting> scenario;

  bool several() const { return !jobs.front().name.empty(); }
  double mapping_seconds() const;
};

/// Throws InputError naming the part at fault. Places no task. `draws`: as in TaskContext.
LoadAssembly assemble_load(LoadParams const& request, bool draws = false);
/// The same on an existing machine, which replaces the topology, the routing and the failures of the request.
LoadAssembly assemble_load(std::shared_ptr<RoutedMachine const> machine, LoadParams const& request,
                           bool draws = false);

/// A job alone on some terminals of a machine, ranges as in `0..63+96..127` or a share (empty: on all of it),
/// by the pattern, the mapping and the grid of the request. Throws InputError naming the part at fault.
LoadJob assemble_job(RoutedMachine const& machine, LoadParams const& request, std::string const& terminals,
                     bool draws = false);

/// The grid of a job on all terminals: that of the topology if it has one, else as square as possible.
Sides default_grid(AnyTopology const& topology);
/// The widest grid of two dimensions with at most as many rows as columns.
Sides square_grid(std::uint64_t tasks);

/// The terminals that a mapping itself names, in the order of the tasks, several of which may share one;
/// nullopt if it names none.
std::optional<mapping::Placement> named_terminals(Machine const& machine, std::string const& mapping);
/// The maximum number of tasks of a job on `terminals` terminals, given those that its mapping names.
std::uint64_t room_for_tasks(std::uint64_t terminals, std::optional<mapping::Placement> const& named);
/// The tasks that a job has room for on some terminals of a machine (null: all), of which a mapping names
/// some, with that many on each host (0: one on each terminal). Throws InputError if a mapping names them and
/// the number is given.
std::uint64_t room_for_tasks(Machine const& machine, std::vector<std::uint32_t> const* some,
                             std::optional<mapping::Placement> const& named, std::uint64_t ranks_per_node);

/// Throws InputError with the reason `why` if several tasks of a placed job share a terminal.
void require_own_terminals(LoadJob const& job, std::string const& why);

/// A job of tasks with this traffic, on all of a machine. Throws InputError at `mapping`.
LoadJob job_of_tasks(Sides const& grid, Communication communication, std::string const& mapping);

/// Places the tasks of a job, on terminals of working routers if there are enough. All verbs and engines
/// place tasks with this function. Throws InputError if a task with traffic gets a failed router.
void place_job(RoutedMachine const& machine, LoadJob& job, std::uint64_t seed, Progress& progress);

/// Places the tasks of all jobs.
void place_jobs(LoadAssembly& assembly, std::uint64_t seed, Progress& progress);

/// The tables of the mappings.
void add_mapping_tables(LoadAssembly const& assembly, Result& result);

/// The placement by the mapping of that name. `resolved`, if not null: gets the mapping with all its
/// parameters.
mapping::Placement place_by(Spec const& mapping, mapping::MappingContext const& context,
                            std::string* resolved = nullptr);

/// All mappings with the parameters that are worth trying.
std::vector<mapping::MappingCandidate> mapping_candidates(mapping::MappingContext const& context);
/// The mappings that `best` tries for a job.
std::vector<mapping::MappingCandidate> mapping_candidates(RoutedMachine const& machine, LoadJob const& job);

}  // namespace weft
