#pragma once

#include <string>

#include "weft/routing/bind.hpp"
#include "weft/routing/catalog.hpp"
#include "weft/routing/rerouted.hpp"

namespace weft {

/// The names of the routings that serve T, as in "a, b, c".
template <Topology T>
std::string routings_that_serve() {
  std::string list;
  Routings::for_each([&]<class R>(std::type_identity<R>) {
    if constexpr (R::template serves<T>) list += (list.empty() ? "" : ", ") + std::string(R::name);
  });
  return list;
}

template <Topology T>
RoutingPtr bind_routing(Spec const& spec, T const& topology, BindContext const& context) {
  return Routings::pick(
      spec,
      [&]<class R>(R const& routing) -> RoutingPtr {
        if constexpr (R::template serves<T>)
          return context.failures
                     ? std::make_shared<Rerouted>(routing.bind(topology, context), context.network())
                     : routing.bind(topology, context);
        else
          throw InputError{std::string(R::name) + " cannot route on " + std::string(T::name),
                           "needs " + std::string(R::needs), "valid: " + routings_that_serve<T>()};
      },
      "routing");
}

/// The binding of one type for topologies whose type is forgotten.
template <class T>
RoutingPtr bind_forgotten(Spec const& spec, AnyTopology const& topology, BindContext const& context) {
  return bind_routing(spec, *topology.get_if<T>(), context);
}

}  // namespace weft
