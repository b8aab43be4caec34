#include "weft/collective/trees/packed_trees.hpp"

#include "weft/collective/trees/packing.hpp"

namespace weft::collective {

Plan PackedTrees::plan(Ranks const& ranks, Task const& task) const {
  auto const root = ranks[task.root];
  std::vector<std::uint32_t> wanted;
  for (auto const rank : task.receivers) wanted.push_back(ranks[rank]);
  if (wanted.empty()) wanted = ranks.vertices();
  Forest forest;
  for (auto const way : {Way::down, Way::up}) {
    if (!goes(task.operation, way)) continue;
    auto& trees = way == Way::down ? forest.down : forest.up;
    trees = pack_trees(ranks.network(), root, way, wanted);
    if (trees.empty())
      trees.push_back(
          breadth_first_tree(ranks.network(), root, way));  // reports the ranks that it does not reach
  }
  return plan_on_trees(ranks, task, std::move(forest));
}

}  // namespace weft::collective
