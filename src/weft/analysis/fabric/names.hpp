#pragma once

#include <string>
#include <utility>
#include <vector>

#include "weft/network/fabric_of.hpp"
#include "weft/network/network.hpp"

namespace weft::fabric {

/// The parts of a fabric as people name them: a device by its description, or by its id where another device
/// has the same description, and a port as `device[port]`.
class FabricNames {
 public:
  /// `network` is that of the topology with the fabric.
  FabricNames(NumberedFabric const& fabric, Network const& network);
  std::string device(std::uint32_t device) const;
  std::string router(std::uint32_t router) const { return device(numbers_.devices()[router]); }
  std::string port(FabricPort const& end) const;
  std::string cable(Cable const& cable) const { return port(cable.a) + " - " + port(cable.b); }
  /// The port by which a channel leaves its source, and that by which it enters its target.
  std::pair<FabricPort, FabricPort> const& ends(ChannelIndex channel) const { return ends_[channel.v]; }
  std::string channel(ChannelIndex channel) const {
    return port(ends(channel).first) + " -> " + port(ends(channel).second);
  }

 private:
  Fabric const& fabric_;
  FabricNumbers const& numbers_;
  std::vector<bool> ambiguous_;
  std::vector<std::pair<FabricPort, FabricPort>> ends_;
};

}  // namespace weft::fabric
