#include "weft/experiment/load.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "weft/engine/load/network_load.hpp"
#include "weft/engine/load/percs_load.hpp"
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

void load_percs(Percs const& percs, LoadParts const& parts, Result& result) {
  auto const params = percs_params(parts.routing);
  PercsPaths const paths(percs, params, parts.routing.name == "percs_direct");
  Stopwatch const watch;
  load::PlacedTasks const tasks(parts.communication, parts.placement, paths.supernodes());
  auto const loads = load::percs_loads(paths, tasks);
  result.timings.push_back({"loads", watch.seconds()});
  result.tables.push_back(throughput_table(loads));
  PercsTables channels(loads, paths.links());
  load::visit_percs_loads(paths, tasks, channels);
  channels.tables.add_to(result);
  constexpr std::uint64_t most_ports = 512;
  if (std::uint64_t{paths.supernodes()} * paths.links() > most_ports)
    result.notes.emplace_back("supernodes * links exceeds 512: more D ports than the nodes of the 775 have");
}

/// The loads by a routing that any network may have.
load::NetworkLoads network_loads(AnyTopology const& topology, Spec const& routing,
                                 std::shared_ptr<Network const> const& network,
                                 load::RouterTraffic const& traffic) {
  bool const valiant = routing.name == "valiant";
  if ((valiant || routing.name == "all_minimal") && !routing.arguments.empty())
    throw InputError(routing.name + " takes no parameters", "", "", "routing");
  if (routing.name == "all_minimal" || (valiant && topology.sides().empty()))
    return load::all_minimal_loads(traffic, valiant);
  auto const bound = topology.bind(valiant ? Spec{"dimension_order", {}} : routing,
                                   BindContext{[&] { return network; }, 1, false});
  return load::single_path_loads(traffic, *bound, valiant);
}

void load_network(AnyTopology const& topology, LoadParts const& parts, Result& result) {
  auto const network = std::make_shared<Network const>(topology.network({}));
  Stopwatch const watch;
  load::RouterTraffic const traffic(parts.communication, parts.placement, *network);
  auto const found = network_loads(topology, parts.routing, network, traffic);
  result.timings.push_back({"loads", watch.seconds()});
  result.tables.push_back(throughput_table(found.loads));
  ChannelTables channels(found.loads);
  for (std::uint32_t c = 0; c < network->num_channels(); ++c)
    channels.add(network->class_of({c}).v, found.channel[c], 1, [&] {
      auto const id = network->id({c});
      return fmt::format("{} -> {} (port {})", id.router().v, network->target({c}).v, id.port().v);
    });
  channels.add_to(result);
  if (!found.exact)
    result.notes.emplace_back(
        "no common denominator below 2^62: shares in floating point, loads rounded to 2^-20");
}

void check_routing(Spec const& routing, bool percs) {
  bool const for_percs = routing.name == "percs_direct" || routing.name == "percs_indirect";
  if (for_percs && !percs) throw InputError(routing.name + " routes on percs only", "", "", "routing");
  constexpr std::array known{"all_minimal", "dimension_order", "minimal", "valiant"};
  std::vector<std::string> names(known.begin(), known.end());
  if (percs) names.insert(names.end(), {"percs_direct", "percs_indirect"});
  if (std::ranges::find(names, routing.name) == names.end())
    throw InputError("no loads by routing '" + routing.name + "'", "", suggest(routing.name, names),
                     "routing");
}

}  // namespace

Result load_channels(LoadRequest const& request, Progress& progress) {
  auto const parts = assemble_load(request, progress);
  Result result = new_result(static_cast<std::uint64_t>(request.seed));
  result.scenario = parts.scenario;
  auto const* percs = parts.topology->get_if<Percs>();
  check_routing(parts.routing, percs != nullptr);
  if (percs != nullptr && parts.routing.name.starts_with("percs_"))
    load_percs(*percs, parts, result);
  else
    load_network(*parts.topology, parts, result);
  result.tables.insert(result.tables.end(), parts.tables.begin(), parts.tables.end());
  return result;
}

TaskPlaces place_tasks(LoadRequest const& request, Progress& progress) {
  auto parts = assemble_load(request, progress);
  auto const& topology = *parts.topology;
  auto const each = topology.terminals_at(topology.injection_router({0})).count;
  return {std::move(parts.placement), each};
}

Result map_tasks(LoadRequest const& request, Progress& progress) {
  auto parts = assemble_load(request, progress);
  Result result = new_result(static_cast<std::uint64_t>(request.seed));
  result.scenario = parts.scenario;
  Table table{"mapping", "Where the tasks run", {{"task"}, {"terminal"}, {"router"}}, {}};
  for (std::uint32_t task = 0; task < parts.placement.size(); ++task)
    table.add_row({task, parts.placement[task], parts.topology->injection_router({parts.placement[task]}).v});
  result.tables.push_back(std::move(table));
  std::ranges::move(parts.tables, std::back_inserter(result.tables));
  return result;
}

}  // namespace weft
