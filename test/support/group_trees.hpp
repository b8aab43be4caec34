// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "weft/engine/flit/trees/group_trees.hpp"

namespace weft {

/// All terminals.
inline std::vector<std::uint32_t> everyone(flit::FlitNetwork const& network) {
  std::vector<std::uint32_t> all(network.num_terminals());
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

/// The links of a network that make a spanning tree, breadth first from a router: the parent of each router.
inline std::vector<std::uint32_t> spanning_tree(flit::FlitNetwork const& network, std::uint32_t from) {
  std::vector<std::uint32_t> parent(network.num_routers(), 0xffffffff), queue{from};
  parent[from] = from;
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (std::uint32_t p = 0; p < network.channels(queue[i]); ++p)
      if (auto const to = network.router_of_in(network.target(network.first_out(queue[i]) + p));
          parent[to] == 0xffffffff) {
        parent[to] = queue[i];
        queue.push_back(to);
      }
  return parent;
}

/// The output port of a channel between two routers.
inline std::uint32_t channel_between(flit::FlitNetwork const& network, std::uint32_t from, std::uint32_t to) {
  for (std::uint32_t p = 0; p < network.channels(from); ++p)
    if (auto const out = network.first_out(from) + p; network.router_of_in(network.target(out)) == to)
      return out;
  throw std::logic_error("no channel");
}

/// The routers on the path between two in a spanning tree, both included.
inline std::vector<std::uint32_t> path_in(std::vector<std::uint32_t> const& parent, std::uint32_t from,
                                          std::uint32_t to) {
  auto const climb = [&](std::uint32_t at) {
    std::vector<std::uint32_t> path{at};
    for (; parent[at] != at; at = parent[at]) path.push_back(parent[at]);
    return path;
  };
  auto up = climb(from), down = climb(to);
  while (up.size() > 1 && down.size() > 1 && up[up.size() - 2] == down[down.size() - 2]) {
    up.pop_back();
    down.pop_back();
  }
  up.insert(up.end(), down.rbegin() + 1, down.rend());
  return up;
}

/// The paths in a spanning tree that lead from the senders to a root and from there to the receivers.
inline flit::GroupTree tree_around(flit::FlitNetwork const& network, std::vector<std::uint32_t> const& parent,
                                   std::uint32_t root, std::vector<std::uint32_t> senders,
                                   std::vector<std::uint32_t> receivers) {
  std::set<std::uint32_t> up, down;
  auto const add = [&](std::vector<std::uint32_t> const& path, std::set<std::uint32_t>& to) {
    for (std::size_t i = 1; i < path.size(); ++i) to.insert(channel_between(network, path[i - 1], path[i]));
  };
  for (auto const e : senders) add(path_in(parent, network.injection_router(e), root), up);
  for (auto const e : receivers)
    add(path_in(parent, root, network.router_of_out(network.ejection_port(e))), down);
  return {root, std::move(senders), std::move(receivers), {up.begin(), up.end()}, {down.begin(), down.end()}};
}

/// From one terminal to all, along shortest paths.
inline flit::GroupTree broadcast_tree(flit::FlitNetwork const& network, std::uint32_t from) {
  auto const root = network.injection_router(from);
  return tree_around(network, spanning_tree(network, root), root, {from}, everyone(network));
}

/// From all terminals to all, over a router.
inline flit::GroupTree allreduce_tree(flit::FlitNetwork const& network, std::uint32_t root) {
  return tree_around(network, spanning_tree(network, root), root, everyone(network), everyone(network));
}

}  // namespace weft
