// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "weft/core/spec.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/form/form.hpp"
#include "weft/routing/form/packet_routing.hpp"
#include "weft/routing/form/shares.hpp"
#include "weft/routing/forwarding/routing_tables.hpp"

/// Resolves routing names. All functions throw InputError if the routing does not support the machine or
/// lacks the form; the error suggests routings that do.
namespace weft::routing {

/// Returns the spec with all parameters filled in. `default` becomes the first routing of a list that
/// supports the machine in `form` with at most `vcs` virtual channels (default.cpp). Makes all checks that do
/// not require binding.
Spec resolve(Spec const& spec, Machine const& machine, Form form, std::uint32_t vcs = max_vcs);

/// Returns the name of the default routing of a machine.
std::string default_routing(Machine const& machine, Form form, std::uint32_t vcs = max_vcs);

/// Returns a description of the rule that selects the default routing.
std::string default_rule();

/// Returns the counter of routings that this process has bound to machines, including bindings that only
/// determine vcs_needed(). Tests check that a run binds only one.
std::atomic<std::uint64_t>& routings_bound();

/// Binds the packet form. In a network with failures, packets are rerouted (Rerouted) unless the routing
/// avoids failures itself.
PacketRoutingPtr bind_packets(Spec const& spec, Machine const& machine);
/// Binds the packets of an oblivious routing: its packet form or, if it has none, packets that draw their
/// channels from its shares. In both cases, the mean frequencies of the channels equal the shares.
PacketRoutingPtr bind_drawn_packets(Spec const& spec, Machine const& machine);
/// Binds packets like bind_packets, but also accepts routings that compare queues: they observe empty queues.
PacketRoutingPtr bind_idle_packets(Spec const& spec, Machine const& machine);
/// Returns the form from which bind_idle_packets derives packets; tables for a terminal-based routing.
Form idle_form(Spec const& spec);
/// Returns whether the next hop depends on the destination terminal, not only on its router.
bool routes_by_terminal(Spec const& spec);
/// Returns the form in which the engine `flow` uses a routing: shares, or channels if its paths depend on
/// queues.
Form flow_form(Spec const& spec);
/// Binds the channel form. Also throws if the supply has fewer virtual channels than the routing needs; the
/// error states the number.
ChannelRoutingPtr bind_channels(Spec const& spec, Machine const& machine, VcSupply const& supply);
/// Returns the minimum number of virtual channels per port with which the routing is deadlock-free.
std::uint32_t vcs_needed(Spec const& spec, Machine const& machine);
SharesPtr bind_shares(Spec const& spec, Machine const& machine);
/// Binds the table form, with the number of virtual channels that the routing needs. `fabric`: the fabric of
/// the machine. Also throws if the next hop depends on more than the router and the destination.
RoutingTables bind_tables(Spec const& spec, Machine const& machine, NumberedFabric const& fabric,
                          FabricEnds ends);

}  // namespace weft::routing
