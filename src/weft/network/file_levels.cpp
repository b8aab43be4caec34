// SPDX-License-Identifier: Apache-2.0
#include "weft/network/file_levels.hpp"

#include <algorithm>

#include "weft/graph/search.hpp"
#include "weft/topology/family/file.hpp"

namespace weft {
namespace {

std::vector<std::uint32_t> neighbors_of(Network const& network, std::uint32_t router) {
  std::vector<std::uint32_t> neighbors;
  for (std::uint16_t p = 0; p < network.degree({router}); ++p)
    if (auto const next = network.target(network.channel({router}, {p})).v; next != router)
      neighbors.push_back(next);
  std::ranges::sort(neighbors);
  neighbors.erase(std::ranges::unique(neighbors).begin(), neighbors.end());
  return neighbors;
}

/// Returns the graph of the given routers and of the links between them. `routers` is in ascending order and
/// determines the numbers of the vertices.
SwitchGraph part_of(Network const& network, std::vector<std::uint32_t> const& routers) {
  SwitchGraph part;
  for (auto const r : routers) {
    auto neighbors = neighbors_of(network, r);
    for (auto& next : neighbors)
      next = static_cast<std::uint32_t>(std::ranges::lower_bound(routers, next) - routers.begin());
    part.neighbors.push_back(std::move(neighbors));
    part.has_hosts.push_back(network.terminals_at({r}).count > 0);
  }
  return part;
}

}  // namespace

std::optional<std::vector<std::uint32_t>> file_levels(Machine const& machine) {
  if (machine.as<topology::File>() == nullptr || !machine.bidirectional()) return {};
  auto const& network = *machine.network();
  auto const routers = static_cast<std::uint32_t>(network.num_routers());
  std::vector<std::uint32_t> level(routers, no_level);
  std::vector<bool> seen(routers, false);
  for (std::uint32_t r = 0; r < routers; ++r) {
    if (seen[r]) continue;
    auto part = breadth_first(routers, {r}, [&](Vertex v, auto step) {
                  for (auto const next : neighbors_of(network, v)) step(next);
                }).order;
    std::ranges::sort(part);
    for (auto const v : part) seen[v] = true;
    auto const graph = part_of(network, part);
    if (std::ranges::find(graph.has_hosts, true) == graph.has_hosts.end()) continue;
    auto const found = switch_levels(graph);
    if (!found) return {};
    for (std::size_t i = 0; i < part.size(); ++i) level[part[i]] = (*found)[i];
  }
  return level;
}

}  // namespace weft
