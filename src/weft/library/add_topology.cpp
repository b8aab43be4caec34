#include "weft/library/add_topology.hpp"

#include "weft/library/graph_of.hpp"
#include "weft/network/program_topologies.hpp"

namespace weft {

void add_topology(TopologyFamily family) {
  add_program_topology(std::move(family.name), [make = std::move(family.make)](Spec const& spec) {
    ProgramGraph made;
    made.graph = graph_of(make(spec, made.resolved));
    return made;
  });
}

}  // namespace weft
