#include "weft/routing/bind.hpp"

#include <array>

#include "weft/core/error.hpp"
#include "weft/topology/catalog.hpp"

namespace weft {

/// Compiled for each topology in a file that CMake generates (cmake/WeftPerTopology.cmake).
template <class T>
RoutingPtr bind_forgotten(Spec const& spec, AnyTopology const& topology, BindContext const& context);

namespace {

template <class... Ts>
RoutingPtr bind_indexed(Catalog<Ts...>, Spec const& spec, AnyTopology const& topology,
                        BindContext const& context) {
  static constexpr std::array bindings{&bind_forgotten<Ts>...};
  if (topology.index() >= bindings.size())
    throw InputError{"no routing is compiled for " + std::string(topology.name()),
                     "it is not among the topologies of the catalog"};
  return bindings[topology.index()](spec, topology, context);
}

}  // namespace

RoutingPtr bind_routing(Spec const& spec, AnyTopology const& topology, BindContext const& context) {
  return bind_indexed(Topologies{}, spec, topology, context);
}

}  // namespace weft
