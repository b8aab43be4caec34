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

/// Resolves names of routings. All functions throw InputError for a routing that does not support the machine
/// or lacks the form; the error suggests routings that do.
namespace weft::routing {

/// Returns the spec with every parameter; `default` is replaced by the first routing of a list that supports
/// the machine in this form and needs at most `vcs` virtual channels (default.cpp). Makes all checks that
/// need no binding.
Spec resolve(Spec const& spec, Machine const& machine, Form form, std::uint32_t vcs = max_vcs);

/// Returns the default routing of a machine.
std::string default_routing(Machine const& machine, Form form, std::uint32_t vcs = max_vcs);

/// Returns the rule that selects the default routing, as text.
std::string default_rule();

/// Returns the number of routings that this process has bound to machines, or queried for their needs. Tests
/// check that a run needs one.
std::atomic<std::uint64_t>& routings_bound();

/// Binds the packet form. On a network with failures, packets are rerouted (Rerouted) unless the routing
/// handles failures.
PacketRoutingPtr bind_packets(Spec const& spec, Machine const& machine);
/// Binds packets of an oblivious routing: its own, or packets drawn from its shares. In both cases the shares
/// are the frequencies of the channels.
PacketRoutingPtr bind_drawn_packets(Spec const& spec, Machine const& machine);
/// Binds packets as bind_packets in an otherwise empty network: a routing that uses queues observes empty
/// queues.
PacketRoutingPtr bind_idle_packets(Spec const& spec, Machine const& machine);
/// Returns the form from which bind_idle_packets derives packets; tables for a routing by terminal.
Form idle_form(Spec const& spec);
/// Returns whether the next hop depends on the terminal of the destination, not only on its router.
bool goes_by_terminals(Spec const& spec);
/// Returns the form in which flows use a routing: shares, or channels if its paths depend on queues.
Form flow_form(Spec const& spec);
/// Binds the channel form. Also throws for too few virtual channels, with the number that it needs.
ChannelRoutingPtr bind_channels(Spec const& spec, Machine const& machine, VcSupply const& supply);
/// Returns the minimum number of virtual channels per port with which the routing is free of deadlock.
std::uint32_t vcs_needed(Spec const& spec, Machine const& machine);
SharesPtr bind_shares(Spec const& spec, Machine const& machine);
/// Binds the table form, with the virtual channels that the routing needs. `fabric` belongs to the machine.
/// Also throws for a routing with a next hop that depends on more than the router and the destination.
RoutingTables bind_tables(Spec const& spec, Machine const& machine, NumberedFabric const& fabric,
                          FabricEnds ends);

}  // namespace weft::routing
