// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "weft/routing/form/packet_routing.hpp"
#include "weft/topology/shape/local_network.hpp"

namespace weft::rounds {

/// A local network and its default routing, for store and forward.
class LocalRoutes {
 public:
  explicit LocalRoutes(LocalNetworkPtr network);

  std::uint32_t size() const { return network_->size(); }
  std::uint32_t num_channels() const { return static_cast<std::uint32_t>(ends_.size()); }
  std::uint32_t channel(std::uint32_t router, std::uint32_t port) const { return first_[router] + port; }
  /// The router that a channel leads to.
  std::uint16_t end(std::uint32_t channel) const { return ends_[channel]; }
  std::uint16_t start(std::uint32_t channel) const { return starts_[channel]; }
  /// A router as the routing encodes destinations.
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

/// A mean of the hops between routers of a local network, from a few of them.
double mean_local_hops(LocalNetwork const& network);

}  // namespace weft::rounds
