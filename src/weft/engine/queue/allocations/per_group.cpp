#include "weft/engine/queue/allocations/per_group.hpp"

#include <algorithm>

#include "weft/engine/queue/allocations/groups.hpp"

namespace weft::queue {
namespace {

class BoundPerGroup final : public Allocation {
 public:
  explicit BoundPerGroup(Nodes const& nodes) : groups_(all_groups(nodes)) {}

  NodeList place(FreeNodes const& free, std::uint32_t count, std::uint64_t) const override {
    NodeList chosen;
    chosen.reserve(count);
    if (auto const one = best_fit(free, groups_, count)) {
      free.append_from_group(*one, count, chosen);
      return chosen;
    }
    auto left = free;
    for (auto const g : groups_) {
      auto const all = left.nodes().in_group(g);
      if (left.in_group(g) != all.size() || chosen.size() + all.size() > count) continue;
      chosen.insert(chosen.end(), all.begin(), all.end());
      left.take(all);
    }
    append_best_fit(left, groups_, count - static_cast<std::uint32_t>(chosen.size()), chosen);
    std::ranges::sort(chosen);
    return chosen;
  }

 private:
  std::vector<std::uint32_t> groups_;
};

}  // namespace

AllocationPtr PerGroup::bind(AllocationContext const& context) const {
  return std::make_shared<BoundPerGroup>(*context.nodes);
}

}  // namespace weft::queue
