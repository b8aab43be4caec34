#include "weft/collective/trees/arc_disjoint_trees.hpp"

#include <fmt/format.h>

#include "weft/collective/trees/torus_trees.hpp"
#include "weft/core/error.hpp"

namespace weft::collective {

void ArcDisjointTrees::check_machine(Machine const& machine, Task const&) const {
  if (!machine.grid || !machine.grid->is_torus() || !machine.network.terminals_are_routers())
    throw InputError(fmt::format("arc_disjoint_trees on {}", machine.topology),
                     "are known for tori and hypercubes with one terminal per router", "take single_tree");
  if (!has_arc_disjoint_trees(*machine.grid))
    throw InputError(fmt::format("arc_disjoint_trees on {}", machine.topology),
                     "a side of 2 has one link for both directions; beside others, sides are 1 or at least 3",
                     "take single_tree");
}

Plan ArcDisjointTrees::plan(Machine const& machine, Task const& task) const {
  auto const root = machine.ranks[task.root];
  Forest forest;
  if (goes(task.operation, Way::down))
    forest.down = torus_trees(machine.network, *machine.grid, root, Way::down);
  if (goes(task.operation, Way::up)) forest.up = torus_trees(machine.network, *machine.grid, root, Way::up);
  return plan_on_trees(machine, task, std::move(forest));
}

}  // namespace weft::collective
