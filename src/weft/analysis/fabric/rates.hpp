#pragma once

#include <cstdint>
#include <vector>

#include "weft/analysis/fabric/cable_kinds.hpp"
#include "weft/network/network.hpp"

namespace weft::fabric {

/// The rates of the channels of a fabric.
struct ChannelRates {
  std::vector<double> relative;  ///< of each channel: its rate in units of the median cable of a host
  std::uint64_t unknown = 0;     ///< cables between switches whose rate the file does not tell
};

/// `network` is that of the topology with the fabric. A cable of unknown rate counts as one of most of its
/// kind. If no rate is known, the channels have their bandwidth in the network, relative to a terminal's.
ChannelRates channel_rates(NumberedFabric const& fabric, CableKinds const& kinds, Network const& network);

/// The rate, such as 4xQDR, that more cables of each kind have than any other one; empty: none is known.
std::vector<std::string> usual_rates(Fabric const& fabric, CableKinds const& kinds);

}  // namespace weft::fabric
