#include "weft/collective/trees/single_tree.hpp"

namespace weft::collective {

Plan SingleTree::plan(Ranks const& ranks, Task const& task) const {
  auto const root = ranks[task.root];
  Forest forest;
  for (auto const way : {Way::down, Way::up})
    if (goes(task.operation, way))
      (way == Way::down ? forest.down : forest.up).push_back(breadth_first_tree(ranks.network(), root, way));
  return plan_on_trees(ranks, task, std::move(forest));
}

}  // namespace weft::collective
