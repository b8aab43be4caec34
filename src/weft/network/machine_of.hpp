#pragma once

#include <concepts>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "weft/network/failures.hpp"
#include "weft/network/geometry/grid_geometry.hpp"
#include "weft/network/geometry/group_geometry.hpp"
#include "weft/network/geometry/level_geometry.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/network.hpp"

namespace weft {
namespace detail {

template <Topology T>
void add_shape(T const& topology, Machine::Parts& parts) {
  if constexpr (Cartesian<T>)
    for (std::uint32_t dim = 0; dim < topology.shape().dims(); ++dim) {
      parts.sides.push_back(topology.shape().side(dim));
      if constexpr (requires { topology.wraps(dim); })
        parts.wraps.push_back(topology.wraps(dim));
      else
        parts.wraps.push_back(false);
    }
  if constexpr (Hierarchical<T>) {
    for (std::uint32_t level = 1; level <= topology.levels(); ++level)
      parts.copies.push_back(topology.num_copies(level));
    parts.copy_of = [topology](RouterId r, std::uint32_t level) { return topology.copy_of(r, level); };
  }
}

/// The geometries that a topology states by its members: `shape`, `group_size`, `level_of`.
template <Topology T>
void add_geometries(T const& topology, Machine::Parts& parts) {
  if constexpr (Cartesian<T>)
    parts.grid.made_by([topology] { return std::make_shared<GridGeometry const>(topology); });
  if constexpr (requires { topology.group_size(); })
    parts.groups.made_by([size = topology.group_size(), &parts] {
      return std::make_shared<GroupGeometry const>(*parts.network.get(), size);
    });
  if constexpr (requires(RouterId r) { topology.level_of(r); })
    parts.levels.made_by([topology, &parts] {
      std::vector<std::uint8_t> level(topology.num_routers());
      for (std::uint32_t r = 0; r < level.size(); ++r)
        level[r] = static_cast<std::uint8_t>(topology.level_of({r}));
      return std::make_shared<LevelGeometry const>(*parts.network.get(), level);
    });
  if constexpr (std::same_as<T, Clex>) parts.clex = std::make_shared<Clex const>(topology);
  if constexpr (std::same_as<T, KaryNfly>) parts.fly = std::make_shared<KaryNfly const>(topology);
  if constexpr (std::same_as<T, Percs>) parts.percs = std::make_shared<Percs const>(topology);
}

}  // namespace detail

/// A topology as a Machine. `make_network` makes its network when somebody asks for it.
template <Topology T>
Machine make_machine(T const& topology, std::function<NetworkPtr()> make_network) {
  auto parts = std::make_shared<Machine::Parts>();
  parts->topology = T::name;
  parts->spec = to_spec(topology).to_string();
  parts->routers = topology.num_routers();
  parts->terminals = topology.num_terminals();
  parts->bidirectional = is_bidirectional(topology);
  parts->network.made_by(std::move(make_network));
  detail::add_shape(topology, *parts);
  detail::add_geometries(topology, *parts);
  return Machine(std::move(parts));
}

/// The same with a network that has been built, of this topology.
template <Topology T>
Machine make_machine(T const& topology, NetworkPtr network) {
  return make_machine(topology, [network = std::move(network)] { return network; });
}

/// The same with these failures.
template <Topology T>
Machine make_machine(T const& topology, FailureParams const& failures = {}) {
  return make_machine(topology, [topology, failures]() -> NetworkPtr {
    auto network = std::make_shared<Network>(build_network(topology));
    if (failures.any()) network->mark_failed(Failures<T>(topology, failures));
    return network;
  });
}

}  // namespace weft
