// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "weft/core/estimate.hpp"
#include "weft/engine/flit/flit_network.hpp"
#include "weft/engine/flit/flit_params.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/form/channel_routing.hpp"

namespace weft::flit {

/// The counts of a network that its simulation's cost depends on.
struct FlitSize {
  FlitSize(FlitNetwork const& network, FlitParams const& params);
  /// Before there is a FlitNetwork: with the latencies of the parameters.
  FlitSize(NetworkSize const& network, FlitParams const& params);

  std::uint64_t routers, terminals;
  std::uint64_t ports;  ///< input ports; there are as many output ports
  std::uint64_t wheel;  ///< cycles that events between partitions are kept for
};

/// The memory of a rank's part of a simulation in bytes, without its packets.
std::uint64_t bytes_needed(FlitSize const& size, routing::ChannelTraits const& traits,
                           FlitParams const& params);

/// Partitions of a rank that suit the threads and the caches.
std::uint32_t suitable_partitions(FlitSize const& size, routing::ChannelTraits const& traits,
                                  FlitParams const& params);

/// What is simulated.
struct FlitWork {
  double cycles = 0;
  double flits = 0;  ///< that cross the network, in all
  double hops = 0;   ///< of a flit on average, between routers
};

/// A simulation. Threads help from 512 routers on.
Estimate estimate_flit(FlitSize const& size, routing::ChannelTraits const& traits, FlitParams const& params,
                       FlitWork const& work);

}  // namespace weft::flit
