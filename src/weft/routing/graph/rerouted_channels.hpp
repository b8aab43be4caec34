// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"

namespace weft::routing {

/// Bit of the phase of a packet that rerouted routings do not use; set on a detour.
inline constexpr std::uint16_t detoured = 0x8000;

/// Reroutes a routing that does not support failures. A packet follows the routing as long as one of its
/// ports works and leads to a router from which the destination is reachable. Otherwise it leaves the routing
/// permanently and follows a detour on the highest virtual channels, which are reserved for detours: an
/// up*/down* path if every channel has a reverse, else a shortest path with one virtual channel per hop.
/// Hence the combination is deadlock-free if the routing and the detours are. Intermediate routers of the
/// routing are restricted to routers that working hops reach. The routing must not use `detoured`, and must
/// return no candidates for a head if all its output channels have failed.
class Detours {
 public:
  explicit Detours(Machine const& machine);
  /// Returns the number of virtual channels that a routing needs including its detours, if the routing alone
  /// needs `own`.
  std::uint32_t vcs_needed(std::uint32_t own) const { return own == no_vcs_suffice ? own : own + vcs_; }
  /// Returns the rerouted form of the routing that `bind(supply)` creates, which needs `own` virtual
  /// channels.
  ChannelRoutingPtr around(std::string_view name, std::uint32_t own, VcSupply const& supply,
                           std::function<ChannelRoutingPtr(VcSupply const&)> const& bind) const;

 private:
  Machine machine_;
  std::uint32_t vcs_;
};

}  // namespace weft::routing
