#pragma once

#include "weft/topology/topology.hpp"

namespace weft {

/// Multistage networks whose channels all lead from the routers at which terminals are injected towards those at which they are ejected.
/// Only from the former to the latter is there always a way; distances between other routers, and what follows from them, may be infinite.
template <class T> concept OneWay = Topology<T> && T::one_way;

}  // namespace weft
