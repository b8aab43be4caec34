// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "weft/graph/graph.hpp"
#include "weft/io/fabric/service_levels.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/forwarding/destination_routes.hpp"

namespace weft::routing {

/// Virtual lanes of packets in a fabric: the lane on a channel depends on the router, the input port, and the
/// service level of the packet.
class Lanes {
 public:
  /// `network`: the network of the topology of the fabric. In a switch without an SL2VL table, the lane is
  /// the service level modulo the number of data lanes of the cable if this number is known, else the service
  /// level.
  Lanes(NumberedFabric const& fabric, Network const& network, EndNodes const& ends,
        Sl2VlTables const& tables);

  /// Returns the lane on channel `to` of packets that arrive on channel `from`.
  std::uint8_t after(ChannelIndex from, ChannelIndex to, std::uint8_t level) const {
    return lane(in_port_[from.v], to, level);
  }
  /// Returns a copy restricted to `ends`, which are renumbered from 0 in this order.
  Lanes only(std::span<std::uint32_t const> ends) const;
  /// Returns the lane on channel `to` of packets that end node `end` injects. Ends are numbered as in
  /// DestinationRoutes.
  std::uint8_t injected(std::uint32_t end, ChannelIndex to, std::uint8_t level) const {
    return lane(end_port_[end], to, level);
  }

 private:
  /// Returns the lane on channel `to` of packets that enter its source router through port `in`.
  std::uint8_t lane(std::uint8_t in, ChannelIndex to, std::uint8_t level) const {
    return lanes_[first_[to.v] + std::size_t{in} * num_service_levels + level];
  }

  std::vector<std::size_t> first_;  // by channel, in lanes_
  std::vector<std::uint8_t> lanes_;
  std::vector<std::uint8_t> in_port_;   // by channel, at its target
  std::vector<std::uint8_t> end_port_;  // by end node, at its router
};

/// Service levels of the packets between two ends.
class PairLevels {
 public:
  /// Pairs that `levels` lacks use service level 0.
  PairLevels(Fabric const& fabric, EndNodes const& ends, std::vector<std::uint16_t> const& lids,
             ServiceLevels const& levels);

  /// Sets the service levels of a routing. `levels`: a row per destination, with the level for each source
  /// router.
  PairLevels(DestinationRoutes const& routes, std::vector<std::uint8_t> levels);

  std::uint8_t operator()(std::uint32_t from, std::uint32_t to) const {
    return levels_.empty() ? std::uint8_t{0} : levels_[to * row_ + place_[from]];
  }
  /// Returns a copy restricted to `ends`, which are renumbered from 0 in this order.
  PairLevels only(std::span<std::uint32_t const> ends) const;
  /// Returns the number of pairs of distinct ends that the table lacks.
  std::uint64_t unknown() const { return unknown_; }

 private:
  std::size_t row_;                   // entries per destination
  std::vector<std::uint32_t> place_;  // index of each source in a row
  std::vector<std::uint8_t> levels_;
  std::uint64_t unknown_ = 0;
};

/// The virtual lanes of channels, and the wait-for graph between them.
struct LaneGraph {
  std::vector<VirtualChannel> lanes;  ///< lane of each vertex, ascending
  Graph waits;
};

/// Dependencies between the virtual lanes of channels, recorded by all threads: for each lane of a channel
/// and each following channel, the bit set of requested lanes.
class RequiredLanes {
 public:
  explicit RequiredLanes(Network const& network);

  /// Adds the dependencies of packets that own any lane of channel `from` in the bit set `held` on lane
  /// `lane` of the following channel `to`. Thread-safe.
  void add(ChannelIndex from, std::uint16_t held, ChannelIndex to, std::uint8_t lane);

  /// Returns the graph of all lanes that have a dependency in either direction.
  LaneGraph graph() const;

 private:
  Network const& network_;
  std::vector<std::size_t> first_;  // by channel, in requested_: by output port of its target, then lane
  std::vector<std::uint16_t> requested_;  // a bit for each lane
};

/// Sets `bits` atomically in a word that several threads share.
void set_bits(std::uint16_t& word, std::uint16_t bits);

/// Calls `visit(i)` for each bit i that is set in a word.
template <class Visit>
void for_each_bit(std::uint16_t word, Visit visit) {
  for (; word != 0; word = static_cast<std::uint16_t>(word & (word - 1)))
    visit(static_cast<std::uint8_t>(std::countr_zero(word)));
}

/// The service level of each pair, and the virtual lanes of the service levels.
struct LevelsAndLanes {
  PairLevels levels;
  Lanes lanes;
};

/// A routing in table form: routes, and the lanes of the packets on them.
struct RoutingTables {
  EndNodes ends;
  DestinationRoutes routes;
  std::vector<std::uint16_t> lids;  ///< LID of each end in the tables; empty if the routing lacks LIDs
  /// Absent if service levels cannot express the virtual channels of the packets.
  std::optional<LevelsAndLanes> lanes;
  std::vector<std::string> notes;  ///< mismatches and assumptions
};

/// Returns the tables restricted to `ends`, which are renumbered from 0 in this order.
RoutingTables only_ends(RoutingTables const& tables, std::span<std::uint32_t const> ends);

}  // namespace weft::routing
