// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include "weft/topology/topology.hpp"

namespace weft {

inline constexpr std::uint32_t unreached = std::numeric_limits<std::uint32_t>::max();

/// Hops from one router of a topology (or a view of one) to every other over the channels that `may_use`
/// admits, by breadth-first search.
template <class T, std::predicate<RouterId, PortId> Filter>
std::vector<std::uint32_t> hops_from(T const& topology, RouterId start, Filter may_use) {
  std::vector<std::uint32_t> hops(topology.num_routers(), unreached);
  std::vector<RouterId> queue{start};
  hops[start.v] = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    auto const at = queue[head];
    for (std::uint16_t p = 0; p < topology.degree(at); ++p)
      if (auto const next = topology.neighbor(at, {p}).router;
          hops[next.v] == unreached && may_use(at, PortId{p})) {
        hops[next.v] = hops[at.v] + 1;
        queue.push_back(next);
      }
  }
  return hops;
}

/// Hops from one router to every other: the oracle of closed forms.
template <class T>
std::vector<std::uint32_t> hops_from(T const& topology, RouterId start) {
  return hops_from(topology, start, [](RouterId, PortId) { return true; });
}

/// The number of routers at each distance.
inline std::map<std::uint32_t, std::uint64_t> histogram(std::vector<std::uint32_t> const& hops) {
  std::map<std::uint32_t, std::uint64_t> counts;
  for (auto const h : hops) ++counts[h];
  return counts;
}

/// The same over all ordered pairs of routers.
template <class T>
std::map<std::uint32_t, std::uint64_t> all_pairs_histogram(T const& topology) {
  std::map<std::uint32_t, std::uint64_t> counts;
  for (std::uint32_t r = 0; r < topology.num_routers(); ++r)
    for (auto const& [distance, count] : histogram(hops_from(topology, {r}))) counts[distance] += count;
  return counts;
}

}  // namespace weft
