#pragma once

#include "weft/topology/topology.hpp"

namespace weft {

/// Multistage networks whose channels all lead from the routers that inject terminals toward those that eject them.
/// A path always exists from the former to the latter. Distances between other routers, and what follows from them, may be infinite.
template <class T> concept OneWay = Topology<T> && T::one_way;

}  // namespace weft
