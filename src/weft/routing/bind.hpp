#pragma once

#include "weft/core/spec.hpp"
#include "weft/network/any_topology.hpp"
#include "weft/routing/bind_context.hpp"

namespace weft {

/// The routing that the spec names, bound to a topology. Throws InputError for a pair that cannot work, naming the
/// routings that serve the topology. On a network with failures packets are led around them (Rerouted). Compiled for
/// each topology in a file of its own, which CMake generates (cmake/WeftPerTopology.cmake).
template <Topology T>
RoutingPtr bind_routing(Spec const& spec, T const& topology, BindContext const& context);

/// The same for a topology of the catalog whose type is forgotten.
RoutingPtr bind_routing(Spec const& spec, AnyTopology const& topology, BindContext const& context);

}  // namespace weft
