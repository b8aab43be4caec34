#include "weft/mapping/reverse_cuthill_mckee.hpp"

#include "weft/graph/cuthill_mckee.hpp"
#include "weft/mapping/machine_graph.hpp"
#include "weft/mapping/task_graph.hpp"

namespace weft::mapping {

Placement ReverseCuthillMckee::place(MappingContext const& context) const {
  check_fits(context);
  auto const& network = network_for(context, name);
  auto const tasks = reverse_cuthill_mckee(TaskGraph(communication_for(context, name)).graph());
  FreeTerminals terminals(network);
  Placement placement(tasks.size());
  std::size_t next = 0;
  for (auto const router : reverse_cuthill_mckee(machine_graph(network).graph))
    while (next < tasks.size() && terminals.left({router}) > 0)
      placement[tasks[next++]] = terminals.take({router});
  return placement;
}

}  // namespace weft::mapping
