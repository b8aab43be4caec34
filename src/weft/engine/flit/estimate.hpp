// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "weft/core/estimate.hpp"
#include "weft/engine/flit/flit_network.hpp"
#include "weft/engine/flit/flit_params.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/form/channel_routing.hpp"

namespace weft::flit {

/// Counts of a network that determine the cost of its simulation.
struct FlitSize {
  FlitSize(FlitNetwork const& network, FlitParams const& params);
  /// Computes the counts before a FlitNetwork exists, with the latencies of the parameters.
  FlitSize(NetworkSize const& network, FlitParams const& params);

  std::uint64_t routers, terminals;
  std::uint64_t ports;  ///< number of input ports, which equals the number of output ports
  std::uint64_t wheel;  ///< cycles for which events between partitions are stored
};

/// Returns the memory that a rank needs for its part of a simulation, in bytes, without packets.
std::uint64_t bytes_needed(FlitSize const& size, routing::ChannelTraits const& traits,
                           FlitParams const& params);

/// Returns the number of partitions of a rank, chosen for the number of threads and the cache size.
std::uint32_t suitable_partitions(FlitSize const& size, routing::ChannelTraits const& traits,
                                  FlitParams const& params);

/// Amount of simulated work.
struct FlitWork {
  double cycles = 0;
  double flits = 0;  ///< number of flits that cross the network
  double hops = 0;   ///< mean number of hops of a flit between routers
};

/// Returns the estimated memory and time of a simulation. Threads reduce the time of networks with at least
/// 512 routers per rank.
Estimate estimate_flit(FlitSize const& size, routing::ChannelTraits const& traits, FlitParams const& params,
                       FlitWork const& work);

}  // namespace weft::flit
