// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/io/fabric/forwarding_tables.hpp"
#include "weft/network/fabric_of.hpp"
#include "weft/network/network.hpp"

namespace weft::routing {

/// Action of a router for a packet: the channel on which it forwards the packet, or the reason why the route
/// ends.
class NextHop {
 public:
  enum class End : std::uint32_t { arrives = 0xfffffff0, no_entry, dead_port, wrong_host };
  NextHop() : NextHop(End::no_entry) {}
  explicit NextHop(End end) : value_(static_cast<std::uint32_t>(end)) {}
  explicit NextHop(ChannelIndex channel) : value_(channel.v) {}

  bool is_channel() const { return value_ < static_cast<std::uint32_t>(End::arrives); }
  ChannelIndex channel() const { return {value_}; }
  End end() const { return static_cast<End>(value_); }
  friend bool operator==(NextHop, NextHop) = default;

 private:
  std::uint32_t value_;
};

/// Routes whose next hops depend only on the router and the destination, as defined by forwarding tables. The
/// ends of routes are the terminals, in order, followed by further end nodes such as the aggregation nodes of
/// a fabric.
class DestinationRoutes {
 public:
  /// `router`: the router of each end.
  DestinationRoutes(std::uint64_t routers, std::vector<std::uint32_t> router)
      : routers_(static_cast<std::size_t>(routers)),
        router_(std::move(router)),
        next_(routers_ * router_.size()) {}

  std::uint64_t num_routers() const { return routers_; }
  std::uint32_t num_ends() const { return static_cast<std::uint32_t>(router_.size()); }
  /// Returns the router of an end.
  std::uint32_t router(std::uint32_t end) const { return router_[end]; }
  std::span<std::uint32_t const> routers() const { return router_; }
  /// Returns the next hop of a packet to `end` at each router.
  std::span<NextHop const> to(std::uint32_t end) const { return {next_.data() + end * routers_, routers_}; }
  std::span<NextHop> to(std::uint32_t end) { return {next_.data() + end * routers_, routers_}; }

 private:
  std::size_t routers_;
  std::vector<std::uint32_t> router_;
  std::vector<NextHop> next_;
};

/// End nodes of a fabric that are ends of routes: the hosts, or all end nodes.
enum class FabricEnds : std::uint8_t { hosts, all };

/// Ends of routes through a fabric: its terminals and, for FabricEnds::all, its aggregation nodes.
struct EndNodes {
  std::vector<FabricPort> ports;          ///< ports of the end nodes
  std::vector<std::uint32_t> router;      ///< router to which each end node is attached
  std::vector<std::uint8_t> router_port;  ///< port of the router, numbered from 1
};
EndNodes end_nodes(NumberedFabric const& fabric, FabricEnds ends);

/// Routes through a fabric, as defined by forwarding tables.
struct ForwardedRoutes {
  DestinationRoutes routes;
  std::vector<std::uint16_t> lids;   ///< by end
  std::uint64_t without_table = 0;   ///< number of switches of the fabric that have no table
  std::uint64_t unknown_tables = 0;  ///< number of tables of switches that the fabric lacks
  std::uint64_t different_lids = 0;  ///< number of ends with different LIDs in the fabric and in the tables
};

/// Resolves the tables to routes. `network`: the network of the topology of the fabric. Switches are matched
/// by GUID. The LID of an end is the base LID of its port GUID in the tables or, if they lack it, the LID in
/// the fabric. Throws InputError if no table belongs to any switch of the fabric, if a port does not exist,
/// or if an end has no LID or the same LID as another end.
ForwardedRoutes forwarded_routes(NumberedFabric const& fabric, Network const& network,
                                 ForwardingTables const& tables, EndNodes const& ends);

/// The routes to one destination: the tree of the routers from which packets arrive, and the status of the
/// other routers. Scratch space, one per worker.
class DestinationTree {
 public:
  explicit DestinationTree(std::size_t routers) : depth_(routers), status_(routers), order_(routers) {}

  /// State of a route: not followed yet, on the path being followed, arrives, or the reason why it does not
  /// arrive.
  enum class RouteStatus : std::uint8_t { unknown, on_path, arrives, no_entry, dead_port, wrong_host, loops };

  /// Follows the routes of all routers. `next`: the next hop of each router.
  void follow(std::span<NextHop const> next, Network const& network);

  RouteStatus status(std::uint32_t router) const { return status_[router]; }
  /// Returns the hops from a router to the destination; only for routers from which packets arrive.
  std::uint32_t depth(std::uint32_t router) const { return depth_[router]; }
  /// Returns the routers from which packets arrive, farthest first.
  std::span<std::uint32_t const> order() const { return {order_.data(), arriving_}; }

 private:
  void follow_from(std::uint32_t router, std::span<NextHop const> next, Network const& network);
  void sort_by_depth();

  std::vector<std::uint32_t> depth_, path_, first_;
  std::vector<RouteStatus> status_;
  std::vector<std::uint32_t> order_;
  std::size_t arriving_ = 0;
};

}  // namespace weft::routing
