#include "weft/engine/queue/allocations/fewest_fragments.hpp"

#include <algorithm>

#include "weft/engine/queue/allocations/groups.hpp"

namespace weft::queue {
namespace {

/// Groups that a job uses up.
struct Filled {
  std::vector<std::uint32_t> groups;
  std::uint32_t nodes = 0;
};

/// As many of these groups as possible whose free nodes are at most `count` in all. Of equally many groups,
/// exchanging one brings their sum as near to `count` as possible.
Filled most_filled(FreeNodes const& free, std::vector<std::uint32_t> partly, std::uint32_t count) {
  std::ranges::stable_sort(partly, {}, [&](std::uint32_t g) { return free.in_group(g); });
  Filled filled;
  std::size_t used = 0;
  for (; used < partly.size() && filled.nodes + free.in_group(partly[used]) <= count; ++used)
    filled.nodes += free.in_group(partly[used]);
  if (used > 0 && used < partly.size() && filled.nodes < count) {
    auto const rest = count - filled.nodes;
    std::uint32_t best = 0;
    std::size_t out = 0, in = 0;
    for (std::size_t i = 0; i < used && best < rest; ++i)
      for (auto j = used; j < partly.size(); ++j) {
        auto const gain = free.in_group(partly[j]) - free.in_group(partly[i]);
        if (gain > rest) break;
        if (gain > best) {
          best = gain;
          out = i;
          in = j;
        }
      }
    if (best > 0) std::swap(partly[out], partly[in]);
    filled.nodes += best;
  }
  partly.resize(used);
  filled.groups = std::move(partly);
  return filled;
}

class BoundFewestFragments final : public Allocation {
 public:
  NodeList place(FreeNodes const& free, std::uint32_t count, std::uint64_t) const override {
    auto const& nodes = free.nodes();
    std::vector<std::uint32_t> partly, whole;
    for (std::uint32_t g = 0; g < nodes.num_groups(); ++g)
      if (free.in_group(g) == nodes.in_group(g).size())
        whole.push_back(g);
      else if (free.in_group(g) > 0)
        partly.push_back(g);
    auto const filled = most_filled(free, partly, count);
    NodeList chosen;
    for (auto const g : filled.groups) free.append_from_group(g, free.in_group(g), chosen);
    auto left = free;
    left.take(chosen);
    std::erase_if(partly, [&](std::uint32_t g) { return left.in_group(g) == 0; });
    auto rest = count - filled.nodes;
    if (partly.empty())
      for (auto const g : whole) {
        auto const all = nodes.in_group(g);
        if (all.size() > rest) continue;
        chosen.insert(chosen.end(), all.begin(), all.end());
        left.take(all);
        rest -= static_cast<std::uint32_t>(all.size());
      }
    append_best_fit(left, partly.empty() ? whole : partly, rest, chosen);
    std::ranges::sort(chosen);
    return chosen;
  }
};

}  // namespace

AllocationPtr FewestFragments::bind(AllocationContext const&) const {
  return std::make_shared<BoundFewestFragments>();
}

}  // namespace weft::queue
