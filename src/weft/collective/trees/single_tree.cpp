#include "weft/collective/trees/single_tree.hpp"

namespace weft::collective {

Plan SingleTree::plan(Machine const& machine, Task const& task) const {
  auto const root = machine.ranks[task.root];
  Forest forest;
  for (auto const way : {Way::down, Way::up})
    if (goes(task.operation, way))
      (way == Way::down ? forest.down : forest.up).push_back(breadth_first_tree(machine.network, root, way));
  return plan_on_trees(machine, task, std::move(forest));
}

}  // namespace weft::collective
