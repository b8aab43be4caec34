#pragma once

#include <memory>

#include "weft/engine/load/routings/load_routing.hpp"
#include "weft/routing/bind.hpp"
#include "weft/routing/dimension_order.hpp"

namespace weft {

/// A topology as load routings see it.
template <class T>
load::Machine load_machine_of(T const& topology) {
  auto const network = std::make_shared<Network const>(build_network(topology));
  load::Machine machine{.routers = topology.num_routers(),
                        .topology = std::string(T::name),
                        .is_grid = DimensionOrder::serves<T>,
                        .is_bidirectional = is_bidirectional(topology),
                        .network = [network] { return network; },
                        .bind =
                            [network, topology](Spec const& routing) {
                              return bind_routing(routing, topology, {.network = [&] { return network; }});
                            }};
  if constexpr (std::same_as<T, Percs>) machine.percs = topology;
  return machine;
}

}  // namespace weft
