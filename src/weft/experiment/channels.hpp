// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/core/result.hpp"
#include "weft/network/any_topology.hpp"
#include "weft/network/failures.hpp"

/// Values of single channels, in the order of Network: by router, then by port.
namespace weft {

/// Maximum number of values of channels in a result.
inline constexpr std::uint64_t most_channel_values = std::uint64_t{1} << 26;

/// Calls visit(number, router, port) for each channel of a topology, in the order of Network.
template <class Visit>
void visit_channels(AnyTopology const& topology, Visit visit) {
  std::uint64_t number = 0;
  for (std::uint32_t r = 0; r < topology.num_routers(); ++r)
    for (std::uint16_t p = 0, ports = topology.degree({r}); p < ports; ++p)
      visit(number++, RouterId{r}, PortId{p});
}

/// A table with a row per channel: its ends as RouterLabels has them, its ports, its class and its value. A
/// channel that has failed (NaN) has an empty cell.
Table channel_table(AnyTopology const& topology, std::vector<double> const& values, std::string name,
                    std::string title, Column value);

/// The topology that a result is about; null if it cannot be made any more, such as of a file that is gone.
TopologyPtr topology_of(Result const& result);

/// The failures that its request declares.
FailureParams failures_in(Result const& result);

/// The topology as figures name it, also if it cannot be made any more.
std::string title_of(Result const& result, TopologyPtr const& topology);

}  // namespace weft
