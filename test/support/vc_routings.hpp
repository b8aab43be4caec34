#pragma once

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "support/topology_view.hpp"
#include "weft/network/machine_of.hpp"
#include "weft/routing/vc/bind.hpp"

namespace weft {

/// A topology's network and what routings with virtual channels bind to.
template <Topology T>
Machine machine_of(T const& topology) {
  return make_machine(topology);
}

/// A routing with as many virtual channels as it needs and `more`.
inline vc::RoutingPtr bind_vc(Machine const& machine, std::string const& routing, std::uint32_t more = 0) {
  auto const spec = Spec::parse(routing);
  return vc::bind(spec, machine, {.vcs = vc::vcs_needed(spec, machine) + more});
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

/// Hops from one router of a network to every other: breadth-first search.
inline std::vector<std::uint32_t> vc_hops(Network const& network, std::uint32_t from) {
  std::vector<std::uint32_t> hops(network.num_routers(), 0xffffffff), queue{from};
  hops[from] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (std::uint16_t p = 0; p < network.degree({queue[i]}); ++p) {
      auto const next = network.target(network.channel({queue[i]}, {p})).v;
      if (hops[next] != 0xffffffff) continue;
      hops[next] = hops[queue[i]] + 1;
      queue.push_back(next);
    }
  return hops;
}

}  // namespace weft
