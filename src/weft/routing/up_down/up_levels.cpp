// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/up_down/up_levels.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <utility>

#include "weft/core/error.hpp"
#include "weft/core/parallel.hpp"
#include "weft/graph/search.hpp"

namespace weft::routing {
namespace {

bool is_above(std::vector<std::uint32_t> const& level, std::uint32_t a, std::uint32_t b) {
  return level[a] < level[b] || (level[a] == level[b] && a < b);
}

/// Lowers the hops of all reachable routers to their distance from the nearest router in `queue`. Paths do
/// not pass through hosts.
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

/// Moves all hosts to a new lowest level, so that no path goes down through a host.
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
  for (auto& hop_count : hops)
    if (hop_count == unreachable) hop_count = 0;
  return hops;
}

bool every_link_joins_levels(Network const& network, std::vector<std::uint32_t> const& level) {
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    for (std::uint16_t p = 0, ports = network.degree({r}); p < ports; ++p)
      if (level[r] == level[network.target(network.channel({r}, {p})).v]) return false;
  return true;
}

/// Returns the levels for `up=terminals`.
std::vector<std::uint32_t> levels_above_terminals(Network const& network) {
  auto level = hops_from_terminals(network);
  auto const top = *std::ranges::max_element(level);
  for (auto& hops : level) hops = top - hops;
  return level;
}

/// Returns whether down channels lead from `root` to all routers with terminals.
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

namespace {

constexpr std::uint32_t max_routers_of_up_down = 23170;  // two tables of 1 GiB

}  // namespace

UpDownPaths::UpDownPaths(NetworkPtr network, std::vector<std::uint32_t> const& levels)
    : network_(std::move(network)), routers_(network_->num_routers()) {
  if (!network_->is_bidirectional())
    throw InputError{"up_down does not support unidirectional channels", "every channel must have a reverse",
                     "use another routing, e.g. minimal", "routing"};
  if (routers_ > max_routers_of_up_down)
    throw InputError{
        "up_down does not support " + std::to_string(routers_) + " routers",
        "the maximum is " + std::to_string(max_routers_of_up_down) + ", so that its tables fit in 2 GiB",
        "use a routing without tables", "routing"};
  rank_routers(levels);
  for (auto& table : hops_) table.assign(routers_ * routers_, unreachable);
  std::vector<std::vector<std::uint32_t>> queues(num_threads());
  parallel_for(routers_, [&](std::size_t to, unsigned worker) {
    search(static_cast<std::uint32_t>(to), queues[worker]);
  });
  for (auto const hops : hops_[0])
    if (hops != unreachable) longest_ = std::max<std::uint32_t>(longest_, hops);
  for (bool const descends : {false, true}) next_[descends] = next_ports(descends);
}

NextPorts UpDownPaths::next_ports(bool descends) const {
  return {*network_, [&](std::uint32_t at, std::uint32_t to, auto visit) {
            if (at != to && distance(at, to, descends) != unreachable)
              visit_ports(at, to, descends, [&](std::uint16_t port, bool) { return visit(port); });
          }};
}

void UpDownPaths::rank_routers(std::vector<std::uint32_t> const& levels) {
  std::vector<std::uint32_t> order(routers_);
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t r) { return levels[r]; });
  rank_.resize(routers_);
  for (std::uint32_t i = 0; i < routers_; ++i) rank_[order[i]] = i;
}

/// Searches backwards from the destination: first over down channels, then from the routers reached to all
/// routers that can go up to them.
void UpDownPaths::search(std::uint32_t to, std::vector<std::uint32_t>& queue) {
  if (network_->router_failed({to})) return;
  auto* const climbs = &hops_[0][to * routers_];
  auto* const descends = &hops_[1][to * routers_];
  auto const visit_sources = [&](std::uint32_t at, auto visit) {
    for (std::uint16_t p = 0, ports = network_->degree({at}); p < ports; ++p) {
      auto const c = network_->incoming({at}, {p});
      if (!network_->channel_failed(c)) visit(network_->source(c).v);
    }
  };
  queue.assign(1, to);
  descends[to] = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    if (!network_->may_enter({queue[head]}, {to})) continue;
    visit_sources(queue[head], [&](std::uint32_t from) {
      if (is_up(from, queue[head]) || descends[from] != unreachable) return;
      descends[from] = static_cast<std::uint16_t>(descends[queue[head]] + 1);
      queue.push_back(from);
    });
  }
  std::copy_n(descends, routers_, climbs);
  // Each router follows all routers that are closer to the root, so their hops are final.
  queue.resize(routers_);
  for (std::uint32_t r = 0; r < routers_; ++r) queue[rank_[r]] = r;
  for (auto const at : queue) {
    if (climbs[at] == unreachable || !network_->may_enter({at}, {to})) continue;
    visit_sources(at, [&](std::uint32_t from) {
      if (is_up(from, at)) climbs[from] = std::min(climbs[from], static_cast<std::uint16_t>(climbs[at] + 1));
    });
  }
}

}  // namespace weft::routing
