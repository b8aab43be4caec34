#include "weft/collective/trees/tree_algorithms.hpp"

#include <fmt/format.h>

#include "weft/collective/trees/forests.hpp"
#include "weft/core/error.hpp"

namespace weft::collective {

Plan SingleTree::plan(Ranks const& ranks, Task const& task) const {
  auto const root = ranks[task.root];
  Forest forest;
  for (auto const way : {Way::down, Way::up})
    if (goes(task.operation, way))
      (way == Way::down ? forest.down : forest.up).push_back(breadth_first_tree(ranks.network(), root, way));
  return plan_on_trees(ranks, task, std::move(forest));
}

void ArcDisjointTrees::check_machine(Ranks const& ranks, Task const&) const {
  if (ranks.grid() == nullptr || !ranks.grid()->is_torus() || !ranks.network().terminals_are_routers())
    throw InputError(fmt::format("arc_disjoint_trees on {}", ranks.machine().spec()),
                     "known only for tori and hypercubes with one terminal per router", "use single_tree");
  if (!has_arc_disjoint_trees(*ranks.grid()))
    throw InputError(fmt::format("arc_disjoint_trees on {}", ranks.machine().spec()),
                     "a side of 2 has one link for both directions; outside hypercubes, sides must be 1 or "
                     "at least 3",
                     "use single_tree");
}

Plan ArcDisjointTrees::plan(Ranks const& ranks, Task const& task) const {
  auto const root = ranks[task.root];
  Forest forest;
  if (goes(task.operation, Way::down))
    forest.down = torus_trees(ranks.network(), *ranks.grid(), root, Way::down);
  if (goes(task.operation, Way::up)) forest.up = torus_trees(ranks.network(), *ranks.grid(), root, Way::up);
  return plan_on_trees(ranks, task, std::move(forest));
}

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
