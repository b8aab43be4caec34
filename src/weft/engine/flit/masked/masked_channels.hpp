#pragma once

#include <cstdint>

#include "weft/engine/flit/links.hpp"
#include "weft/engine/flit/masked/event_ring.hpp"

namespace weft::flit {

/// Flits and credits in flight between the routers and terminals of a partition. A flit is put into the
/// buffer that it will reach when it is sent, since its credit is for a place there. What is in flight is
/// only the news that it has arrived.
struct MaskedChannels {
  /// Of a partition with so many input ports and as many output ports.
  MaskedChannels(FlitNetwork const& network, RouterOptions const& options, std::size_t ports)
      : arrivals(longest_passage(network, options), ports),
        credits(longest_credit(network, options), ports * options.speedup),
        returns(longest_credit(network, options), ports * options.speedup) {}

  /// The maximum number of cycles that a credit is in flight.
  static std::uint64_t longest_credit(FlitNetwork const& network, RouterOptions const& options) {
    return network.longest_latency() + options.credit_delay + std::uint64_t{1};
  }

  EventRing arrivals;  ///< flits by input VC
  EventRing credits;   ///< by output VC
  EventRing returns;   ///< credits of terminals, by the input VC that they inject into
};

}  // namespace weft::flit
