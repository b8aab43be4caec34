#include "weft/routing/all_minimal/all_minimal.hpp"

#include "weft/routing/paths/shortest_path_shares.hpp"

namespace weft::routing {

SharesPtr AllMinimal::shares(Machine const& machine) const {
  return std::make_shared<ShortestPathShares>(PathGraph::all(machine), PathChoice::all);
}

}  // namespace weft::routing
