#include "weft/topology/mesh.hpp"

#include "weft/routing/bindings/bind_impl.hpp"

namespace weft {

template RoutingPtr bind_routing(Spec const&, Mesh const&, BindContext const&);

}  // namespace weft
