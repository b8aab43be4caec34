// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "weft/engine/flit/flit_network.hpp"
#include "weft/engine/flit/router_params.hpp"
#include "weft/engine/flit/state.hpp"

namespace weft::flit {

/// Packets that wait for each other forever.
struct Deadlock {
  /// A packet in an input virtual channel. It waits for a virtual channel that holds, or is held by, the next
  /// packet of the cycle.
  struct Waiter {
    std::uint32_t in = 0;  ///< input port of the network
    std::uint32_t vc = 0;
    std::uint32_t source = 0, terminal = 0;  ///< of the packet
    std::uint32_t next_in = 0, next_vc = 0;  ///< the resource that it waits for
  };
  std::uint64_t cycle = 0;    ///< when it was noticed
  std::uint64_t blocked = 0;  ///< input virtual channels whose packets can never move
  std::vector<Waiter> circle;
};

/// Looks now and then for packets that can never move: every output that they may take is held by packets
/// that can never move. It does not look at packets along GroupTrees, whose virtual channels are their own.
class Watchdog {
 public:
  Watchdog(FlitNetwork const& network, RouterOptions const& options) : network_(network), options_(options) {}
  /// Collective; `state`: this rank's. Linear in the number of virtual channels of the whole network, and
  /// cheap if everything has moved since the last look.
  std::optional<Deadlock> look(std::uint64_t now, State const& state);

 private:
  FlitNetwork const& network_;
  RouterOptions options_;
  std::vector<std::uint64_t> seen_;  // the front of each input virtual channel of this rank at the last look
};

}  // namespace weft::flit
