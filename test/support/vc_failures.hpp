// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "support/vc_routings.hpp"

namespace weft {

/// Links between two routers, and routers, that have failed.
struct ListedFailures {
  Network const& network;
  std::set<std::pair<std::uint32_t, std::uint32_t>> links;
  std::set<std::uint32_t> routers;
  bool router_failed(RouterId r) const { return routers.contains(r.v); }
  bool channel_failed(ChannelId id) const {
    auto const to = network.target(network.channel(id)).v;
    auto const from = id.router().v;
    return links.contains({std::min(from, to), std::max(from, to)}) || routers.contains(from) ||
           routers.contains(to);
  }
};

/// A topology's network after failures, and what routings with virtual channels bind to. Links: the lower
/// router first.
template <Topology T>
Machine failed_machine_of(T const& topology, std::set<std::pair<std::uint32_t, std::uint32_t>> const& links,
                          std::set<std::uint32_t> const& routers = {}) {
  auto network = std::make_shared<Network>(build_network(topology));
  network->mark_failed(ListedFailures{*network, links, routers});
  return Machine(erase_type(topology), NetworkPtr(network));
}

}  // namespace weft
