#include "weft/routing/forwarding/forwarding.hpp"

#include <memory>

#include "weft/core/error.hpp"
#include "weft/routing/forwarding/forwarding_files.hpp"
#include "weft/routing/forwarding/table_forms.hpp"

namespace weft::routing {
namespace {

RoutingTablesPtr tables_of_hosts(Forwarding const& routing, Machine const& machine) {
  return std::make_shared<RoutingTables const>(routing.tables(machine, machine.fabric(), FabricEnds::hosts));
}

}  // namespace

void Forwarding::check(Params const& params) {
  if (params.path.empty() && params.lfts.empty())
    throw missing("path or lfts of forwarding", "forwarding:path=FOLDER or forwarding:lfts=FILE");
}

RoutingTables Forwarding::tables(Machine const& machine, NumberedFabric const& fabric,
                                 FabricEnds ends) const {
  return read_routing_tables({.path = params_.path,
                              .lfts = params_.lfts,
                              .sl2vl = params_.sl2vl,
                              .service_levels = params_.service_levels},
                             fabric, *machine.network(), ends);
}

std::uint32_t Forwarding::vcs_needed(Machine const& machine) const {
  return vcs_of_tables(*tables_of_hosts(*this, machine), *machine.network());
}

ChannelRoutingPtr Forwarding::channels(Machine const& machine, VcSupply const& supply) const {
  return channels_of_tables(name, machine.network(), tables_of_hosts(*this, machine), supply);
}

SharesPtr Forwarding::shares(Machine const& machine) const {
  return shares_of_tables(machine.network(), tables_of_hosts(*this, machine));
}

}  // namespace weft::routing
