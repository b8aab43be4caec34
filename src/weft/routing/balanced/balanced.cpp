// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/balanced/balanced.hpp"

#include <memory>

#include "weft/core/progress.hpp"
#include "weft/routing/balanced/balanced_routes.hpp"
#include "weft/routing/forwarding/table_forms.hpp"

namespace weft::routing {
namespace {

RoutingTablesPtr balanced_tables(Balanced const& routing, Machine const& machine) {
  return std::make_shared<RoutingTables const>(routing.tables(machine, machine.fabric(), FabricEnds::hosts));
}

}  // namespace

RoutingTables Balanced::tables(Machine const& machine, NumberedFabric const& fabric, FabricEnds ends) const {
  auto const& network = *machine.network();
  auto nodes = end_nodes(fabric, ends);
  auto found = balanced_routes(network, nodes.router,
                               {.layers = static_cast<std::uint32_t>(params_.layers),
                                .seed = static_cast<std::uint64_t>(params_.seed),
                                .effort = params_.effort},
                               {}, progress_of_thread());
  LevelsAndLanes lanes{PairLevels(found.routes, std::move(found.layer)), Lanes(fabric, network, nodes, {})};
  return {.ends = std::move(nodes),
          .routes = std::move(found.routes),
          .lids = {},
          .lanes = std::move(lanes),
          .notes = {}};
}

std::uint32_t Balanced::vcs_needed(Machine const& machine) const {
  return vcs_of_tables(*balanced_tables(*this, machine), *machine.network());
}

ChannelRoutingPtr Balanced::channels(Machine const& machine, VcSupply const& supply) const {
  return channels_of_tables(name, machine.network(), balanced_tables(*this, machine), supply);
}

SharesPtr Balanced::shares(Machine const& machine) const {
  return shares_of_tables(machine.network(), balanced_tables(*this, machine));
}

}  // namespace weft::routing
