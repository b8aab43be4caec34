#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "weft/engine/flit/simulation.hpp"
#include "weft/explore/flit_channels.hpp"

namespace weft::explore {

/// Where the flits of a packet are: at its source, in the network, or arrived.
struct PacketPlaces {
  /// The flits in a buffer or on their way to it.
  struct At {
    std::optional<std::uint32_t> channel;  ///< none: of an injection or ejection channel
    std::uint32_t router = 0;
    std::uint32_t vc = 0;
    std::uint32_t flits = 0;
  };

  flit::Packet packet;
  std::uint32_t at_source = 0, arrived = 0;  ///< flits
  std::vector<At> at;

  /// Channels of the network that its head has crossed.
  std::uint32_t hops() const { return packet.routers > 0 ? packet.routers - 1 : 0; }
};

/// The places of the packet that the engine knows by that number, or nothing if it has been delivered. Linear
/// in the flits of the network.
std::optional<PacketPlaces> places_of(std::uint32_t number, flit::Simulation const& simulation,
                                      FlitChannels const& channels);

}  // namespace weft::explore
