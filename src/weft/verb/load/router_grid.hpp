#pragma once

#include "weft/experiment/assemble.hpp"
#include "weft/mapping/mapping.hpp"

namespace weft::verb {

/// The grid of a machine's routers, if they form one and each has equally many terminals, numbered along it.
RouterGrid router_grid(AnyTopology const& topology);

}  // namespace weft::verb
