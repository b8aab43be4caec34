// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"

namespace weft::routing {

/// A bit of a packet's phase that rerouted routings do not use.
inline constexpr std::uint16_t detoured = 0x8000;

/// Reroutes a routing without support for failures. A packet follows the routing while one of its ports works
/// and the destination can be reached from there. Then it leaves the routing permanently and follows a detour
/// on the highest virtual channels, which are reserved for detours: an up*/down* path if every channel has a
/// reverse, else a shortest path with a virtual channel for each hop. So deadlock freedom follows from the
/// routing and the detours. Its intermediate routers, if any, are restricted to routers reached by working
/// hops. The routing must not use `detoured`, and returns no candidates for a head without a working way.
class Detours {
 public:
  explicit Detours(Machine const& machine);
  /// Returns the virtual channels of a routing with its detours, if the routing alone needs `own`.
  std::uint32_t vcs_needed(std::uint32_t own) const { return own == no_vcs_suffice ? own : own + vcs_; }
  /// Reroutes the routing made by `bind(supply)`, which needs `own` virtual channels.
  ChannelRoutingPtr around(std::string_view name, std::uint32_t own, VcSupply const& supply,
                           std::function<ChannelRoutingPtr(VcSupply const&)> const& bind) const;

 private:
  Machine machine_;
  std::uint32_t vcs_;
};

}  // namespace weft::routing
