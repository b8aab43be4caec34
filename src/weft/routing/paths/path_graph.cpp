// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/paths/path_graph.hpp"

#include <numeric>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/network/geometry/grid_geometry.hpp"

namespace weft::routing {
namespace {

/// Calls visit(channel, target) for each channel of a router that paths may use.
template <class Visit>
void for_each_channel(Network const& network, std::uint32_t router, Visit visit) {
  if (router % 64 == 0) throw_if_interrupted();
  auto const first = network.first_channels();
  for (auto c = first[router]; c < first[router + std::size_t{1}]; ++c)
    if (auto const target = network.targets()[c]; target != router && !network.channel_failed({c}))
      visit(c, target);
}

/// Returns whether each router is a host, up to the last host; empty if there are no hosts that paths could
/// pass through.
std::vector<bool> multihomed_hosts(Network const& network) {
  std::vector<bool> hosts;
  if (!network.has_multihomed_hosts()) return hosts;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    if (network.is_host({r})) {
      hosts.resize(r + std::size_t{1}, false);
      hosts[r] = true;
    }
  return hosts;
}

}  // namespace

PathGraph::PathGraph(std::uint32_t routers, Rows out, std::vector<bool> is_host)
    : routers_(routers), out_(std::move(out)), is_host_(std::move(is_host)) {
  in_.first.assign(out_.first.size(), 0);
  resize_interruptibly(in_.steps, out_.steps.size());
  InterruptCheck check;
  for (auto const& step : out_.steps) {
    check();
    ++in_.first[step.state + std::size_t{1}];
  }
  std::partial_sum(in_.first.begin(), in_.first.end(), in_.first.begin());
  auto next = in_.first;
  for (std::uint32_t state = 0; state < num_states(); ++state)
    for (auto const& step : steps(state)) {
      check();
      in_.steps[next[step.state]++] = {state, step.channel};
    }
}

PathGraph PathGraph::all(Network const& network) {
  auto const routers = static_cast<std::uint32_t>(network.num_routers());
  auto hosts = multihomed_hosts(network);
  Rows out{{0}, {}};
  out.steps.reserve(network.num_channels());
  for (std::uint32_t r = 0; r < routers; ++r) {
    for_each_channel(network, r, [&](std::uint32_t c, std::uint32_t target) {
      bool const ends = target < hosts.size() && hosts[target];
      out.steps.push_back({ends ? target + routers : target, c});
    });
    out.first.push_back(static_cast<std::uint32_t>(out.steps.size()));
  }
  out.first.resize(out.first.size() + hosts.size(), out.first.back());
  return {routers, std::move(out), std::move(hosts)};
}

PathGraph PathGraph::all(Machine const& machine) {
  auto graph = all(*machine.network());
  if (machine.is_whole_grid() && !machine.grid()->any(GridGeometry::Axis::complete))
    graph.grid_ = machine.grid();
  return graph;
}

PathGraph PathGraph::up_down(Network const& network, std::span<std::uint32_t const> rank) {
  auto const routers = static_cast<std::uint32_t>(network.num_routers());
  if (network.num_channels() >> 31 != 0)
    throw InputError("up_down does not support " + std::to_string(network.num_channels()) + " channels",
                     "the maximum is 2^31");
  auto const leads_up = [&](std::uint32_t from, std::uint32_t to) {
    return rank[to] < rank[from] || (rank[to] == rank[from] && to < from);
  };
  auto const hosts = multihomed_hosts(network);
  auto const is_host = [&](std::uint32_t r) { return r < hosts.size() && hosts[r]; };
  Rows out{{0}, {}};
  for (std::uint32_t r = 0; r < routers; ++r) {
    for_each_channel(network, r, [&](std::uint32_t c, std::uint32_t target) {
      bool const climbs = leads_up(r, target) && !is_host(target);
      out.steps.push_back({climbs ? target : target + routers, c});
    });
    out.first.push_back(static_cast<std::uint32_t>(out.steps.size()));
  }
  for (std::uint32_t r = 0; r < routers; ++r) {
    for_each_channel(network, r, [&](std::uint32_t c, std::uint32_t target) {
      if (!is_host(r) && !leads_up(r, target)) out.steps.push_back({target + routers, c});
    });
    out.first.push_back(static_cast<std::uint32_t>(out.steps.size()));
  }
  return {routers, std::move(out), {}};
}

}  // namespace weft::routing
