#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

#include "weft/topology/topology.hpp"

namespace weft {

/// One reading of the capacity condition of a network, processors * hops / k <= channels: each processor
/// sends a request every k steps, a request occupies a channel for each of its hops.
struct CapacityReading {
  std::string name;
  std::uint64_t processors = 0;
  std::uint64_t hops = 0;      ///< phi: of a request
  std::uint64_t channels = 0;  ///< requests that can move at once
};

/// The readings that the literature gives for this topology (Leppanen & Penttonen, Sparse networks: balance
/// of processing and communication, 2007): they count one channel per node and dimension.
template <class T>
concept KnowsCapacity = Topology<T> && requires(T const t) {
  { t.capacity_readings() } -> std::same_as<std::vector<CapacityReading>>;
};

}  // namespace weft
