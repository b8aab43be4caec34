// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/fabric/lost_pairs.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "weft/core/interrupt.hpp"

namespace weft::fabric {
namespace {

using routing::NextHop;

/// Follows the routes to one destination.
class RouteWalk {
 public:
  RouteWalk(routing::DestinationRoutes const& routes, Network const& network)
      : routes_(routes), network_(network), visited_(network.num_routers(), 0) {}

  /// Whether packets from a router to `to` are lost; then `lost` has their route.
  bool loses(std::uint32_t router, std::uint32_t to, LostPair& lost) {
    auto const next = routes_.to(to);
    lost.route.clear();
    ++walk_;
    while (next[router].is_channel()) {
      if (visited_[router] == walk_) return end(lost, LostPair::Fate::loops, router);
      visited_[router] = walk_;
      lost.route.push_back(next[router].channel());
      router = network_.target(next[router].channel()).v;
    }
    switch (next[router].end()) {
      case NextHop::End::arrives: return false;
      case NextHop::End::dead_port: return end(lost, LostPair::Fate::dead_port, router);
      case NextHop::End::wrong_host: return end(lost, LostPair::Fate::wrong_host, router);
      case NextHop::End::no_entry: break;
    }
    return end(lost, LostPair::Fate::no_entry, router);
  }

 private:
  static bool end(LostPair& lost, LostPair::Fate fate, std::uint32_t router) {
    lost.fate = fate;
    lost.router = router;
    return true;
  }

  routing::DestinationRoutes const& routes_;
  Network const& network_;
  std::vector<std::uint64_t> visited_;  // the walk in which a router was last met
  std::uint64_t walk_ = 0;
};

}  // namespace

std::vector<LostPair> lost_pairs(routing::DestinationRoutes const& routes, Network const& network,
                                 std::size_t most) {
  std::vector<std::vector<std::uint32_t>> ends_at(network.num_routers());
  for (std::uint32_t end = 0; end < routes.num_ends(); ++end) ends_at[routes.router(end)].push_back(end);
  RouteWalk walk(routes, network);
  std::array<std::vector<LostPair>, 4> found;
  InterruptCheck check_for_interrupt;
  for (std::uint32_t to = 0; to < routes.num_ends(); ++to) {
    check_for_interrupt();
    for (std::uint32_t r = 0; r < network.num_routers(); ++r) {
      LostPair lost;
      lost.to = to;
      if (ends_at[r].empty() || !walk.loses(r, to, lost)) continue;
      auto& of_fate = found[static_cast<std::size_t>(lost.fate)];
      for (auto const from : ends_at[r]) {
        if (from == to || of_fate.size() == most) continue;
        lost.from = from;
        of_fate.push_back(lost);
      }
    }
  }
  std::vector<LostPair> all;
  for (auto& of_fate : found) all.insert(all.end(), of_fate.begin(), of_fate.end());
  return all;
}

namespace {

std::vector<std::uint32_t> ends_at_routers(std::span<std::uint32_t const> router, Network const& network) {
  std::vector<std::uint32_t> ends(network.num_routers(), 0);
  for (auto const r : router) ++ends[r];
  return ends;
}

/// The channels in use that leave a router for another one.
std::uint64_t channels_out(Network const& network, RouterId r) {
  std::uint64_t count = 0;
  for (std::uint16_t p = 0; p < network.degree(r); ++p)
    count += !network.channel_failed(network.channel(r, {p}));
  return count;
}

}  // namespace

RouteBounds route_bounds(std::span<std::uint32_t const> router, Network const& network,
                         HopTable const& hops) {
  auto const ends = ends_at_routers(router, network);
  RouteBounds result;
  std::uint64_t channels = 0;
  for (std::uint32_t from = 0; from < network.num_routers(); ++from) {
    auto const out = channels_out(network, {from});
    channels += out;
    if (ends[from] == 0) continue;
    std::uint64_t leaving = 0;
    for (std::uint32_t to = 0; to < network.num_routers(); ++to) {
      auto const distance = hops.hops(to, from);
      if (ends[to] == 0 || distance == HopTable::unreachable) continue;
      auto const pairs = std::uint64_t{ends[from]} * (ends[to] - (to == from ? 1U : 0U));
      result.pairs += pairs;
      result.sum_distance += pairs * distance;
      if (pairs > 0) result.diameter = std::max(result.diameter, distance);
      if (to != from) leaving += pairs;
    }
    auto const load = out == 0 ? 0 : static_cast<double>(leaving) / static_cast<double>(out);
    if (load <= result.at_switch) continue;
    result.at_switch = load;
    result.router = from;
  }
  if (channels > 0) result.mean = static_cast<double>(result.sum_distance) / static_cast<double>(channels);
  return result;
}

std::optional<double> least_load(std::span<std::uint32_t const> router, Network const& network,
                                 RouteBounds const& bounds, double seconds, FlowPaths paths) {
  if (bounds.pairs != router.size() * (router.size() - 1) || bounds.sum_distance == 0) return {};
  // Parallel channels are one arc of their joint capacity, in units that bring the result near 1: the solver
  // has an absolute tolerance.
  auto const bound = std::max(bounds.mean, bounds.at_switch);
  std::map<Arc, double> capacities;
  for (std::uint32_t c = 0; c < network.num_channels(); ++c)
    if (!network.channel_failed({c})) capacities[{network.source({c}).v, network.target({c}).v}] += bound;
  std::vector<Arc> arcs;
  std::vector<double> capacity;
  for (auto const& [arc, count] : capacities) {
    arcs.push_back(arc);
    capacity.push_back(count);
  }
  auto const graph = Graph::from_arcs(network.num_routers(), arcs);
  auto const ends = ends_at_routers(router, network);
  constexpr double seconds_per_square = 1e-8;
  auto const variables = static_cast<double>(concurrent_flow_variables(graph, ends));
  if (variables * variables * seconds_per_square > seconds) return {};
  auto const rate = concurrent_flow(graph, ends, capacity, paths);
  if (!rate) return {};
  return std::max(bound, bound / *rate);
}

}  // namespace weft::fabric
