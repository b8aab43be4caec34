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
#include "weft/core/param_visit.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/table.hpp"
#include "weft/engine/load/load.hpp"
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

/// A mapping with parameters, as a thing to try.
struct MappingCandidate {
  Spec spec;
  bool improves = false;  ///< it has a parameter `start`, the mapping that it improves
  /// The throughput that it cannot exceed from a start with these loads; empty: not known.
  std::function<double(load::Loads const&)> most = {};
};

/// What a mapping is told beside its own parameters.
struct MappingContext {
  Sides sides{1};  ///< the task grid in row-major order, the last coordinate the fastest
  std::uint64_t terminals = 1;
  std::uint64_t seed = 1;
  std::optional<Machine> machine = {};  ///< if the job has all of it, or a part that is such a machine itself
  std::shared_ptr<PercsPaths const> percs_paths =
      {};  ///< how it routes, if it is PERCS and by its own routing
  /// What the tasks send one another, for mappings that look at it.
  Communication const* communication = nullptr;
  /// The machine as a network and what each channel carries of the traffic of two routers under the actual routing; made
  /// when first asked for.
  std::function<Network const&()> network = {};
  std::function<routing::Shares const&()> shares = {};
  /// Another mapping's answer in the same context, for those that improve one. Throws InputError for an unknown one.
  std::function<Placement(Spec const&, Progress&)> place = {};
  /// The loads of a placement under the actual routing.
  std::function<load::Loads(Placement const&, Progress&)> evaluate = {};
  /// All mappings that may be worth trying in this context.
  std::function<std::vector<MappingCandidate>()> candidates = {};
  /// What a mapping has to tell beside its placement; may be empty.
  std::function<void(Table)> report = {};
  Progress* progress = &no_progress();

  /// The machine, if it is PERCS; else null.
  std::shared_ptr<topology::Percs const> percs() const {
    return machine ? machine->as<topology::Percs>() : nullptr;
  }
  /// The sides of the grid of its routers, the last the fastest, if each has equally many terminals, numbered along the grid;
  /// else empty.
  Sides router_sides() const;
  std::uint64_t num_tasks() const { return size_of(sides); }
  /// Rows and columns of the task grid. Throws InputError, naming the mapping, if it has not two dimensions.
  std::pair<std::uint32_t, std::uint32_t> rows_and_columns(std::string_view mapping) const;
};

/// A way to place tasks. Adding one = one file and one entry in catalog.hpp. `place` gives every task a terminal of its own
/// and throws InputError for a grid or a machine that it cannot serve.
///
/// Optional: `static std::vector<Params> worth_trying(MappingContext const&)`, the parameters that `best` tries instead of
/// the defaults; for a mapping with a parameter `start`, `static double most(load::Loads const&)`, the throughput that it
/// cannot exceed from a start with these loads.
template <class M>
concept Mapping = requires(M const m, typename M::Params const& params, MappingContext const& context) {
  { M::name } -> std::convertible_to<std::string_view>;
  { M::doc } -> std::convertible_to<std::string_view>;
  M::schema;
  M{params};
  { m.place(context) } -> std::same_as<Placement>;
};

/// The placement that a search begins with: that of a mapping, `name` or `[name:key=value,...]`. Throws InputError, naming
/// the mapping that asks, if it is not served.
Placement start_placement(MappingContext const& context, std::string const& start, std::string_view mapping);

/// Throws InputError if the job has more tasks than the machine has terminals.
void check_fits(MappingContext const& context);

/// Throws InputError if the job does not have a PERCS to itself, whole or supernodes that are one (verb/load/percs_part.hpp).
/// `does`: what the mapping does there, in words.
void require_percs(MappingContext const& context, std::string_view mapping, char const* does);

/// Task by task, row after row or column after column of a grid of two dimensions, onto terminals in order.
Placement in_row_order(MappingContext const& context);
Placement in_column_order(MappingContext const& context, std::string_view mapping);

/// 0 .. size-1 in uniformly random order.
std::vector<std::uint32_t> random_order(std::uint64_t size, std::uint64_t seed);

}  // namespace weft::mapping
