#include "weft/engine/queue/allocations/groups.hpp"

#include <algorithm>
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

std::uint32_t most_free(FreeNodes const& free, std::span<std::uint32_t const> groups) {
  return *std::ranges::max_element(groups, {}, [&](std::uint32_t g) { return free.in_group(g); });
}

void append_best_fit(FreeNodes& free, std::span<std::uint32_t const> groups, std::uint32_t count,
                     NodeList& out) {
  while (count > 0) {
    auto const fitting = best_fit(free, groups, count);
    auto const group = fitting ? *fitting : most_free(free, groups);
    auto const part = std::min(count, free.in_group(group));
    auto const before = static_cast<std::ptrdiff_t>(out.size());
    free.append_from_group(group, part, out);
    free.take({out.begin() + before, out.end()});
    count -= part;
  }
}

std::vector<std::uint32_t> all_groups(Nodes const& nodes) {
  std::vector<std::uint32_t> groups(nodes.num_groups());
  std::iota(groups.begin(), groups.end(), 0u);
  return groups;
}

}  // namespace weft::queue
