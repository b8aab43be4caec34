#include "weft/collective/trees/packed_trees.hpp"

#include "weft/collective/trees/packing.hpp"

namespace weft::collective {

Plan PackedTrees::plan(Machine const& machine, Task const& task) const {
  auto const root = machine.ranks[task.root];
  std::vector<std::uint32_t> wanted;
  for (auto const rank : task.receivers) wanted.push_back(machine.ranks[rank]);
  if (wanted.empty()) wanted = machine.ranks;
  Forest forest;
  for (auto const way : {Way::down, Way::up}) {
    if (!goes(task.operation, way)) continue;
    auto& trees = way == Way::down ? forest.down : forest.up;
    trees = pack_trees(machine.network, root, way, wanted);
    if (trees.empty())
      trees.push_back(breadth_first_tree(machine.network, root, way));  // tells who is missed
  }
  return plan_on_trees(machine, task, std::move(forest));
}

}  // namespace weft::collective
