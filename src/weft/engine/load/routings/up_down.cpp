#include "weft/engine/load/routings/up_down.hpp"

#include <algorithm>
#include <limits>

#include "weft/core/error.hpp"
#include "weft/engine/load/paths/shortest_path_loads.hpp"

namespace weft::load {
namespace {

constexpr auto unseen = std::numeric_limits<std::uint32_t>::max();

/// Hops from the nearest of some routers, by breadth-first search.
std::vector<std::uint32_t> hops_from(Network const& network, std::vector<std::uint32_t> queue) {
  std::vector<std::uint32_t> hops(network.num_routers(), unseen);
  for (auto const router : queue) hops[router] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (std::uint16_t p = 0, ports = network.degree({queue[i]}); p < ports; ++p) {
      auto const c = network.channel({queue[i]}, {p});
      auto const next = network.target(c).v;
      if (network.channel_failed(c) || hops[next] != unseen) continue;
      hops[next] = hops[queue[i]] + 1;
      queue.push_back(next);
    }
  return hops;
}

std::vector<std::uint32_t> hops_from_terminals(Network const& network) {
  std::vector<std::uint32_t> with_terminals;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    if (network.terminals_at({r}).count > 0) with_terminals.push_back(r);
  return hops_from(network, std::move(with_terminals));
}

bool every_link_joins_levels(Network const& network, std::vector<std::uint32_t> const& level) {
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    for (std::uint16_t p = 0, ports = network.degree({r}); p < ports; ++p)
      if (level[r] == level[network.target(network.channel({r}, {p})).v]) return false;
  return true;
}

}  // namespace

void UpDown::check(Params const& params) {
  if (params.root >= 0 && params.up != UpOrder::root)
    throw InputError("root = " + std::to_string(params.root), "only up=root has a root",
                     "add up=root, or omit root", "routing");
}

void UpDown::check_machine(Machine const& machine) const {
  if (!machine.is_bidirectional)
    throw InputError("up_down cannot route on " + machine.topology, "needs a reverse of every channel",
                     "use all_minimal", "routing");
  if (params_.root >= 0 && static_cast<std::uint64_t>(params_.root) >= machine.routers)
    throw InputError("root = " + std::to_string(params_.root),
                     "there are " + std::to_string(machine.routers) + " routers", "", "routing");
}

std::uint32_t UpDown::root(Network const& network) const {
  if (params_.root >= 0) return static_cast<std::uint32_t>(params_.root);
  std::uint32_t widest = 0;
  for (std::uint32_t r = 1; r < network.num_routers(); ++r)
    if (network.degree({r}) > network.degree({widest})) widest = r;
  return widest;
}

PathGraph UpDown::graph(Network const& network) const {
  if (params_.up != UpOrder::root) {
    auto level = hops_from_terminals(network);
    if (params_.up == UpOrder::terminals || every_link_joins_levels(network, level)) {
      auto const top = *std::ranges::max_element(level);
      for (auto& hops : level) hops = top - hops;
      return PathGraph::up_down(network, level);
    }
  }
  return PathGraph::up_down(network, hops_from(network, {root(network)}));
}

PairSharesPtr UpDown::shares(Machine const& machine) const {
  return std::make_shared<ShortestPathShares>(graph(*machine.network()), params_.paths);
}

NetworkLoads UpDown::loads(Machine const& machine, RouterTraffic const& traffic, Progress& progress) const {
  if (params_.paths == PathChoice::lowest) return loads_by_shares(traffic, *shares(machine), progress);
  return shortest_path_loads(graph(*machine.network()), {traffic, false}, progress);
}

}  // namespace weft::load
