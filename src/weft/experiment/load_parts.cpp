#include "weft/experiment/load_parts.hpp"

#include <cmath>
#include <type_traits>

#include "weft/experiment/router_grid.hpp"
#include "weft/experiment/summary.hpp"
#include "weft/mapping/catalog.hpp"
#include "weft/traffic/communication/catalog.hpp"

namespace weft {
namespace {

/// The widest grid of two dimensions with at most as many rows as columns.
Sides square_grid(std::uint64_t tasks) {
  auto rows = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(tasks)));
  while (tasks % rows != 0) --rows;
  return {static_cast<std::int64_t>(rows), static_cast<std::int64_t>(tasks / rows)};
}

Sides default_grid(AnyTopology const& topology) {
  auto const sides = topology.sides();
  if (sides.empty() || topology.num_routers() != topology.num_terminals())
    return square_grid(topology.num_terminals());
  return {sides.rbegin(), sides.rend()};
}

template <class Body>
auto at_part(char const* part, Body body) {
  try {
    return body();
  } catch (InputError const& error) { throw error.at(part); }
}

/// The grid of a pattern that brings its own, else that of the topology.
Sides grid_of(LoadRequest const& request, AnyTopology const& topology) {
  if (request.grid != Sides{0}) return request.grid;
  return at_part("pattern", [&] {
    return Communications::pick_params(
        Spec::parse(request.pattern),
        [&]<class P>(std::type_identity<P>, typename P::Params const& params) -> Sides {
          if constexpr (requires(P const& pattern) { pattern.own_grid(); })
            return P{params}.own_grid();
          else
            return default_grid(topology);
        },
        "communication pattern");
  });
}

/// Refuses a grid with more tasks than there are terminals, before anything is allocated.
void check_grid(Sides const& grid, std::uint64_t terminals) {
  unsigned __int128 tasks = 1;
  for (auto const side : grid) {
    tasks *= static_cast<std::uint64_t>(side);
    if (side == 0) throw InputError("grid = " + sides_text(grid), "0 must stand alone", "", "grid");
    if (tasks > terminals)
      throw InputError("grid = " + sides_text(grid),
                       "has more tasks than the machine's " + std::to_string(terminals) + " terminals", "",
                       "grid");
  }
}

Communication make_communication(LoadRequest const& request, TaskContext const& context,
                                 std::string& resolved) {
  return at_part("pattern", [&] {
    return Communications::pick_params(
        Spec::parse(request.pattern),
        [&]<class P>(std::type_identity<P>, typename P::Params const& params) {
          resolved = to_spec<P>(params, true).to_string();
          return P{params}.communicate(context);
        },
        "communication pattern");
  });
}

Placement make_placement(LoadRequest const& request, MappingContext const& context, std::string& resolved) {
  return at_part("mapping", [&] {
    return Mappings::pick_params(
        Spec::parse(request.mapping),
        [&]<class M>(std::type_identity<M>, typename M::Params const& params) {
          resolved = to_spec<M>(params, true).to_string();
          return M{params}.place(context);
        },
        "mapping");
  });
}

}  // namespace

void check_load(LoadRequest const& request) {
  LoadMachine const machine(request.topology, request.routing);
  auto const grid = grid_of(request, machine.topology());
  check_grid(grid, machine.terminals());
  std::string pattern;
  make_communication(request, {grid, static_cast<std::uint64_t>(request.seed)}, pattern);
  at_part("mapping", [&] {
    Mappings::pick_params(
        Spec::parse(request.mapping), [](auto, auto const&) {}, "mapping");
  });
}

LoadParts assemble_load(LoadRequest const& request) {
  auto machine = std::make_shared<LoadMachine const>(request.topology, request.routing);
  auto const& topology = machine->topology();
  auto const grid = grid_of(request, topology);
  check_grid(grid, machine->terminals());
  auto const seed = static_cast<std::uint64_t>(request.seed);
  std::string pattern, mapping;
  auto communication = make_communication(request, {grid, seed}, pattern);
  MappingContext context{grid, machine->terminals(), seed};
  context.communication = &communication;
  context.machine = router_grid(topology);
  context.network = [&]() -> Network const& { return machine->network(); };
  context.shares = [&]() -> load::PairShares const& { return machine->shares(); };
  if (auto const* percs = topology.get_if<Percs>()) context.percs = *percs;
  context.percs_paths = machine->percs_paths();
  context.place = [&](Spec const& nested) {
    return Mappings::pick(
        nested, [&](auto const& it) { return it.place(context); }, "mapping");
  };
  Stopwatch const watch;
  auto placement = make_placement(request, context, mapping);
  auto const seconds = watch.seconds();
  std::vector<Setting> scenario{{"topology", topology.spec(true)},
                                {"routing", machine->routing().to_string()},
                                {"pattern", pattern},
                                {"mapping", mapping},
                                {"grid", sides_text(grid)}};
  return {std::move(machine),  grid,   std::move(communication), std::move(placement),
          std::move(scenario), seconds};
}

}  // namespace weft
