#include "weft/collective/trees/single_tree.hpp"

#include <algorithm>

namespace weft::collective {
namespace {

bool have_common_channel(Tree const& down, Tree const& up, std::uint32_t channels) {
  std::vector<bool> used(channels);
  for (auto const& node : down.nodes)
    if (node.depth > 0) used[node.channel] = true;
  return std::ranges::any_of(up.nodes,
                             [&](auto const& node) { return node.depth > 0 && used[node.channel]; });
}

}  // namespace

Plan SingleTree::plan(Machine const& machine, Task const& task) const {
  auto const root = machine.ranks[task.root];
  Forest forest;
  for (auto const way : {Way::down, Way::up})
    if (goes(task.operation, way))
      (way == Way::down ? forest.down : forest.up).push_back(breadth_first_tree(machine.network, root, way));
  forest.both_ways =
      !forest.down.empty() && !forest.up.empty() &&
              !have_common_channel(forest.down[0], forest.up[0], machine.network.num_channels())
          ? 1
          : 0;
  return plan_on_trees(machine, task, std::move(forest));
}

}  // namespace weft::collective
