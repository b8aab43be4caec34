#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"

namespace weft::routing {

/// A bit of a packet's phase that routings leave alone if they are to be rerouted.
inline constexpr std::uint16_t detoured = 0x8000;

/// A routing that does not know of failures, led around them. A packet follows it as long as one of its ports works and leads to where
/// the destination can be reached from; then it leaves it for good and takes a detour on virtual channels that nothing else uses, the
/// highest: an up*/down* path where every channel has a reverse, else a shortest path with a virtual channel for each hop. So it is as free of
/// deadlock as the routing and the detours are. The routing has no intermediate routers and leaves `detoured` alone.
class Detours {
 public:
  explicit Detours(Machine const& machine);
  /// Virtual channels that a routing which needs so many needs with its detours.
  std::uint32_t vcs_needed(std::uint32_t own) const { return own == no_vcs_suffice ? own : own + vcs_; }
  /// `bind(supply)` makes the routing, which needs `own` virtual channels.
  ChannelRoutingPtr around(std::string_view name, std::uint32_t own, VcSupply const& supply,
                           std::function<ChannelRoutingPtr(VcSupply const&)> const& bind) const;

 private:
  Machine machine_;
  std::uint32_t vcs_;
};

}  // namespace weft::routing
