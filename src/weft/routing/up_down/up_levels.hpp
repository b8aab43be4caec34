// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/graph/port_choice.hpp"

namespace weft::routing {

/// Rule by which up*/down* routing orders the routers from top to bottom.
enum class UpOrder : std::uint8_t { automatic, root, terminals };

}  // namespace weft::routing

namespace weft {
template <>
inline constexpr EnumValue<routing::UpOrder> enum_values<routing::UpOrder>[] = {
    {"automatic", routing::UpOrder::automatic,
     "`terminals` if every link joins routers at different distances from the terminals and one router is "
     "above all, as in trees; else `root`"},
    {"root", routing::UpOrder::root, "closer to the root of a breadth-first spanning tree"},
    {"terminals", routing::UpOrder::terminals, "farther from the nearest router with terminals"},
};
}  // namespace weft

namespace weft::routing {

/// Returns the working router with the most channels, excluding hosts; ties are broken by the lowest index.
std::uint32_t highest_degree_router(Network const& network);

/// Returns whether one router is above all routers with terminals, so that a path up and down connects any
/// two of them.
bool joins_all_terminals(Network const& network, std::vector<std::uint32_t> const& level);

/// Returns `order`, with `automatic` replaced by its meaning for the network.
UpOrder resolve_up_order(Network const& network, UpOrder order);

/// Returns the level of each router; 0 is the top. `order` must not be automatic. Disconnected parts have
/// separate roots.
std::vector<std::uint32_t> up_levels(Network const& network, UpOrder order, std::uint32_t root);

/// Shortest paths in any bidirectional network that first go up some channels, then down some: a channel is
/// up if it leads to a higher level, or to a router of lower index on the same level (M. D. Schroeder et al.,
/// Autonet, IEEE J. Selected Areas in Communications 9(8), 1991). The paths avoid failures and do not pass
/// through hosts. The tables are not HopTables, because the distance of a router depends on whether the
/// packet may still go up.
class UpDownPaths {
 public:
  static constexpr std::uint16_t unreachable = std::numeric_limits<std::uint16_t>::max();

  /// `levels`: the level of each router; 0 is the top. Throws InputError if the network has unidirectional
  /// channels or too many routers for a table.
  UpDownPaths(NetworkPtr network, std::vector<std::uint32_t> const& levels);

  Network const& network() const { return *network_; }
  /// Returns the number of hops of the longest path.
  std::uint32_t longest() const { return longest_; }
  bool is_up(std::uint32_t from, std::uint32_t to) const { return rank_[to] < rank_[from]; }
  /// Returns the remaining hops from `from` to `to`; if `descends`, over down channels only.
  std::uint16_t distance(std::uint32_t from, std::uint32_t to, bool descends) const {
    return hops_[descends][to * routers_ + from];
  }
  /// Calls visit(port, is_down) for the ports of router `at` on shortest paths to `to` (if `descends`, over
  /// down channels only), in ascending order, until it returns false.
  template <class Visit>
  void visit_ports(std::uint32_t at, std::uint32_t to, bool descends, Visit visit) const {
    auto const [first, is_only] = next_[descends].start(at, to);
    if (is_only) {
      visit(first, !is_up(at, network_->target(network_->channel({at}, {first})).v));
      return;
    }
    auto const left = distance(at, to, descends);
    for (std::uint16_t p = first, ports = network_->degree({at}); p < ports; ++p) {
      auto const c = network_->channel({at}, {p});
      if (network_->channel_failed(c)) continue;
      auto const next = network_->target(c).v;
      if (!network_->may_enter({next}, {to})) continue;
      bool const up = is_up(at, next);
      if ((up && descends) || distance(next, to, !up) == unreachable || distance(next, to, !up) + 1 != left)
        continue;
      if (!visit(p, !up)) return;
    }
  }

 private:
  void rank_routers(std::vector<std::uint32_t> const& levels);
  void search(std::uint32_t to, std::vector<std::uint32_t>& queue);
  NextPorts next_ports(bool descends) const;

  NetworkPtr network_;
  std::size_t routers_;
  std::uint32_t longest_ = 0;
  std::vector<std::uint32_t> rank_;     // position of each router in the order from top to bottom
  std::vector<std::uint16_t> hops_[2];  // by destination and router: any path, down channels only
  NextPorts next_[2];
};

}  // namespace weft::routing
