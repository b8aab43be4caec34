// SPDX-License-Identifier: Apache-2.0
#include "weft/network/machine.hpp"

#include <utility>
#include <vector>

#include "weft/core/interrupt.hpp"
#include "weft/network/fabric_of.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/geometry/grid_geometry.hpp"
#include "weft/network/geometry/group_geometry.hpp"
#include "weft/network/geometry/level_geometry.hpp"
#include "weft/network/hosts.hpp"
#include "weft/network/places.hpp"

namespace weft {
namespace {

std::shared_ptr<LevelGeometry const> make_levels(AnyTopology const& topology, Network const& network) {
  std::vector<std::uint8_t> level(topology.num_routers());
  for (std::uint32_t r = 0; r < level.size(); ++r)
    level[r] = static_cast<std::uint8_t>(topology.level_of({r}).value());
  return std::make_shared<LevelGeometry const>(network, level);
}

/// Returns whether every terminal e is in part e / size, where `part_of` maps routers to parts.
template <class PartOf>
bool are_consecutive(AnyTopology const& topology, std::uint64_t size, PartOf part_of) {
  auto const terminals = topology.num_terminals();
  if (size == 0 || terminals % size != 0) return false;
  InterruptCheck check;
  for (std::uint64_t e = 0; e < terminals; ++e) {
    check();
    if (part_of(topology.injection_router({static_cast<std::uint32_t>(e)})) != e / size) return false;
  }
  return true;
}

/// Computes Machine::level_sizes().
std::vector<std::uint32_t> find_level_sizes(AnyTopology const& topology) {
  auto const copies = topology.copies();
  if (copies.size() < 2 || topology.num_terminals() == 0) return {};
  auto const of_router = topology.terminals_at(topology.injection_router({0})).count;
  auto const number = [&](RouterId r) { return topology.terminals_at(r).first.v / of_router; };
  if (of_router == 0 || !are_consecutive(topology, of_router, number)) return {};
  std::vector<std::uint32_t> sizes{of_router};
  for (std::uint32_t level = 1; level < copies.size(); ++level) {
    auto const size = topology.num_terminals() / copies[level - 1];
    if (!are_consecutive(topology, size, [&](RouterId r) { return topology.copy_of(r, level); })) return {};
    sizes.push_back(static_cast<std::uint32_t>(size));
  }
  return sizes;
}

}  // namespace

Machine::Machine(TopologyPtr topology) : Machine(std::move(topology), FailureParams{}) {}

Machine::Machine(TopologyPtr topology, FailureParams const& failures)
    : Machine(
          topology,
          [topology, failures] {
            return std::make_shared<Network const>(topology->network(with_numbers(*topology, failures)));
          },
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
  of.network.set_factory(std::move(make_network));
  of.grid.set_factory([&of] { return of.topology->grid_geometry(); });
  if (auto const size = topology->group_size(); size > 0)
    of.groups.set_factory(
        [&of, size] { return std::make_shared<GroupGeometry const>(*of.network.get(), size); });
  if (topology->level_of({0}))
    of.levels.set_factory([&of] { return make_levels(*of.topology, *of.network.get()); });
  of.level_sizes.set_factory([&of] { return find_level_sizes(*of.topology); });
  of.hosts.set_factory([&of] { return std::make_shared<Hosts const>(of.topology); });
  parts_ = std::move(parts);
}

std::uint64_t Machine::top_group_of(RouterId r) const {
  auto const levels = static_cast<std::uint32_t>(parts_->topology->copies().size());
  return parts_->topology->copy_of(r, levels - 1);
}

NumberedFabric Machine::fabric() const { return fabric_of(*parts_->topology); }

}  // namespace weft
