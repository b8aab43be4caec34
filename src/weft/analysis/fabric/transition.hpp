// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/forwarding/routing_tables.hpp"

namespace weft::fabric {

/// Statistics of the cycles of dependencies between virtual lanes of channels.
struct LaneCycles {
  std::uint64_t components = 0;                ///< strongly connected components that contain a cycle
  std::uint64_t in_cycles = 0;                 ///< virtual lanes of channels that are in a cycle
  std::vector<routing::VirtualChannel> cycle;  ///< a shortest cycle; empty if acyclic
};

LaneCycles lane_cycles(routing::LaneGraph const& graph, Progress& progress = no_progress());

/// Possible behavior of packets while switches receive new tables one after the other.
struct Transition {
  LaneCycles together;         ///< packets on old routes and packets on new routes coexist
  LaneCycles mixed;            ///< a switch uses its old or its new row for any packet
  std::uint64_t circling = 0;  ///< destinations for which a mixture of rows can send packets in cycles
};

/// Analyzes the transition. `before` and `after` must have the same ends; tables without lanes use lane 0.
/// Failed channels of the network carry no packets, except that in `together`, packets that crossed a channel
/// before it failed still occupy the channels downstream; packets of a mixture start later. In a mixture a
/// packet has its old or its new service level, and a switch reads the port and the lane from the same
/// tables. The time is proportional to destinations x routers.
Transition transition(routing::RoutingTables const& before, routing::RoutingTables const& after,
                      Network const& network);

/// Analysis of the replacement of tables after failures.
struct Replacement {
  LaneCycles before, after;  ///< with the old tables only, and with the new tables only
  Transition change;
  std::uint64_t rows = 0, changed_rows = 0;  ///< table rows for ends, over all routers
  std::uint64_t pairs = 0;                   ///< ordered pairs of distinct ends
  std::uint64_t lost = 0;       ///< pairs that arrive with the old tables, but not after the failures
  std::uint64_t reachable = 0;  ///< pairs that arrive with the new tables
};

/// Analyzes the replacement. Both tables must have lanes and the same ends. `whole`: the network before the
/// failures.
Replacement replacement(routing::RoutingTables const& before, Network const& whole,
                        routing::RoutingTables const& after, Network const& failed,
                        Progress& progress = no_progress());

}  // namespace weft::fabric
