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

/// Resolves names of routings. All functions throw InputError for a routing that does not serve the machine
/// or lacks the form, naming routings that do.
namespace weft::routing {

/// The routing that the spec names with every parameter written out; `default` is the first of a list that
/// serves the machine in that form and needs at most `vcs` virtual channels (default.cpp). Makes all checks
/// that need no binding.
Spec resolve(Spec const& spec, Machine const& machine, Form form, std::uint32_t vcs = most_vcs);

/// The routing that suits a machine if none is named.
std::string default_routing(Machine const& machine, Form form, std::uint32_t vcs = most_vcs);

/// The rule by which it is chosen, in words.
std::string default_rule();

/// The number of routings that this process has bound to machines, or asked for their needs. A run needs one:
/// tests check that.
std::atomic<std::uint64_t>& routings_bound();

/// On a network with failures, packets are rerouted around them (Rerouted) unless the routing handles them.
PacketRoutingPtr bind_packets(Spec const& spec, Machine const& machine);
/// Packets of any oblivious routing: its own, else drawn from its shares. In both cases the shares give the
/// frequency of each channel.
PacketRoutingPtr bind_drawn_packets(Spec const& spec, Machine const& machine);
/// As bind_packets, in a network without other packets: a routing that uses queues finds them empty.
PacketRoutingPtr bind_idle_packets(Spec const& spec, Machine const& machine);
/// The form that they are derived from; a routing by terminal has tables instead.
Form idle_form(Spec const& spec);
/// Whether its next hop depends on the terminal of the destination, not only on its router.
bool goes_by_terminals(Spec const& spec);
/// The form in which flows use a routing: shares, or channels if its paths depend on queues.
Form flow_form(Spec const& spec);
/// Also throws for too few virtual channels, with the number that it needs.
ChannelRoutingPtr bind_channels(Spec const& spec, Machine const& machine, VcSupply const& supply);
/// The minimum number of virtual channels per port with which the routing is free of deadlock.
std::uint32_t vcs_needed(Spec const& spec, Machine const& machine);
SharesPtr bind_shares(Spec const& spec, Machine const& machine);
/// `fabric` is that of the machine. The routing's channels have as many virtual channels as it needs. Also
/// throws for a routing whose next hop depends on more than the router and the destination.
RoutingTables bind_tables(Spec const& spec, Machine const& machine, NumberedFabric const& fabric,
                          FabricEnds ends);

}  // namespace weft::routing
