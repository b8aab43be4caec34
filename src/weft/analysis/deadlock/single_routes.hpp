#pragma once

#include <vector>

#include "weft/analysis/deadlock/legs.hpp"
#include "weft/analysis/deadlock/route_analysis.hpp"

namespace weft::deadlock {

/// The routes of a routing that gives each pair of routers one.
struct SingleRoutes {
  VcRoutes routes;                      ///< on the lowest virtual channel that each hop may take
  std::vector<std::uint32_t> from, to;  ///< routers, of each route
};

/// The routes between all routers with terminals, by source, then destination; those of one hop, which wait for nothing, too. Throws InputError
/// for a routing that gives packets a choice or intermediate routers.
SingleRoutes single_routes(Legs const& legs);

}  // namespace weft::deadlock
