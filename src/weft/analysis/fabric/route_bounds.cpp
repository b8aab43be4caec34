// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/fabric/route_bounds.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace weft::fabric {
namespace {

std::vector<std::uint32_t> ends_at_routers(std::span<std::uint32_t const> router, Network const& network) {
  std::vector<std::uint32_t> ends(network.num_routers(), 0);
  for (auto const r : router) ++ends[r];
  return ends;
}

/// Returns the number of working channels that leave router r.
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

std::optional<double> min_load(std::span<std::uint32_t const> router, Network const& network,
                               RouteBounds const& bounds, double seconds, FlowPaths paths) {
  if (bounds.pairs != router.size() * (router.size() - 1) || bounds.sum_distance == 0) return {};
  // Parallel channels are merged into one arc with their total capacity, in units that bring the result near
  // 1, because the solver has an absolute tolerance.
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
