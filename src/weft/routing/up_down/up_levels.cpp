#include "weft/routing/up_down/up_levels.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "weft/graph/search.hpp"

namespace weft::routing {
namespace {

bool is_above(std::vector<std::uint32_t> const& level, std::uint32_t a, std::uint32_t b) {
  return level[a] < level[b] || (level[a] == level[b] && a < b);
}

/// Lowers the hops of all reachable routers to those from the nearest of some routers, through no host.
void search(Network const& network, std::vector<std::uint32_t> queue, std::vector<std::uint32_t>& hops) {
  for (auto const router : queue) hops[router] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    if (hops[queue[i]] > 0 && network.is_host({queue[i]})) continue;
    for (std::uint16_t p = 0, ports = network.degree({queue[i]}); p < ports; ++p) {
      auto const c = network.channel({queue[i]}, {p});
      auto const next = network.target(c).v;
      if (network.channel_failed(c) || hops[next] <= hops[queue[i]] + 1) continue;
      hops[next] = hops[queue[i]] + 1;
      queue.push_back(next);
    }
  }
}

/// Puts hosts on a level below all others: no path goes down through a host.
void put_hosts_below(Network const& network, std::vector<std::uint32_t>& level) {
  if (!network.has_multihomed_hosts()) return;
  auto const bottom = *std::ranges::max_element(level) + 1;
  for (std::uint32_t r = 0; r < level.size(); ++r)
    if (network.is_host({r})) level[r] = bottom;
}

std::vector<std::uint32_t> hops_from_terminals(Network const& network) {
  std::vector<std::uint32_t> hops(network.num_routers(), unreachable), with_terminals;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    if (network.terminals_at({r}).count > 0) with_terminals.push_back(r);
  search(network, std::move(with_terminals), hops);
  for (auto& it : hops)
    if (it == unreachable) it = 0;
  return hops;
}

bool every_link_joins_levels(Network const& network, std::vector<std::uint32_t> const& level) {
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    for (std::uint16_t p = 0, ports = network.degree({r}); p < ports; ++p)
      if (level[r] == level[network.target(network.channel({r}, {p})).v]) return false;
  return true;
}

/// The levels of `up=terminals`.
std::vector<std::uint32_t> levels_above_terminals(Network const& network) {
  auto level = hops_from_terminals(network);
  auto const top = *std::ranges::max_element(level);
  for (auto& hops : level) hops = top - hops;
  return level;
}

/// Whether all routers with terminals can be reached from this one downward.
bool is_above_all_terminals(Network const& network, std::vector<std::uint32_t> const& level,
                            std::uint32_t root) {
  auto const found = breadth_first(network.num_routers(), {root}, [&](Vertex r, auto step) {
    for (std::uint16_t p = 0, ports = network.degree({r}); p < ports; ++p) {
      auto const c = network.channel({r}, {p});
      auto const next = network.target(c).v;
      if (!network.channel_failed(c) && is_above(level, r, next)) step(next);
    }
  });
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    if (network.terminals_at({r}).count > 0 && found.hops[r] == unreachable) return false;
  return true;
}

std::vector<std::uint32_t> highest_degree_first(Network const& network) {
  std::vector<std::uint32_t> routers(network.num_routers());
  std::iota(routers.begin(), routers.end(), 0u);
  std::ranges::stable_sort(routers, std::greater{}, [&](std::uint32_t r) {
    if (network.router_failed({r})) return -1;
    return network.is_host({r}) ? 0 : static_cast<int>(network.degree({r}));
  });
  return routers;
}

}  // namespace

std::uint32_t highest_degree_router(Network const& network) { return highest_degree_first(network).front(); }

UpOrder resolve_up_order(Network const& network, UpOrder order) {
  if (order != UpOrder::automatic) return order;
  auto const level = levels_above_terminals(network);
  return every_link_joins_levels(network, level) && joins_all_terminals(network, level) ? UpOrder::terminals
                                                                                        : UpOrder::root;
}

bool joins_all_terminals(Network const& network, std::vector<std::uint32_t> const& level) {
  for (std::uint32_t r = 0; r < network.num_routers(); ++r) {
    bool is_top = !network.router_failed({r});
    for (std::uint16_t p = 0, ports = network.degree({r}); p < ports && is_top; ++p) {
      auto const c = network.channel({r}, {p});
      is_top = network.channel_failed(c) || is_above(level, r, network.target(c).v);
    }
    if (is_top && is_above_all_terminals(network, level, r)) return true;
  }
  return false;
}

std::vector<std::uint32_t> up_levels(Network const& network, UpOrder order, std::uint32_t root) {
  if (order == UpOrder::terminals) return levels_above_terminals(network);
  std::vector<std::uint32_t> level(network.num_routers(), unreachable);
  search(network, {root}, level);
  for (auto const r : highest_degree_first(network))
    if (level[r] == unreachable) search(network, {r}, level);
  put_hosts_below(network, level);
  return level;
}

}  // namespace weft::routing
