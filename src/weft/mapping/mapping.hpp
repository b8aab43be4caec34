// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/table.hpp"
#include "weft/engine/load/load.hpp"
#include "weft/network/hosts.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/shares.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft {
namespace topology {
class Percs;
}
class PercsPaths;
}  // namespace weft

namespace weft::mapping {

/// The placement of the tasks of a job: the terminal of each task.
using Placement = std::vector<std::uint32_t>;

/// A mapping with parameters that `best` may try.
struct MappingCandidate {
  Spec spec;
  bool improves = false;  ///< whether it has a parameter `start`, the mapping that it improves
  /// Returns an upper bound on the throughput that the mapping can reach from a start with the given loads;
  /// empty if unknown.
  std::function<double(load::Loads const&)> throughput_bound = {};
  double seconds = 0;  ///< time of its search, if known in advance
};

/// Input of a mapping in addition to its parameters.
struct MappingContext {
  Sides sides{1};  ///< the task grid in row-major order; the last coordinate varies fastest
  std::uint64_t terminals = 1;
  std::uint64_t seed = 1;
  /// Set if the job has the complete machine, or a part that is itself a machine of this kind.
  std::optional<Machine> machine = {};
  std::shared_ptr<PercsPaths const> percs_paths =
      {};  ///< paths of the routing; only for a PERCS routing on PERCS
  /// The traffic between the tasks, for mappings that require it.
  Communication const* communication = nullptr;
  /// Return the network of the machine, and the channel shares of the traffic between pairs of routers under
  /// the actual routing; both are created on first use.
  std::function<Network const&()> network = {};
  std::function<routing::Shares const&()> shares = {};
  /// Returns the hosts of the whole machine. `part`: the terminals of the whole machine that the job has, in
  /// ascending order; null: all. A terminal with several tasks occurs several times.
  std::function<Hosts const&()> hosts = {};
  std::vector<std::uint32_t> const* part = nullptr;
  std::optional<Machine> whole = {};  ///< machine that contains the terminals in `part`; unset: `machine`
  /// The terminals of the job (indices into `part`) in the order of its hosts; empty: in natural order.
  std::vector<std::uint32_t> order = {};
  /// Computes the placement by another mapping in the same context, for mappings that improve a placement.
  /// Throws InputError for an unknown mapping.
  std::function<Placement(Spec const&, Progress&)> place = {};
  /// Computes the loads under a placement and the actual routing.
  std::function<load::Loads(Placement const&, Progress&)> evaluate = {};
  /// Returns all mappings that may be worth trying in this context.
  std::function<std::vector<MappingCandidate>()> candidates = {};
  /// Receives tables about the placement; may be empty, for example if another mapping uses the placement.
  std::function<void(Table)> report = {};
  Progress* progress = &no_progress();

  /// Returns the topology of the machine if it is PERCS; else null.
  std::shared_ptr<topology::Percs const> percs() const {
    return machine ? machine->as<topology::Percs>() : nullptr;
  }
  /// Returns the sides of the router grid, fastest last, if all routers have the same number of terminals,
  /// numbered along the grid; else empty.
  Sides router_sides() const;
  std::uint64_t num_tasks() const { return size_of(sides); }
  /// Converts a terminal of the whole machine to its index in the job. Throws InputError at location `place`
  /// if it does not belong to the job.
  std::uint32_t job_terminal(std::uint32_t terminal, std::string const& place) const;
  /// Returns the numbers of rows and columns of the task grid. Throws InputError, naming `mapping`, unless it
  /// has two dimensions.
  std::pair<std::uint32_t, std::uint32_t> rows_and_columns(std::string_view mapping) const;
};

/// A mapping. To add one, write one file and one entry in catalog.hpp. `place` assigns a separate terminal to
/// every task, and throws InputError for a grid or machine that it does not support.
///
/// Optional members: `static std::vector<Params> candidate_params(MappingContext const&)`, the parameters
/// that `best` tries instead of the defaults; for a mapping with a parameter `start`, `static double
/// throughput_bound(load::Loads const&)`, an upper bound on its throughput from a start with the given loads;
/// `double seconds(std::uint64_t tasks) const`, the approximate time of its search; `Placement
/// terminals(Hosts const&) const`, the terminals of the whole machine that the mapping itself specifies:
/// unless the request overrides them, the job has these terminals and one task per entry.
template <class M>
concept Mapping = requires(M const m, typename M::Params const& params, MappingContext const& context) {
  { M::name } -> std::convertible_to<std::string_view>;
  { M::doc } -> std::convertible_to<std::string_view>;
  M::schema;
  M{params};
  { m.place(context) } -> std::same_as<Placement>;
};

/// Returns the start of a search: the placement by the mapping `start`, which is `name` or
/// `[name:key=value,...]`. Throws InputError, naming the calling mapping, on failure.
Placement start_placement(MappingContext const& context, std::string const& start, std::string_view mapping);

/// Throws InputError if the job has more tasks than the machine has terminals.
void check_fits(MappingContext const& context);

/// Throws InputError unless the job has a PERCS exclusively: a complete machine, or supernodes that form one
/// (workload/place_jobs.cpp). `does`: the operation of the mapping, for the message.
void require_percs(MappingContext const& context, std::string_view mapping, char const* does);

/// Maps the tasks, row by row or column by column of a two-dimensional grid, to terminals in order.
Placement in_row_order(MappingContext const& context);
Placement in_column_order(MappingContext const& context, std::string_view mapping);

/// Returns 0 .. size - 1 in uniformly random order.
std::vector<std::uint32_t> random_order(std::uint64_t size, std::uint64_t seed);

}  // namespace weft::mapping
