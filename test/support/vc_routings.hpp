// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "support/machine_of.hpp"
#include "support/topology_view.hpp"
#include "weft/routing/bind.hpp"

namespace weft {

/// A routing with as many virtual channels as it needs and `more`.
inline routing::ChannelRoutingPtr bind_vc(Machine const& machine, std::string const& routing,
                                          std::uint32_t more = 0) {
  auto const spec = Spec::parse(routing);
  return routing::bind_channels(spec, machine, {.vcs = routing::vcs_needed(spec, machine) + more});
}

/// Routers at which packets are injected, and at which they are ejected.
inline std::vector<std::uint32_t> vc_sources(Network const& network) {
  std::set<std::uint32_t> routers;
  for (std::uint32_t e = 0; e < network.num_terminals(); ++e) routers.insert(network.injection_router({e}).v);
  return {routers.begin(), routers.end()};
}
inline std::vector<std::uint32_t> vc_destinations(Network const& network) {
  std::set<std::uint32_t> routers;
  for (std::uint32_t e = 0; e < network.num_terminals(); ++e) routers.insert(network.ejection_router({e}).v);
  return {routers.begin(), routers.end()};
}

/// The first terminal that a router injects or ejects; `num_terminals()` if there is none.
inline std::uint32_t first_injected_at(Network const& network, std::uint32_t router) {
  std::uint32_t e = 0;
  while (e < network.num_terminals() && network.injection_router({e}).v != router) ++e;
  return e;
}
inline std::uint32_t first_ejected_at(Network const& network, std::uint32_t router) {
  std::uint32_t e = 0;
  while (e < network.num_terminals() && network.ejection_router({e}).v != router) ++e;
  return e;
}

/// Hops from one router of a network to every other over what works, through no host: breadth-first search.
inline std::vector<std::uint32_t> vc_hops(Network const& network, std::uint32_t from) {
  std::vector<std::uint32_t> hops(network.num_routers(), 0xffffffff), queue{from};
  hops[from] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    if (i > 0 && network.is_host({queue[i]})) continue;
    for (std::uint16_t p = 0; p < network.degree({queue[i]}); ++p) {
      auto const c = network.channel({queue[i]}, {p});
      auto const next = network.target(c).v;
      if (hops[next] != 0xffffffff || network.channel_failed(c)) continue;
      hops[next] = hops[queue[i]] + 1;
      queue.push_back(next);
    }
  }
  return hops;
}

}  // namespace weft
