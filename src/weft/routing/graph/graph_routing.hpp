// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/form/sample_params.hpp"
#include "weft/routing/graph/port_choice.hpp"
#include "weft/routing/packet/shortest_paths.hpp"
#include "weft/routing/ugal/ugal_params.hpp"

namespace weft::routing {

/// The first leg of packets in a network without known structure.
enum class GraphDetour : std::uint8_t {
  none,      ///< along a shortest path
  always,    ///< via one of intermediate_routers()
  adaptive,  ///< either, selected by UGAL at the source
};

/// Routing rule of `minimal`, `valiant` and `ugal` on general networks: packets follow shortest paths around
/// failures, and hop i of a packet uses virtual-channel class i (I. S. Gopal, Prevention of store-and-forward
/// deadlock in computer networks, IEEE Trans. Communications 33(12), 1985). Trees without failures, where
/// shortest paths go up and then down, need one class per leg.
struct GraphPolicy {
  GraphDetour detour = GraphDetour::none;
  MinimalChoice choice = MinimalChoice::random;
  SampleParams sample = {};
  UgalParams comparison = {};
};

/// Sources of packets: routers with terminals only, or all routers, as for detours.
enum class PathsFrom : std::uint8_t { terminals, routers };

/// Shortest paths in the network of a machine, and the number of virtual-channel classes that routing on them
/// requires.
class GraphPaths {
 public:
  /// Throws InputError if there are too many routers for a table, or if there are no failures and a terminal
  /// cannot reach another.
  explicit GraphPaths(Machine const& machine, PathsFrom sources = PathsFrom::terminals);

  DistanceTable const& table() const { return *table_; }
  Network const& network() const { return table_->network(); }
  /// Returns the hops of the longest path from a source to a router with terminals.
  std::uint32_t longest() const { return longest_; }
  /// Returns whether all paths between sources and routers with terminals go up a tree and then down.
  bool up_and_down() const { return up_and_down_; }
  /// Returns the number of virtual-channel classes that deadlock freedom requires.
  std::uint32_t classes(GraphDetour detour) const {
    std::uint32_t const legs = detour == GraphDetour::none ? 1 : 2;
    return up_and_down_ ? legs : std::max(1u, legs * longest_);
  }
  /// Returns the purpose of the classes, for messages.
  std::string_view why(GraphDetour detour) const {
    if (up_and_down_) return "one for each leg";
    return detour == GraphDetour::none ? "one for each hop of the longest path"
                                       : "one for each hop of two longest paths";
  }
  /// Returns whether every terminal has a path to every other one; if there are no failures, the constructor
  /// has checked this.
  bool reaches_all() const { return !network().has_failures(); }
  bool reaches(std::uint32_t from, std::uint32_t to) const { return table_->reaches({from}, {to}); }

 private:
  std::shared_ptr<DistanceTable const> table_;
  std::uint32_t longest_ = 0;
  bool up_and_down_ = false;
};

/// Binds the policy. With fewer `vcs` than paths.classes(policy.detour), the routing may deadlock.
ChannelRoutingPtr bind_on_graph(GraphPaths paths, GraphPolicy const& policy, std::uint32_t vcs);

/// Working output ports on shortest paths.
class MinimalPorts {
 public:
  explicit MinimalPorts(GraphPaths paths) : paths_(std::move(paths)) {
    next_ = NextPorts(paths_.network(), [&](std::uint32_t at, std::uint32_t to, auto visit_port) {
      if (at != to && paths_.reaches(at, to)) visit(at, to, visit_port);
    });
  }

  GraphPaths const& paths() const { return paths_; }
  /// Calls visit_port(port) for the ports of router `at` on shortest paths to `to`, in ascending order, until
  /// it returns false.
  template <class Visit>
  void visit(std::uint32_t at, std::uint32_t to, Visit visit_port) const {
    auto const [first, is_only] = next_.start(at, to);
    if (is_only) {
      visit_port(first);
      return;
    }
    auto const& table = paths_.table();
    for (std::uint16_t p = first, ports = paths_.network().degree({at}); p < ports; ++p)
      if (table.leads({at}, {p}, {to}) && !visit_port(p)) return;
  }

 private:
  GraphPaths paths_;
  NextPorts next_;
};

}  // namespace weft::routing
