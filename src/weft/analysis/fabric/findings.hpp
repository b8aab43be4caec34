// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "weft/io/fabric/fabric.hpp"
#include "weft/network/fabric_of.hpp"
#include "weft/network/network.hpp"

namespace weft::fabric {

/// The names of the parts of a fabric: for a device, its description, or its id if the description is
/// ambiguous; for a port, `device[port]`.
class FabricNames {
 public:
  /// Collects the names. `network`: the network of the topology with this fabric.
  FabricNames(NumberedFabric const& fabric, Network const& network);
  std::string device(std::uint32_t device) const;
  std::string router(std::uint32_t router) const { return device(numbers_.devices()[router]); }
  std::string port(FabricPort const& end) const;
  std::string cable(Cable const& cable) const { return port(cable.a) + " - " + port(cable.b); }
  /// Returns the port at which a channel leaves its source, and the port at which it enters its target.
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

/// An anomaly in a fabric, and the reason why it is one.
struct Finding {
  std::string what;      ///< such as `slower cable`
  std::string location;  ///< the names of the parts
  std::string why;
  friend bool operator==(Finding const&, Finding const&) = default;
};

/// Finds cables with different rates at their two ends, and cables that are slower or narrower than most
/// cables of their kind; bundles with fewer parallel cables than most bundles of their kind; hosts at
/// switches that are not leaves; hosts with several cabled ports; switches without a path to a host; devices
/// without a cable, or without a cable to a switch.
std::vector<Finding> findings(NumberedFabric const& fabric, CableKinds const& kinds,
                              FabricNames const& names);

/// Finds cables between switches that no route uses in one or both directions. `load`: number of routes over
/// each channel of the network. Failed channels are omitted.
std::vector<Finding> idle_cables(FabricNames const& names, Network const& network,
                                 std::span<std::uint64_t const> load);

/// Returns a summary such as `2 findings (slower cable, missing cable)`, or `no findings`.
std::string format_findings(std::vector<Finding> const& findings);

}  // namespace weft::fabric
