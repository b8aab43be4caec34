#pragma once

#include "weft/engine/load/network_load.hpp"
#include "weft/engine/load/paths/path_graph.hpp"

namespace weft::load {

/// Every shortest path through the graph between two routers carries the same share; see all_minimal_loads.
NetworkLoads shortest_path_loads(PathGraph const& graph, RouterDemand const& demand, Progress& progress);

}  // namespace weft::load
