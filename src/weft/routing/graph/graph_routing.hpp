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

/// The start of packets on a network with no known structure except its channels.
enum class GraphDetour : std::uint8_t {
  none,      ///< along a shortest path
  always,    ///< over one of intermediate_routers()
  adaptive,  ///< either one, chosen by UGAL at the source
};

/// Routes along shortest paths around failures, hop i of a packet in class i of virtual channels (I. S.
/// Gopal, Prevention of store-and-forward deadlock in computer networks, IEEE Trans. Communications 33(12),
/// 1985): the rule of `minimal`, `valiant` and `ugal` on general networks. On trees without failures, where
/// shortest paths go up and then down, a class for each leg.
struct GraphPolicy {
  GraphDetour detour = GraphDetour::none;
  MinimalChoice choice = MinimalChoice::random;
  SampleParams sample = {};
  UgalParams comparison = {};
};

/// Start of packets: only at routers with terminals, or at any router, as detours do.
enum class PathsFrom : std::uint8_t { terminals, routers };

/// Shortest paths on a machine's network, and the classes required to route on them.
class GraphPaths {
 public:
  /// Throws InputError if there are too many routers for a table, or if without failures a terminal cannot
  /// reach another.
  explicit GraphPaths(Machine const& machine, PathsFrom sources = PathsFrom::terminals);

  DistanceTable const& table() const { return *table_; }
  Network const& network() const { return table_->network(); }
  /// Returns the hops of the longest path from a source to a router with terminals.
  std::uint32_t longest() const { return longest_; }
  /// Returns whether all paths between such routers go up a tree and then down.
  bool up_and_down() const { return up_and_down_; }
  /// Returns the number of classes of virtual channels for deadlock freedom.
  std::uint32_t classes(GraphDetour detour) const {
    std::uint32_t const legs = detour == GraphDetour::none ? 1 : 2;
    return up_and_down_ ? legs : std::max(1u, legs * longest_);
  }
  /// Returns the purpose of the classes, as text.
  std::string_view why(GraphDetour detour) const {
    if (up_and_down_) return "one for each leg";
    return detour == GraphDetour::none ? "one for each hop of the longest path"
                                       : "one for each hop of two longest paths";
  }
  /// Returns whether every terminal has a path to every other; without failures the constructor checks it.
  bool reaches_all() const { return !network().has_failures(); }
  bool reaches(std::uint32_t from, std::uint32_t to) const { return table_->reaches({from}, {to}); }

 private:
  std::shared_ptr<DistanceTable const> table_;
  std::uint32_t longest_ = 0;
  bool up_and_down_ = false;
};

/// Binds the routing; with vcs below paths.classes(policy.detour) it may deadlock.
ChannelRoutingPtr bind_on_graph(GraphPaths paths, GraphPolicy const& policy, std::uint32_t vcs);

/// Working ports on shortest paths.
class MinimalPorts {
 public:
  explicit MinimalPorts(GraphPaths paths) : paths_(std::move(paths)) {
    next_ = NextPorts(paths_.network(), [&](std::uint32_t at, std::uint32_t to, auto visit_port) {
      if (at != to && paths_.reaches(at, to)) visit(at, to, visit_port);
    });
  }

  GraphPaths const& paths() const { return paths_; }
  /// Calls visit_port(port) for the ports of `at` on shortest paths to `to`, lowest first, while it returns
  /// true.
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
