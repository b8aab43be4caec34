#include "weft/engine/load/routings/dimension_order.hpp"

#include "weft/core/error.hpp"
#include "weft/engine/load/single_path.hpp"

namespace weft::load {
namespace {

RoutingPtr bound(Machine const& machine) { return machine.bind({"dimension_order", {}}); }

}  // namespace

void DimensionOrder::check_machine(Machine const& machine) const {
  if (!machine.is_grid)
    throw InputError("dimension_order cannot route on " + machine.topology, "needs a grid", "use all_minimal",
                     "routing");
}

PairSharesPtr DimensionOrder::shares(Machine const& machine) const {
  return std::make_shared<SinglePathShares>(machine.network(), bound(machine));
}

NetworkLoads DimensionOrder::loads(Machine const& machine, RouterTraffic const& traffic,
                                   Progress& progress) const {
  return single_path_loads(traffic, *bound(machine), false, progress);
}

}  // namespace weft::load
