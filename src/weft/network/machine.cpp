#include "weft/network/machine.hpp"

#include <utility>
#include <vector>

#include "weft/network/fabric_of.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/geometry/grid_geometry.hpp"
#include "weft/network/geometry/group_geometry.hpp"
#include "weft/network/geometry/level_geometry.hpp"
#include "weft/network/hosts.hpp"

namespace weft {
namespace {

std::shared_ptr<LevelGeometry const> make_levels(AnyTopology const& topology, Network const& network) {
  std::vector<std::uint8_t> level(topology.num_routers());
  for (std::uint32_t r = 0; r < level.size(); ++r)
    level[r] = static_cast<std::uint8_t>(topology.level_of({r}).value());
  return std::make_shared<LevelGeometry const>(network, level);
}

}  // namespace

Machine::Machine(TopologyPtr topology) : Machine(std::move(topology), FailureParams{}) {}

Machine::Machine(TopologyPtr topology, FailureParams const& failures)
    : Machine(
          topology,
          [topology, failures] { return std::make_shared<Network const>(topology->network(failures)); },
          failures.any()) {}

Machine::Machine(TopologyPtr topology, NetworkPtr network)
    : Machine(
          std::move(topology), [network] { return network; }, network->has_failures()) {}

Machine::Machine(TopologyPtr topology, std::function<NetworkPtr()> make_network, bool may_fail) {
  auto parts = std::make_shared<Parts>();
  auto& of = *parts;
  of.topology = topology;
  of.name = topology->name();
  of.spec = topology->spec(false);
  of.sides = topology->sides();
  of.may_fail = may_fail;
  of.network.made_by(std::move(make_network));
  of.grid.made_by([&of] { return of.topology->grid_geometry(); });
  if (auto const size = topology->group_size(); size > 0)
    of.groups.made_by([&of, size] { return std::make_shared<GroupGeometry const>(*of.network.get(), size); });
  if (topology->level_of({0}))
    of.levels.made_by([&of] { return make_levels(*of.topology, *of.network.get()); });
  of.hosts.made_by([&of] { return std::make_shared<Hosts const>(of.topology); });
  parts_ = std::move(parts);
}

NumberedFabric Machine::fabric() const { return fabric_of(*parts_->topology); }

}  // namespace weft
