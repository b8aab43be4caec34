#include "weft/analysis/deadlock/cycle_facts.hpp"

#include "weft/graph/shortest_cycle.hpp"

namespace weft::deadlock {

CycleFacts cycle_facts(Graph const& graph, Progress& progress) {
  auto const components = strong_components(graph);
  CycleFacts facts;
  for (std::size_t i = 0; i < components.size.size(); ++i)
    if (components.cyclic[i]) {
      ++facts.components;
      facts.vertices += components.size[i];
    }
  if (facts.cyclic()) facts.shortest = shortest_cycle(graph, components, progress);
  return facts;
}

}  // namespace weft::deadlock
