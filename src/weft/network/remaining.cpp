#include "weft/network/remaining.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "weft/core/error.hpp"
#include "weft/graph/graph_file.hpp"
#include "weft/network/failures.hpp"
#include "weft/topology/family/file.hpp"

namespace weft {
TopologyPtr remaining(TopologyPtr topology, FailureParams const& failures) {
  if (!failures.any()) return topology;
  auto graph = topology->graph_file(failures);
  if (std::ranges::all_of(graph.terminals, [](auto count) { return count == 0; }))
    throw InputError("no terminal of " + topology->spec(false) + " is left", "too much has failed");
  return forget_type(topology::File(std::move(graph), topology->spec(true)));
}

}  // namespace weft
