#pragma once

#include <cstdint>

#include "weft/core/estimate.hpp"

namespace weft {

class AnyTopology;
class Network;

/// The counts of a network, also of one that fits into no memory.
struct NetworkSize {
  std::uint64_t routers = 0, terminals = 0, channels = 0;
  bool bidirectional = true;

  /// The memory of a Network of this size.
  std::uint64_t bytes() const;
  double mean_degree() const {
    return routers == 0 ? 0 : static_cast<double>(channels) / static_cast<double>(routers);
  }
};

/// The size of a topology in constant time: channels are counted at up to 64 routers, evenly spaced, and are
/// exact where all routers have equally many ports.
NetworkSize size_of(AnyTopology const& topology);

NetworkSize size_of(Network const& network);

/// Building the Network.
Estimate estimate_network(NetworkSize const& size);

/// The hops of a shortest path between two terminals on average, in constant time: of 32 random pairs where
/// the topology knows its distances, else from its diameter or its degree.
double mean_hops(AnyTopology const& topology);

}  // namespace weft
