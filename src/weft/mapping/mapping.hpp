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

/// Where the tasks of a job run: the terminal of each.
using Placement = std::vector<std::uint32_t>;

/// A mapping with parameters, to be tried.
struct MappingCandidate {
  Spec spec;
  bool improves = false;  ///< it has a parameter `start`, the mapping that it improves
  /// An upper bound on its throughput from a start with these loads; empty: not known.
  std::function<double(load::Loads const&)> most = {};
  double seconds = 0;  ///< the time of its search, if known beforehand
};

/// The input of a mapping besides its own parameters.
struct MappingContext {
  Sides sides{1};  ///< the task grid in row-major order, the last coordinate the fastest
  std::uint64_t terminals = 1;
  std::uint64_t seed = 1;
  std::optional<Machine> machine = {};  ///< if the job has all of it, or a part that is itself such a machine
  std::shared_ptr<PercsPaths const> percs_paths =
      {};  ///< how it routes, if it is PERCS and by its own routing
  /// The traffic between the tasks, for mappings that use it.
  Communication const* communication = nullptr;
  /// The machine as a network, and each channel's share of the traffic between two routers under the actual
  /// routing; made on first use.
  std::function<Network const&()> network = {};
  std::function<routing::Shares const&()> shares = {};
  /// The hosts of the whole machine, and the terminals of it that the job has, ascending; null: all. One that
  /// takes several tasks stands there several times.
  std::function<Hosts const&()> hosts = {};
  std::vector<std::uint32_t> const* part = nullptr;
  std::optional<Machine> whole = {};  ///< the machine of whose terminals `part` names some; none: `machine`
  /// The terminals of the job (positions in `part`) in the order of its hosts; empty: as they are.
  std::vector<std::uint32_t> order = {};
  /// Another mapping's placement in the same context, for mappings that improve one. Throws InputError for an
  /// unknown one.
  std::function<Placement(Spec const&, Progress&)> place = {};
  /// The loads of a placement under the actual routing.
  std::function<load::Loads(Placement const&, Progress&)> evaluate = {};
  /// All mappings that may be worth trying in this context.
  std::function<std::vector<MappingCandidate>()> candidates = {};
  /// A mapping's notes beside its placement; may be empty, as for a placement that another mapping uses.
  std::function<void(Table)> report = {};
  Progress* progress = &no_progress();

  /// The machine, if it is PERCS; else null.
  std::shared_ptr<topology::Percs const> percs() const {
    return machine ? machine->as<topology::Percs>() : nullptr;
  }
  /// The sides of the grid of its routers, the last the fastest, if each has equally many terminals, numbered
  /// along the grid; else empty.
  Sides router_sides() const;
  std::uint64_t num_tasks() const { return size_of(sides); }
  /// The number among the job's terminals of a terminal of the whole machine. Throws InputError at the place
  /// for one that the job does not have.
  std::uint32_t own_terminal(std::uint32_t terminal, std::string const& place) const;
  /// Rows and columns of the task grid. Throws InputError, naming the mapping, if it does not have two
  /// dimensions.
  std::pair<std::uint32_t, std::uint32_t> rows_and_columns(std::string_view mapping) const;
};

/// A mapping. Adding one = one file and one entry in catalog.hpp. `place` gives every task a terminal of its
/// own and throws InputError for a grid or a machine that it does not support.
///
/// Optional: `static std::vector<Params> worth_trying(MappingContext const&)`, the parameters that `best`
/// tries instead of the defaults; for a mapping with a parameter `start`,
/// `static double most(load::Loads const&)`, an upper bound on its throughput from a start with these loads;
/// `double seconds(std::uint64_t tasks) const`, the approximate time of its search;
/// `Placement terminals(Hosts const&) const`, the terminals of the whole machine that it names by itself: the
/// job has as many tasks, and these terminals, unless the request says otherwise.
template <class M>
concept Mapping = requires(M const m, typename M::Params const& params, MappingContext const& context) {
  { M::name } -> std::convertible_to<std::string_view>;
  { M::doc } -> std::convertible_to<std::string_view>;
  M::schema;
  M{params};
  { m.place(context) } -> std::same_as<Placement>;
};

/// The start of a search: the placement by a mapping, `name` or `[name:key=value,...]`. Throws InputError,
/// naming the calling mapping, if that fails.
Placement start_placement(MappingContext const& context, std::string const& start, std::string_view mapping);

/// Throws InputError if the job has more tasks than the machine has terminals.
void check_fits(MappingContext const& context);

/// Throws InputError unless the job has a PERCS to itself, whole or as supernodes that are one
/// (workload/place_jobs.cpp). `does`: what the mapping does there, in words.
void require_percs(MappingContext const& context, std::string_view mapping, char const* does);

/// Maps the tasks, row by row or column by column of a grid of two dimensions, to terminals in order.
Placement in_row_order(MappingContext const& context);
Placement in_column_order(MappingContext const& context, std::string_view mapping);

/// 0 .. size-1 in uniformly random order.
std::vector<std::uint32_t> random_order(std::uint64_t size, std::uint64_t seed);

}  // namespace weft::mapping
