#include "weft/engine/queue/allocations/groups.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace weft::queue {

NodeList round_over_groups(FreeNodes const& free, std::uint32_t count) {
  auto const& nodes = free.nodes();
  std::vector<std::uint32_t> from(nodes.num_groups(), 0);
  std::uint32_t left = count;
  while (left > 0)
    for (std::uint32_t g = 0; g < nodes.num_groups() && left > 0; ++g)
      if (from[g] < free.in_group(g)) {
        ++from[g];
        --left;
      }
  NodeList chosen;
  for (std::uint32_t g = 0; g < nodes.num_groups(); ++g) free.append_from_group(g, from[g], chosen);
  std::ranges::sort(chosen);
  return chosen;
}

std::optional<std::uint32_t> best_fit(FreeNodes const& free, std::span<std::uint32_t const> groups,
                                      std::uint32_t count) {
  std::optional<std::uint32_t> best;
  for (auto const g : groups)
    if (free.in_group(g) >= count && (!best || free.in_group(g) < free.in_group(*best))) best = g;
  return best;
}

void append_best_fit(FreeNodes const& free, std::span<std::uint32_t const> groups, std::uint32_t count,
                     NodeList& out) {
  std::vector<std::uint32_t> by_size;
  for (auto const g : groups)
    if (free.in_group(g) > 0) by_size.push_back(g);
  std::ranges::stable_sort(by_size, std::greater{}, [&](std::uint32_t g) { return free.in_group(g); });
  auto largest = by_size.begin();
  for (; count > 0 && free.in_group(*largest) < count; ++largest) {
    free.append_from_group(*largest, free.in_group(*largest), out);
    count -= free.in_group(*largest);
  }
  if (count > 0) free.append_from_group(*best_fit(free, {largest, by_size.end()}, count), count, out);
}

std::vector<std::uint32_t> all_groups(Nodes const& nodes) {
  std::vector<std::uint32_t> groups(nodes.num_groups());
  std::iota(groups.begin(), groups.end(), 0u);
  return groups;
}

}  // namespace weft::queue
