#include "weft/topology/clex.hpp"

#include "weft/routing/bindings/bind_impl.hpp"

namespace weft {

template RoutingPtr bind_routing(Spec const&, Clex const&, BindContext const&);

}  // namespace weft
