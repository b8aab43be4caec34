// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/core/result.hpp"
#include "weft/network/any_topology.hpp"
#include "weft/network/failures.hpp"

/// Channel values, in the order of Network: by router, then by port.
namespace weft {

/// Maximum number of channel values in a result.
inline constexpr std::uint64_t max_channel_values = std::uint64_t{1} << 26;

/// Calls visit(number, router, port) for each channel of a topology, in the order of Network.
template <class Visit>
void visit_channels(AnyTopology const& topology, Visit visit) {
  std::uint64_t number = 0;
  for (std::uint32_t r = 0; r < topology.num_routers(); ++r)
    for (std::uint16_t p = 0, ports = topology.degree({r}); p < ports; ++p)
      visit(number++, RouterId{r}, PortId{p});
}

/// Returns a table with a row per channel: its ends as named by RouterLabels, its ports, its class and its
/// value. The value of a failed channel (NaN) is an empty cell.
Table channel_table(AnyTopology const& topology, std::vector<double> const& values, std::string name,
                    std::string title, Column value);

/// Returns the topology of a result; null if it cannot be created, for example because its file has been
/// removed.
TopologyPtr topology_of(Result const& result);

/// Returns the failures that the request specifies.
FailureParams failures_in(Result const& result);

/// Returns the name of the topology for figures, even if the topology cannot be created.
std::string title_of(Result const& result, TopologyPtr const& topology);

}  // namespace weft
