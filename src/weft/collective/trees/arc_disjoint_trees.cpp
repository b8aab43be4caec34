#include "weft/collective/trees/arc_disjoint_trees.hpp"

#include <fmt/format.h>

#include "weft/collective/trees/torus_trees.hpp"
#include "weft/core/error.hpp"

namespace weft::collective {

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

}  // namespace weft::collective
