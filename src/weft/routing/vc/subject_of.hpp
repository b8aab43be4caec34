#pragma once

#include <concepts>

#include "weft/routing/vc/subject.hpp"
#include "weft/topology/family/butterfly.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/percs.hpp"
#include "weft/topology/shape/level_tree.hpp"

namespace weft::vc {

/// What routings bind to, of a topology and its network.
template <Topology T>
Subject make_subject(T const& topology, NetworkPtr network) {
  Subject subject{.topology = std::string(T::name), .network = std::move(network)};
  if constexpr (Cartesian<T>) subject.grid = std::make_shared<GridGeometry const>(topology);
  if constexpr (std::same_as<T, Dragonfly>)
    subject.groups = std::make_shared<GroupGeometry const>(*subject.network,
                                                           static_cast<std::uint32_t>(topology.params().a));
  if constexpr (std::same_as<T, Percs>)
    subject.groups = std::make_shared<GroupGeometry const>(*subject.network, Percs::nodes_per_supernode);
  if constexpr (requires(RouterId r) { topology.level_of(r); })
    for (std::uint32_t r = 0; r < topology.num_routers(); ++r)
      subject.level.push_back(static_cast<std::uint8_t>(topology.level_of({r})));
  if constexpr (std::same_as<T, Clex>) subject.clex = std::make_shared<Clex const>(topology);
  if constexpr (std::same_as<T, KaryNfly>) subject.fly = std::make_shared<KaryNfly const>(topology);
  return subject;
}

}  // namespace weft::vc
