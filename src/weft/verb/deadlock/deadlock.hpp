#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/network/failures.hpp"
#include "weft/routing/vc/vc_routing.hpp"

namespace weft {

/// Whether a routing can deadlock, as a person asks it.
struct DeadlockRequest {
  std::string topology = "torus:sides=4x4";
  std::string routing = "default";
  std::int64_t vcs = 0;
  std::string routes = {};
  bool layers = false;
  double failed_links = 0;
  double failed_routers = 0;
  std::string fail = {};
  std::int64_t seed = 1;
};

inline constexpr std::tuple deadlock_schema{
    param("topology", &DeadlockRequest::topology, "the network, e.g. torus:sides=4x4"),
    param(
        "routing", &DeadlockRequest::routing,
        "how packets find their way, see docs/reference/flit_routings.md; default: dimension_order on grids, "
        "nearest_common_ancestor on trees and butterflies, clex_direct on clex, destination_tag on kary_nfly, else and "
        "after failures minimal"),
    param(
        "vcs", &DeadlockRequest::vcs, Range{0, vc::most_vcs},
        "virtual channels of a port; too few are analysed all the same; 0: as many as the routing needs, 4 if none "
        "are enough"),
    param("routes", &DeadlockRequest::routes,
          "file of routes instead of a routing: on each line the routers that a packet visits, as router or "
          "router:vc, the virtual channel by which it comes there"),
    param(
        "layers", &DeadlockRequest::layers,
        "also put the routes (of the file, or of a routing that gives each pair one), whatever their virtual channels, in as few virtual layers without "
        "cycles as can be found"),
    param("failed_links", &DeadlockRequest::failed_links, Range{0, 1},
          "fraction of the links that have failed"),
    param("failed_routers", &DeadlockRequest::failed_routers, Range{0, 1},
          "fraction of the routers that have failed"),
    param("fail", &DeadlockRequest::fail, fail_doc),
    param("seed", &DeadlockRequest::seed, Range{0, 9007199254740992.0}, "names what has failed"),
};

/// Whether packets can come to wait for each other in a circle, without simulating any: the channel dependency graph over all that the
/// routing can ever do (Dally & Seitz, 1987), Duato's condition of adaptive ones, bubbles in rings. Tables: `verdict` (one row); if it can
/// deadlock `cycle`, each channel of a shortest cycle with a packet that waits there; with layers `layers` (one row) and `layering`, the layer of
/// each route. Throws InputError on a request that cannot be served, naming the part at fault.
Result analyse_deadlock(DeadlockRequest const& request, Progress& progress = no_progress());

/// Throws InputError for what can be told of a request without analysing anything.
void check_deadlock(DeadlockRequest const& request);

/// Whether the result of analyse_deadlock says that there can be none.
bool is_free_of_deadlock(Result const& result);

}  // namespace weft
