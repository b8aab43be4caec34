#include "weft/experiment/load.hpp"

#include <fmt/format.h>

#include "weft/engine/load/percs_load.hpp"
#include "weft/experiment/dilation.hpp"
#include "weft/experiment/load_parts.hpp"
#include "weft/experiment/load_tables.hpp"
#include "weft/experiment/new_result.hpp"
#include "weft/experiment/summary.hpp"

namespace weft {
namespace {

/// Tells the names of channels of PERCS as supernode.node.
class PercsTables final : public load::PercsLoadVisitor {
 public:
  PercsTables(load::Loads const& loads, std::uint32_t links) : tables(loads), links_(links) {}
  void inner(std::uint32_t a, load::NodePairs const& load) override {
    for (std::uint32_t u = 0; u < nodes; ++u)
      for (std::uint32_t v = 0; v < nodes; ++v)
        if (u != v) {
          bool const ll = u / Percs::nodes_per_drawer == v / Percs::nodes_per_drawer;
          tables.add(ll ? 2 : 1, load[u][v], 1, [&] { return fmt::format("{}.{} -> {}.{}", a, u, a, v); });
        }
  }
  void between(std::uint32_t a, std::span<std::uint64_t const> load) override {
    auto const width = nodes / links_;
    for (std::uint32_t b = 0; b < load.size(); ++b)
      tables.add(0, load[b], links_,
                 [&] { return fmt::format("{}.{} -> {}.{}", a, b % width, b, a % width); });
  }
  ChannelTables tables;

 private:
  static constexpr std::uint32_t nodes = Percs::nodes_per_supernode;
  std::uint32_t links_;
};

void load_percs(PercsPaths const& paths, LoadParts const& parts, Result& result) {
  Stopwatch const watch;
  load::PlacedTasks const tasks(parts.communication, parts.placement, paths.supernodes());
  auto const loads = load::percs_loads(paths, tasks);
  result.timings.push_back({"loads", watch.seconds()});
  result.tables.push_back(throughput_table(loads));
  result.tables.push_back(
      dilation_of(*parts.machine->topology().get_if<Percs>(), parts.communication, parts.placement, loads)
          .table());
  PercsTables channels(loads, paths.links());
  load::visit_percs_loads(paths, tasks, channels);
  channels.tables.add_to(result);
  constexpr std::uint64_t most_ports = 512;
  if (std::uint64_t{paths.supernodes()} * paths.links() > most_ports)
    result.notes.emplace_back("supernodes * links exceeds 512: more D ports than the nodes of the 775 have");
}

void load_network(LoadParts const& parts, Progress& progress, Result& result) {
  auto const& network = parts.machine->network();
  Stopwatch const watch;
  load::RouterTraffic const traffic(parts.communication, parts.placement, network);
  auto const found = parts.machine->loads(traffic, progress);
  result.timings.push_back({"loads", watch.seconds()});
  result.tables.push_back(throughput_table(found.loads));
  result.tables.push_back(dilation_of(traffic, found.loads).table());
  ChannelTables channels(found.loads);
  for (std::uint32_t c = 0; c < network.num_channels(); ++c)
    channels.add(network.class_of({c}).v, found.channel[c], 1, [&] {
      auto const id = network.id({c});
      return fmt::format("{} -> {} (port {})", id.router().v, network.target({c}).v, id.port().v);
    });
  channels.add_to(result);
  if (!found.exact)
    result.notes.emplace_back("the shares have no small common denominator: loads are rounded");
}

}  // namespace

Result load_channels(LoadRequest const& request, Progress& progress) {
  auto const parts = assemble_load(request);
  Result result = new_result(static_cast<std::uint64_t>(request.seed));
  result.scenario = parts.scenario;
  result.timings.push_back({"mapping", parts.mapping_seconds});
  if (auto const& paths = parts.machine->percs_paths())
    load_percs(*paths, parts, result);
  else
    load_network(parts, progress, result);
  return result;
}

TaskPlaces place_tasks(LoadRequest const& request) {
  auto parts = assemble_load(request);
  TaskPlaces places{std::move(parts.placement), 1, {}};
  auto const& topology = parts.machine->topology();
  places.terminals_per_router = topology.terminals_at(topology.injection_router({0})).count;
  places.sides = topology.sides();
  return places;
}

Result map_tasks(LoadRequest const& request) {
  auto const parts = assemble_load(request);
  Result result = new_result(static_cast<std::uint64_t>(request.seed));
  result.scenario = parts.scenario;
  Table table{"mapping", "Where the tasks run", {{"task"}, {"terminal"}, {"router"}}, {}};
  auto const& topology = parts.machine->topology();
  for (std::uint32_t task = 0; task < parts.placement.size(); ++task)
    table.add_row({task, parts.placement[task], topology.injection_router({parts.placement[task]}).v});
  result.tables.push_back(std::move(table));
  return result;
}

}  // namespace weft
