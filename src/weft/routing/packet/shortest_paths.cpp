// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/packet/shortest_paths.hpp"

#include <string>

#include "weft/core/error.hpp"

namespace weft {
namespace {

Graph surviving_graph(Network const& network) {
  if (auto const routers = network.num_routers(); !DistanceTable::fits(routers))
    throw InputError{"a table of the distances of " + std::to_string(routers) + " routers would need " +
                         std::to_string(routers * routers >> 30) + " GiB",
                     "the limit is 2 GiB", "use a routing without tables, on a network without failures"};
  return router_graph(network);
}

}  // namespace

DistanceTable::DistanceTable(NetworkPtr network)
    : network_(std::move(network)), hops_(surviving_graph(*network_)) {}

namespace {

bool is_one_way(Network const& network) {
  for (std::uint32_t e = 0; e < network.num_terminals(); ++e)
    if (network.ejection_router({e}) == network.injection_router({e})) return false;
  return true;
}

/// Throws InputError if a pair of routers has no path. If terminals eject at other routers than they inject,
/// or if hosts have several channels, checks only the pairs that can have traffic, because only hosts may
/// then connect the switches.
void reject_if_disconnected(DistanceTable const& table) {
  auto const& network = table.network();
  auto const routers = static_cast<std::uint32_t>(network.num_routers());
  std::vector<bool> ends(routers, true);
  bool const ends_only = is_one_way(network) || network.has_multihomed_hosts();
  if (ends_only) {
    ends.assign(routers, false);
    for (std::uint32_t e = 0; e < network.num_terminals(); ++e) ends[network.ejection_router({e}).v] = true;
  }
  for (std::uint32_t to = 0; to < routers; ++to)
    for (std::uint32_t from = 0; from < routers; ++from)
      if (ends[to] && (!ends_only || network.terminals_at({from}).count > 0) && !table.reaches({from}, {to}))
        throw InputError{
            "no path leads from router " + std::to_string(from) + " to router " + std::to_string(to),
            "the network is not connected"};
}

}  // namespace

PacketRoutingPtr shortest_paths(NetworkPtr network, MinimalChoice choice) {
  auto table = std::make_shared<DistanceTable const>(std::move(network));
  if (!table->network().has_failures()) reject_if_disconnected(*table);
  return std::make_shared<ShortestPaths<TableMetric>>(TableMetric{std::move(table)}, choice);
}

}  // namespace weft
