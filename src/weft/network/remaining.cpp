#include "weft/network/remaining.hpp"

#include <string>
#include <utility>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/graph/graph_file.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/network.hpp"
#include "weft/topology/family/file.hpp"

namespace weft {
namespace {

constexpr std::uint32_t gone = 0xffffffff;

/// Removes the failed routers and returns the new number of each router.
std::vector<std::uint32_t> remove_failed_routers(Network const& network, GraphFile& graph) {
  std::vector<std::uint32_t> number(network.num_routers(), gone);
  bool const has_names = !graph.names.empty();
  std::uint32_t left = 0;
  graph.names.resize(number.size());
  for (std::uint32_t r = 0; r < number.size(); ++r) {
    if (network.router_failed({r})) continue;
    graph.names[left] = has_names ? std::move(graph.names[r]) : std::to_string(r);
    graph.terminals[left] = graph.terminals[r];
    number[r] = left++;
  }
  graph.vertices = left;
  graph.names.resize(left);
  graph.terminals.resize(left);
  return number;
}

/// Links in the order in which graph_file_of writes them.
void remove_failed_links(AnyTopology const& topology, Network const& network,
                         std::vector<std::uint32_t> const& number, GraphFile& graph) {
  std::size_t next = 0, kept = 0;
  for (std::uint32_t r = 0; r < number.size(); ++r)
    for (std::uint16_t p = 0, ports = network.degree({r}); p < ports; ++p) {
      auto const far = topology.neighbor({r}, {p});
      if (!graph.directed && std::pair(far.router, far.port) < std::pair(RouterId{r}, PortId{p})) continue;
      auto link = graph.links[next++];
      if (network.channel_failed(network.channel({r}, {p}))) continue;
      link.a = number[link.a];
      link.b = number[link.b];
      graph.links[kept++] = link;
    }
  graph.links.resize(kept);
}

}  // namespace

TopologyPtr remaining(TopologyPtr topology, FailureParams const& failures) {
  if (!failures.any()) return topology;
  auto const network = topology->network(failures);
  auto graph = topology->graph_file();
  auto const number = remove_failed_routers(network, graph);
  remove_failed_links(*topology, network, number, graph);
  bool has_terminals = false;
  for (auto const terminals : graph.terminals) has_terminals = has_terminals || terminals > 0;
  if (!has_terminals)
    throw InputError("no terminal of " + topology->spec(false) + " is left", "too much has failed");
  return forget_type(File(std::move(graph), topology->spec(true)));
}

}  // namespace weft
