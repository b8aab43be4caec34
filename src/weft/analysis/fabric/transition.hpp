// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/forwarding/routing_tables.hpp"

namespace weft::fabric {

/// The cycles of dependencies between virtual lanes of channels.
struct LaneCycles {
  std::uint64_t components = 0;                ///< strongly connected ones that hold a cycle
  std::uint64_t in_cycles = 0;                 ///< virtual lanes of channels in some cycle
  std::vector<routing::VirtualChannel> cycle;  ///< a shortest one; empty if there is none
};

LaneCycles lane_cycles(routing::LaneGraph const& graph, Progress& progress = no_progress());

/// What packets can do while switches are given new tables one after the other.
struct Transition {
  LaneCycles together;         ///< of packets on old routes and packets on new routes at once
  LaneCycles mixed;            ///< where a switch takes its old or its new row whenever a packet comes
  std::uint64_t circling = 0;  ///< destinations for which such a mixture can send packets round and round
};

/// `before` and `after` have the same ends; tables without lanes use lane 0. Failed channels of the network
/// carry nothing: for `together`, packets that had crossed one before it failed still hold what lies behind
/// it; those of a mixture set out later. In a mixture a packet has its old or its new service level, and a
/// switch takes both its port and its lane from the same tables. Takes time in proportion to destinations x
/// routers.
Transition transition(routing::RoutingTables const& before, routing::RoutingTables const& after,
                      Network const& network);

/// Tables that replace others after failures.
struct Replacement {
  LaneCycles before, after;  ///< under the old tables alone, and under the new ones
  Transition change;
  std::uint64_t rows = 0, changed_rows = 0;  ///< of the routers for ends
  std::uint64_t pairs = 0;                   ///< ordered, of distinct ends
  std::uint64_t lost = 0;                    ///< that arrive on the old tables, but not after the failures
  std::uint64_t reachable = 0;               ///< that arrive on the new tables
};

/// Both tables have lanes, and the same ends. `whole`: the network before the failures.
Replacement replacement(routing::RoutingTables const& before, Network const& whole,
                        routing::RoutingTables const& after, Network const& failed,
                        Progress& progress = no_progress());

}  // namespace weft::fabric
