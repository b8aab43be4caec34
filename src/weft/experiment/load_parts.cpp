#include "weft/experiment/load_parts.hpp"

#include <cmath>
#include <type_traits>

#include "weft/engine/load/percs_load.hpp"
#include "weft/experiment/mapping_choice.hpp"
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

/// What mappings that look at others may ask.
void add_answers(MappingContext& context, std::vector<Table>& tables) {
  context.place = [&context](Spec const& mapping) { return place_by(mapping, context); };
  context.candidates = [&context] { return mapping_candidates(context); };
  context.report = [&tables](Table table) { tables.push_back(std::move(table)); };
  if (context.percs_paths)
    context.evaluate = [&context](Placement const& placement) {
      return load::percs_loads(*context.percs_paths,
                               {*context.communication, placement, context.percs_paths->supernodes()});
    };
}

Spec load_routing(std::string const& text, AnyTopology const& topology) {
  auto const routing = parse_spec(text, "routing");
  if (routing.name != "default") return routing;
  if (topology.get_if<Percs>() != nullptr) return {"percs_direct", {}};
  return {topology.sides().empty() ? "all_minimal" : "dimension_order", {}};
}

bool is_for_percs(Spec const& routing) {
  return routing.name == "percs_direct" || routing.name == "percs_indirect";
}

}  // namespace

PercsPathParams percs_params(Spec const& routing) {
  return at_part("routing", [&] { return read_params<PercsPathParams>(percs_path_schema, routing); });
}

namespace {

LoadParts assemble(LoadRequest const& request, Progress& progress, bool search) {
  auto topology = make_topology(request.topology);
  auto const terminals = topology->num_terminals();
  auto const grid = grid_of(request, *topology);
  check_grid(grid, terminals);
  auto const seed = static_cast<std::uint64_t>(request.seed);
  auto routing = load_routing(request.routing, *topology);
  if (is_for_percs(routing)) routing.arguments = write_params(percs_path_schema, percs_params(routing), true);
  std::string pattern, mapping;
  auto communication = make_communication(request, {grid, seed}, pattern);
  MappingContext context{grid, terminals, seed};
  context.communication = &communication;
  if (auto const* percs = topology->get_if<Percs>()) {
    context.percs = *percs;
    if (is_for_percs(routing))
      context.percs_paths.emplace(*percs, percs_params(routing), routing.name == "percs_direct");
  }
  context.progress = &progress;
  std::vector<Table> tables;
  add_answers(context, tables);
  auto placement = at_part("mapping", [&] {
    auto const spec = Spec::parse(request.mapping);
    return search || !is_search(spec) ? place_by(spec, context, &mapping) : Placement{};
  });
  std::vector<Setting> scenario{{"topology", topology->spec(true)},
                                {"routing", routing.to_string()},
                                {"pattern", pattern},
                                {"mapping", mapping},
                                {"grid", sides_text(grid)}};
  return {std::move(topology),      grid,
          std::move(communication), std::move(placement),
          std::move(routing),       std::move(scenario),
          std::move(tables)};
}

}  // namespace

LoadParts assemble_load(LoadRequest const& request, Progress& progress) {
  return assemble(request, progress, true);
}

void check_load(LoadRequest const& request) { assemble(request, no_progress(), false); }

}  // namespace weft
