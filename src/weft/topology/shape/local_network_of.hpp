// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "weft/core/catalog.hpp"
#include "weft/core/memory.hpp"
#include "weft/topology/channel_groups.hpp"
#include "weft/topology/shape/local_network.hpp"

namespace weft {

namespace detail {

template <Topology T>
void require_terminal_per_router(T const& topology, std::string const& spec) {
  auto const routers = topology.num_routers();
  if (routers > LocalNetwork::max_routers)
    reject_local_network(spec, "must have at most " + std::to_string(LocalNetwork::max_routers) + " routers");
  bool alike = topology.num_terminals() == routers;
  for (std::uint32_t r = 0; alike && r < routers; ++r)
    alike = topology.injection_router({r}).v == r && topology.ejection_router({r}).v == r &&
            !is_host(topology, RouterId{r});
  if (!alike)
    reject_local_network(spec, "every router must have one terminal and forward messages; there are " +
                                   std::to_string(topology.num_terminals()) + " terminals on " +
                                   std::to_string(routers) + " routers");
}

template <Topology T>
LocalNetworkPtr local_network_of(T const& topology) {
  auto const spec = to_spec(topology).to_string();
  require_terminal_per_router(topology, spec);
  auto const routers = static_cast<std::uint32_t>(topology.num_routers());
  require_memory(num_channels(topology) * 2 * sizeof(Hop), "local network " + spec);
  auto const groups = channel_groups(topology);
  double const bandwidth = groups.empty() ? 1 : groups[0].bandwidth;
  LocalNetwork::Channels channels{.first = {0}, .first_in = {0}, .ends = {}};
  for (std::uint32_t r = 0; r < routers; ++r) {
    std::uint16_t const ports = topology.degree({r});
    for (std::uint16_t p = 0; p < ports; ++p) {
      channels.ends.push_back(topology.neighbor({r}, {p}));
      if (groups[group_of(topology, RouterId{r}, PortId{p})].bandwidth != bandwidth)
        reject_local_network(spec, "all channels must have equal bandwidth");
    }
    channels.first.push_back(channels.first.back() + ports);
    channels.first_in.push_back(channels.first_in.back() + in_degree(topology, RouterId{r}));
  }
  return std::make_shared<LocalNetwork const>(std::string(T::name), spec, std::move(channels), bandwidth,
                                              layout_hint(topology));
}

}  // namespace detail

template <class T>
LocalNetworkEntry local_network_entry() {
  return {T::name, [](std::string_view name) { return detail::is_called<T>(name); },
          [](Spec const& spec) { return detail::local_network_of(T{detail::checked_params<T>(spec)}); }};
}

}  // namespace weft
