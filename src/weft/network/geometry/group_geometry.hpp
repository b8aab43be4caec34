// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/network/network.hpp"

namespace weft {

/// Groups of the same number of consecutive routers, each group a clique, connected by global channels
/// (dragonfly; PERCS, with supernodes as groups).
class GroupGeometry {
 public:
  /// A global channel, identified by its router and the output port.
  struct Gateway {
    std::uint32_t router;
    std::uint16_t port;
  };

  /// Builds the groups of routers with equal r / group_size. Ignores failed channels.
  GroupGeometry(Network const& network, std::uint32_t group_size);

  std::uint32_t num_groups() const { return groups_; }
  std::uint32_t group_size() const { return size_; }
  std::uint32_t group_of(std::uint32_t r) const { return r / size_; }
  /// Returns the port from r directly to router `to` of its group.
  std::uint16_t local_port(std::uint32_t r, std::uint32_t to) const {
    return local_[std::size_t{r} * size_ + to % size_];
  }
  /// Returns the global channels from group `from` to group `to`, ordered by router; may be empty.
  std::span<Gateway const> gateways(std::uint32_t from, std::uint32_t to) const {
    auto const pair = std::size_t{from} * groups_ + to;
    return std::span(gateways_).subspan(first_[pair], first_[pair + 1] - first_[pair]);
  }
  /// Returns the router at which a global channel ends.
  std::uint32_t landing(Gateway const& gateway) const { return landing_[&gateway - gateways_.data()]; }

 private:
  std::uint32_t size_, groups_;
  std::vector<std::uint16_t> local_;
  std::vector<std::uint32_t> first_;  // indexed by pair of groups
  std::vector<Gateway> gateways_;
  std::vector<std::uint32_t> landing_;
};

}  // namespace weft
