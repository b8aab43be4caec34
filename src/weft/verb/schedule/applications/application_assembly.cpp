#include "weft/verb/schedule/applications/application_assembly.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/collective/applications/catalog.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/verb/load/load_assembly.hpp"

namespace weft::verb {
namespace {

using collective::Applications;

collective::GridContext context_of(AnyTopology const& topology) {
  collective::GridContext context;
  context.tasks = topology.num_terminals();
  if (topology.num_terminals() != topology.num_routers()) return context;
  context.machine = topology.sides();
  std::ranges::reverse(context.machine);
  return context;
}

template <class A>
Sides grid_of(A const& application, AnyTopology const& topology) {
  auto const& asked = application.params().grid;
  auto const context = context_of(topology);
  auto grid = asked == Sides{0} ? application.default_grid(context) : asked;
  if (std::ranges::find(grid, 0) != grid.end())
    throw InputError("grid = " + sides_text(grid), "every side needs a task", "0 must stand alone",
                     "schedule");
  double tasks = 1;
  for (auto const side : grid) tasks *= static_cast<double>(side);
  if (tasks > static_cast<double>(context.tasks))
    throw InputError(fmt::format("grid = {}", sides_text(grid)),
                     fmt::format("more tasks than the machine's {} terminals", context.tasks),
                     "choose a smaller grid", "schedule");
  application.check_grid(grid);
  bool const natural = unbracketed(application.params().mapping) == collective::natural_mapping;
  if (natural && (context.machine.empty() || !collective::folds(context.machine, grid)))
    throw InputError(
        fmt::format("{} tasks on {} have no natural mapping", sides_text(grid), topology.spec(false)),
        context.machine.empty()
            ? "only a grid of routers with one terminal each has"
            : "each side of the task grid must be the product of some sides of the machine, all used",
        "choose another grid or a mapping, e.g. mapping=linear", "schedule");
  return grid;
}

/// What is known without the network, for any application.
template <class Visit>
auto with_application(Spec const& schedule, AnyTopology const& topology, Visit visit) {
  try {
    return Applications::pick(
        schedule, [&](auto const& application) { return visit(application, grid_of(application, topology)); },
        "schedule");
  } catch (InputError const& error) { throw error.at("schedule"); }
}

std::vector<std::uint32_t> places_by(std::string const& mapping, std::string const& topology,
                                     Sides const& grid, TransferNetwork const& network, std::int64_t seed,
                                     Progress& progress) {
  auto load = assemble_load({.topology = topology, .mapping = mapping, .grid = grid, .seed = seed});
  place_jobs(load, static_cast<std::uint64_t>(seed), progress);
  std::vector<std::uint32_t> places;
  for (auto const terminal : load.jobs.front().placement) places.push_back(network.vertex({terminal}));
  return places;
}

}  // namespace

std::vector<std::string> application_names() { return Applications::names(); }

bool is_application(std::string_view name) {
  auto const names = Applications::names();
  return std::ranges::find(names, name) != names.end();
}

std::string resolved_application(Spec const& schedule, AnyTopology const& topology) {
  return with_application(schedule, topology, []<class A>(A const& application, Sides const& grid) {
    auto params = application.params();
    params.grid = grid;
    return to_spec<A>(params, true).to_string();
  });
}

ApplicationAssembly assemble_application(Spec const& schedule, std::string const& topology_spec,
                                         AnyTopology const& topology, collective::Ranks const& ranks,
                                         std::int64_t seed, Progress& progress) {
  auto parts = with_application(schedule, topology, [&]<class A>(A const& application, Sides const& grid) {
    auto const folding = ranks.grid() != nullptr && ranks.network().terminals_are_routers()
                             ? collective::fold(*ranks.grid(), grid)
                             : std::nullopt;
    auto const wraps = folding ? folding->wraps : std::vector<bool>(grid.size(), true);
    collective::TaskGrid const tasks(grid, wraps);
    auto params = application.params();
    params.grid = grid;
    ApplicationAssembly found;
    found.grid = grid;
    found.mapping = unbracketed(params.mapping);
    found.embedding = params.embedding;
    found.matrix_share = application.matrix_share(tasks);
    found.phases = [application, tasks](std::vector<std::uint32_t> const& places) {
      return application.phases(tasks, places);
    };
    if (folding && folding->router.size() == topology.num_routers()) found.natural = folding->router;
    return found;
  });
  if (parts.mapping != collective::natural_mapping)
    parts.places = places_by(parts.mapping, topology_spec, parts.grid, ranks.network(), seed, progress);
  else if (parts.natural)
    parts.places = *parts.natural;
  else
    throw InputError(fmt::format("{} has no natural mapping", topology_spec),
                     "some neighbors have no link between them", "choose a mapping, e.g. mapping=linear",
                     "schedule");
  return parts;
}

}  // namespace weft::verb
