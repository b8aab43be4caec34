#include "weft/engine/load/routings/all_minimal.hpp"

#include "weft/engine/load/paths/shortest_path_shares.hpp"

namespace weft::load {

PairSharesPtr AllMinimal::shares(Machine const& machine) const {
  return std::make_shared<ShortestPathShares>(PathGraph::all(*machine.network()), PathChoice::all);
}

NetworkLoads AllMinimal::loads(Machine const&, RouterTraffic const& traffic, Progress& progress) const {
  return all_minimal_loads(traffic, false, progress);
}

}  // namespace weft::load
