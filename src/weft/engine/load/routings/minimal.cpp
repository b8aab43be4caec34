#include "weft/engine/load/routings/minimal.hpp"

#include "weft/core/error.hpp"
#include "weft/engine/load/single_path.hpp"

namespace weft::load {

void Minimal::check(Params const& params) {
  if (params.choice != MinimalChoice::lowest)
    throw InputError("the routing chooses among several paths",
                     "loads by single paths need a deterministic routing",
                     "use minimal:choice=lowest or all_minimal", "routing");
}

RoutingPtr Minimal::bound(Machine const& machine) const {
  return machine.bind(to_spec<weft::Minimal>(params_, true));
}

PairSharesPtr Minimal::shares(Machine const& machine) const {
  return std::make_shared<SinglePathShares>(machine.network(), bound(machine));
}

NetworkLoads Minimal::loads(Machine const& machine, RouterTraffic const& traffic, Progress& progress) const {
  return single_path_loads(traffic, *bound(machine), false, progress);
}

}  // namespace weft::load
