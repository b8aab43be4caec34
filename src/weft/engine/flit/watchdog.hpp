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
  /// A packet in an input virtual channel that waits for a virtual channel occupied by the next packet of the
  /// cycle.
  struct Waiter {
    std::uint32_t in = 0;  ///< input port of the network
    std::uint32_t vc = 0;
    std::uint32_t source = 0, terminal = 0;  ///< of the packet
    std::uint32_t next_in = 0, next_vc = 0;  ///< resource for which it waits
  };
  std::uint64_t cycle = 0;    ///< cycle of the detection
  std::uint64_t blocked = 0;  ///< number of input virtual channels with packets that can never move
  std::vector<Waiter> circle;
};

/// Periodic detection of packets that can never move, because all outputs that they may use are allocated to
/// packets that can never move. Packets along GroupTrees are ignored, since they have separate virtual
/// channels.
class Watchdog {
 public:
  Watchdog(FlitNetwork const& network, RouterOptions const& options) : network_(network), options_(options) {}
  /// Returns a deadlock if there is one; at the latest, the second call after its formation returns it.
  /// Collective; `state`: the state of this rank. Takes time linear in the number of virtual channels of the
  /// whole network, but little time if all buffers have changed since the last call.
  std::optional<Deadlock> look(std::uint64_t now, State const& state);

 private:
  FlitNetwork const& network_;
  RouterOptions options_;
  std::vector<std::uint64_t>
      seen_;  // hash of the contents of each input virtual channel of this rank at the last call
};

}  // namespace weft::flit
