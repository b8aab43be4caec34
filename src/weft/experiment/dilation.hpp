#pragma once

#include "weft/core/table.hpp"
#include "weft/engine/load/load.hpp"
#include "weft/engine/load/router_traffic.hpp"
#include "weft/topology/percs.hpp"

namespace weft {

/// How far traffic goes.
struct Dilation {
  double mean_hops = 0;  ///< of a unit sent to another task, under the routing
  /// Hops of a shortest path between the two tasks farthest apart of which one sends to the other.
  std::uint32_t farthest = 0;

  /// Table `dilation`.
  Table table() const;
};

/// Of a job on any network, given its loads.
Dilation dilation_of(load::RouterTraffic const& traffic, load::Loads const& loads);
/// On PERCS, where distances are known. `placement`: the terminal of each task.
Dilation dilation_of(Percs const& percs, Communication const& communication,
                     std::span<std::uint32_t const> placement, load::Loads const& loads);

}  // namespace weft
