#pragma once

#include <concepts>
#include <cstdint>

#include "weft/topology/topology.hpp"

namespace weft {

/// Sums and extremes over the ports of all routers.
struct PortCounts {
  std::uint64_t channels = 0;
  std::uint32_t radix = 0;         ///< maximum ports of a router, terminals included
  double injection_bandwidth = 0;  ///< minimum over routers: outgoing bandwidth per terminal of its own
};

/// `t.port_counts()`: the same without visiting every router, if every router has equally many terminals.
template <class T>
concept KnowsPortCounts = Topology<T> && requires(T const t) {
  { t.port_counts() } -> std::same_as<PortCounts>;
};

}  // namespace weft
