// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "weft/routing/form/packet_routing.hpp"
#include "weft/topology/shape/local_network.hpp"

namespace weft::rounds {

/// A local network with its default routing, as arrays for store and forward.
class LocalRoutes {
 public:
  explicit LocalRoutes(LocalNetworkPtr network);

  std::uint32_t size() const { return network_->size(); }
  std::uint32_t num_channels() const { return static_cast<std::uint32_t>(ends_.size()); }
  std::uint32_t channel(std::uint32_t router, std::uint32_t port) const { return first_[router] + port; }
  /// Returns the router at the end of a channel.
  std::uint16_t end(std::uint32_t channel) const { return ends_[channel]; }
  std::uint16_t start(std::uint32_t channel) const { return starts_[channel]; }
  /// Returns a router as a destination in the encoding of the routing.
  std::uint32_t encoded(std::uint32_t router) const { return encoded_[router]; }
  PacketRouting const& routing() const { return *routing_; }
  PacketTraits const& traits() const { return traits_; }

 private:
  LocalNetworkPtr network_;
  PacketRoutingPtr routing_;
  PacketTraits traits_;
  std::vector<std::uint32_t> first_, encoded_;
  std::vector<std::uint16_t> starts_, ends_;
};

/// Returns the mean hops between routers of a local network, estimated from a sample of routers.
double mean_local_hops(LocalNetwork const& network);

}  // namespace weft::rounds
