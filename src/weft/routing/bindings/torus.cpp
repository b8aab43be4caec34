#include "weft/topology/torus.hpp"

#include "weft/routing/bindings/bind_impl.hpp"

namespace weft {

template RoutingPtr bind_routing(Spec const&, Torus const&, BindContext const&);

}  // namespace weft
