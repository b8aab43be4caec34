// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/form/form.hpp"
#include "weft/routing/forwarding/routing_tables.hpp"

/// Properties of routings in the catalog.
namespace weft::routing {

template <class R>
concept HasChannels = requires(R const& routing, Machine const& machine, VcSupply const& supply) {
  routing.channels(machine, supply);
};
template <class R>
concept HasPackets = requires(R const& routing, Machine const& machine) { routing.packets(machine); };
template <class R>
concept HasShares = requires(R const& routing, Machine const& machine) { routing.shares(machine); };
template <class R>
concept HasOwnTables = requires(R const& routing, Machine const& machine, NumberedFabric const& fabric) {
  routing.tables(machine, fabric, FabricEnds::hosts);
};
/// True if the next hop depends on the destination terminal. Packets cannot then be derived from channels.
template <class R>
constexpr bool is_by_terminal = requires { requires R::by_terminal; };
/// True if the paths depend on queues for all parameters.
template <class R>
constexpr bool is_adaptive = requires { requires R::adaptive; };
/// True if the routing itself compares queues, instead of leaving the choice among its candidates to the
/// engine.
template <class R>
constexpr bool compares_queues = requires { requires R::compares_queues; };
/// True if the channels of the routing avoid failures by themselves.
template <class R>
constexpr bool supports_failures = requires { requires R::supports_failures; };

/// True if Weft reroutes the packets of the routing around failures (Detours).
template <class R>
constexpr bool is_rerouted = requires { requires R::rerouted; };
/// Returns whether packets of the routing avoid failures in a form.
template <class R>
constexpr bool avoids_failures(Form form) {
  return supports_failures<R> || is_rerouted<R> || (form == Form::packets && HasPackets<R>);
}

/// Returns whether a routing has a form, directly or derived from its channels, at least for some parameters.
template <class R>
constexpr bool has_form(Form form) {
  switch (form) {
    case Form::channels: return HasChannels<R>;
    case Form::packets: return HasPackets<R> || (HasChannels<R> && !compares_queues<R> && !is_by_terminal<R>);
    case Form::tables: return HasOwnTables<R> || (HasChannels<R> && !is_adaptive<R>);
    case Form::shares: break;
  }
  return HasShares<R> || (HasChannels<R> && !is_adaptive<R>);
}

/// Returns whether a routing supports the machine in a form.
template <class R>
bool serves_in(Form form, Machine const& machine) {
  if (!has_form<R>(form) || !R(typename R::Params{}).serves(machine)) return false;
  return !machine.has_failures() || avoids_failures<R>(form);
}

}  // namespace weft::routing
