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

/// Reroutes a routing without support for failures. A packet follows the routing as long as one of its ports
/// works and the destination can be reached from there. Then it leaves the routing for good and takes a
/// detour on the highest virtual channels, which nothing else uses: an up*/down* path if every channel has a
/// reverse, else a shortest path with a virtual channel for each hop. So it is as free of deadlock as the
/// routing and the detours are. Its intermediate routers, if it has some, are only those to which every hop
/// works. It does not use `detoured`, and answers a head without candidates where no way of its own is left.
class Detours {
 public:
  explicit Detours(Machine const& machine);
  /// The virtual channels of a routing with its detours, if it needs `own` without.
  std::uint32_t vcs_needed(std::uint32_t own) const { return own == no_vcs_suffice ? own : own + vcs_; }
  /// `bind(supply)` makes the routing, which needs `own` virtual channels.
  ChannelRoutingPtr around(std::string_view name, std::uint32_t own, VcSupply const& supply,
                           std::function<ChannelRoutingPtr(VcSupply const&)> const& bind) const;

 private:
  Machine machine_;
  std::uint32_t vcs_;
};

}  // namespace weft::routing
