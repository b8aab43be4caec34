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

/// The start of packets on a network with no known structure but its channels.
enum class GraphDetour : std::uint8_t {
  none,      ///< by a shortest path
  always,    ///< by one of intermediate_routers()
  adaptive,  ///< either one, as UGAL decides at the source
};

/// Routes by shortest paths around failures, hop i of a packet in class i of virtual channels (I. S. Gopal,
/// Prevention of store-and-forward deadlock in computer networks, IEEE Trans. Communications 33(12), 1985):
/// the rule of `minimal`, `valiant` and `ugal` where they have no better one. On trees without failures,
/// where shortest paths go up and then down, a class for each leg.
struct GraphPolicy {
  GraphDetour detour = GraphDetour::none;
  MinimalChoice choice = MinimalChoice::random;
  SampleParams sample = {};
  UgalParams comparison = {};
};

/// Where packets start: only at routers with terminals, or at any, as detours do.
enum class PathsFrom : std::uint8_t { terminals, routers };

/// Shortest paths on a machine's network, and the classes needed to route on them.
class GraphPaths {
 public:
  /// Throws InputError if there are too many routers for a table, or if without failures a terminal cannot
  /// reach another.
  explicit GraphPaths(Machine const& machine, PathsFrom sources = PathsFrom::terminals);

  DistanceTable const& table() const { return *table_; }
  Network const& network() const { return table_->network(); }
  /// Hops of the longest path from a source to a router with terminals.
  std::uint32_t longest() const { return longest_; }
  /// Whether all paths between such routers go up a tree and then down.
  bool up_and_down() const { return up_and_down_; }
  /// Classes of virtual channels that keep a routing free of deadlock.
  std::uint32_t classes(GraphDetour detour) const {
    std::uint32_t const legs = detour == GraphDetour::none ? 1 : 2;
    return up_and_down_ ? legs : std::max(1u, legs * longest_);
  }
  /// Their purpose, in words.
  std::string_view why(GraphDetour detour) const {
    if (up_and_down_) return "one for each leg";
    return detour == GraphDetour::none ? "one for each hop of the longest path"
                                       : "one for each hop of two longest paths";
  }
  /// Whether every terminal has a path to every other: without failures, what has none is refused.
  bool reaches_all() const { return !network().has_failures(); }
  bool reaches(std::uint32_t from, std::uint32_t to) const { return table_->reaches({from}, {to}); }

 private:
  std::shared_ptr<DistanceTable const> table_;
  std::uint32_t longest_ = 0;
  bool up_and_down_ = false;
};

/// The routing; vcs below paths.classes(policy.detour) let it deadlock.
ChannelRoutingPtr bind_on_graph(GraphPaths paths, GraphPolicy const& policy, std::uint32_t vcs);

/// The ports on shortest paths that have not failed.
class MinimalPorts {
 public:
  explicit MinimalPorts(GraphPaths paths) : paths_(std::move(paths)) {
    next_ = NextPorts(paths_.network(), [&](std::uint32_t at, std::uint32_t to, auto visit_port) {
      if (at != to && paths_.reaches(at, to)) visit(at, to, visit_port);
    });
  }

  GraphPaths const& paths() const { return paths_; }
  /// Calls visit_port(port) for the ports of `at` on shortest paths to `to`, lowest first, as long as it
  /// returns true.
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
