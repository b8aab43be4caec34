// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "weft/core/interrupt.hpp"
#include "weft/graph/graph.hpp"

namespace weft {

/// Hops of a vertex that the search did not reach.
inline constexpr std::uint32_t unreachable = std::numeric_limits<std::uint32_t>::max();

/// The result of a breadth-first search.
struct BreadthFirst {
  std::vector<std::uint32_t> hops;  ///< hops of each vertex from the nearest start, or unreachable
  std::vector<Vertex> order;        ///< the reached vertices, in ascending order of hops
};

/// Runs a breadth-first search from one or more starts over any implicit graph: `for_each_step(v, step)`
/// calls step(w) for each vertex w one hop from v.
template <class ForEachStep>
BreadthFirst breadth_first(std::uint64_t vertices, std::vector<Vertex> starts, ForEachStep for_each_step) {
  BreadthFirst found{std::vector<std::uint32_t>(vertices, unreachable), std::move(starts)};
  for (auto const start : found.order) found.hops[start] = 0;
  for (std::size_t i = 0; i < found.order.size(); ++i) {
    if (i % 1024 == 0) throw_if_interrupted();
    auto const hops = found.hops[found.order[i]] + 1;
    for_each_step(found.order[i], [&](Vertex to) {
      if (found.hops[to] != unreachable) return;
      found.hops[to] = hops;
      found.order.push_back(to);
    });
  }
  return found;
}

}  // namespace weft
