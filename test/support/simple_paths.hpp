// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "weft/network/network.hpp"

namespace weft {

/// All paths between two routers that visit none twice, by depth-first search: as channels, the shortest
/// first, those of a length in the order of their channels.
inline std::vector<std::vector<std::uint32_t>> simple_paths(Network const& network, std::uint32_t from,
                                                            std::uint32_t to) {
  std::vector<std::vector<std::uint32_t>> paths;
  std::vector<bool> visited(network.num_routers(), false);
  std::vector<std::uint32_t> path;
  std::function<void(std::uint32_t)> const proceed = [&](std::uint32_t at) {
    if (at == to) return paths.push_back(path);
    visited[at] = true;
    for (std::uint16_t p = 0; p < network.degree({at}); ++p) {
      auto const c = network.channel({at}, {p});
      if (visited[network.target(c).v]) continue;
      path.push_back(c.v);
      proceed(network.target(c).v);
      path.pop_back();
    }
    visited[at] = false;
  };
  proceed(from);
  std::ranges::sort(
      paths, [](auto const& a, auto const& b) { return a.size() != b.size() ? a.size() < b.size() : a < b; });
  return paths;
}

}  // namespace weft
