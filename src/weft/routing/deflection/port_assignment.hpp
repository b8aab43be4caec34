// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "weft/core/ids.hpp"
#include "weft/core/param.hpp"
#include "weft/core/random.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/packet_routing.hpp"

namespace weft::routing {

/// The order in which the packets of a router choose their ports.
enum class DeflectionPriority : std::uint8_t { random, oldest, closest, farthest, restricted, golden };

/// The rule that matches packets with ports.
enum class DeflectionMatching : std::uint8_t { one_pass, maximum };

/// The condition under which a packet enters the network.
enum class DeflectionEntry : std::uint8_t { any_port, good_port };

}  // namespace weft::routing

namespace weft {
template <>
inline constexpr EnumValue<routing::DeflectionPriority> enum_values<routing::DeflectionPriority>[] = {
    {"random", routing::DeflectionPriority::random,
     "a new random order in each router and step; no bound, livelock has probability 0"},
    {"oldest", routing::DeflectionPriority::oldest,
     "the oldest packet; the oldest packet in the network is never deflected, so k packets arrive "
     "within k diameters (Moscibroda & Mutlu, A case for bufferless routing in on-chip networks, ISCA 2009)"},
    {"closest", routing::DeflectionPriority::closest,
     "the packet with the fewest remaining hops; on hypercubes k packets arrive within n + 2 (k - 1) steps (Hajek, "
     "Bounds on evacuation time for deflection routing, Distributed Computing 5, 1991)"},
    {"farthest", routing::DeflectionPriority::farthest, "the packet with the most remaining hops; no bound"},
    {"restricted", routing::DeflectionPriority::restricted,
     "the packet with the fewest productive ports; O(n sqrt k) steps for k packets on an n x n mesh "
     "(Ben-Dor, Halevi & Schuster, Potential function analysis of greedy hot-potato routing, 1998)"},
    {"golden", routing::DeflectionPriority::golden,
     "the packets of one source, which changes after each epoch, then a random order; the oldest packet of "
     "that source arrives within the epoch (Fallin, Craik & Mutlu, CHIPPER, HPCA 2011)"}};
template <>
inline constexpr EnumValue<routing::DeflectionMatching> enum_values<routing::DeflectionMatching>[] = {
    {"one_pass", routing::DeflectionMatching::one_pass,
     "each packet chooses a free productive port; packets without such a port get the remaining ports (greedy in the sense of Ben-Dor, Halevi & Schuster)"},
    {"maximum", routing::DeflectionMatching::maximum,
     "the maximum number of packets advance: a packet may move an earlier one to another productive port"}};
template <>
inline constexpr EnumValue<routing::DeflectionEntry> enum_values<routing::DeflectionEntry>[] = {
    {"any_port", routing::DeflectionEntry::any_port,
     "a packet enters as soon as its router has a free port, and competes with the packets in transit"},
    {"good_port", routing::DeflectionEntry::good_port,
     "a packet enters when packets in transit leave a productive port free"}};
}  // namespace weft

namespace weft::routing {

/// The rule of a deflection routing.
struct DeflectionRule {
  DeflectionPriority priority = DeflectionPriority::oldest;
  DeflectionMatching matching = DeflectionMatching::one_pass;
  DeflectionEntry entry = DeflectionEntry::any_port;
  std::int64_t epoch = 0;  ///< golden: epoch length in hops; 0: one more than the longest shortest path
};

/// The data of a packet that determine its rank. `creation_time` and `number` order the packets of a source
/// by age.
struct DeflectedPacket {
  std::uint8_t priority = 0;        ///< of its traffic class; higher ones come first under every rule
  std::uint64_t creation_time = 0;  ///< time of creation
  std::uint32_t source = 0;         ///< terminal
  std::uint32_t number = 0;         ///< sequence number among the packets of its source
  std::uint32_t hops_left = 0;
  std::uint32_t good_ports = 0;
  std::uint64_t draw = 0;  ///< random bits, redrawn in each step
};

/// Rank of a packet; the packet with the lowest rank chooses first.
struct DeflectionRank {
  std::uint8_t traffic_class = 0;
  std::uint64_t first = 0, second = 0;
  friend constexpr auto operator<=>(DeflectionRank const&, DeflectionRank const&) = default;
};

/// Returns the rank of a packet. `golden_source`: the current golden source; used for priority=golden only.
inline DeflectionRank rank_of(DeflectionPriority priority, DeflectedPacket const& packet,
                              std::uint32_t golden_source) {
  auto const rank = [&](std::uint64_t first, std::uint64_t second) {
    return DeflectionRank{static_cast<std::uint8_t>(0xff - packet.priority), first, second};
  };
  switch (priority) {
    case DeflectionPriority::random: return rank(0, packet.draw);
    case DeflectionPriority::oldest:
      return rank(packet.creation_time, std::uint64_t{packet.source} << 32 | packet.number);
    case DeflectionPriority::closest: return rank(packet.hops_left, packet.draw);
    case DeflectionPriority::farthest: return rank(~std::uint64_t{packet.hops_left}, packet.draw);
    case DeflectionPriority::restricted: return rank(packet.good_ports, packet.draw);
    case DeflectionPriority::golden: break;
  }
  return packet.source == golden_source ? rank(packet.creation_time, packet.number)
                                        : rank(~std::uint64_t{0}, packet.draw);
}

/// Returns whether ranks depend on the remaining hops.
constexpr bool ranks_by_hops(DeflectionPriority priority) {
  return priority == DeflectionPriority::closest || priority == DeflectionPriority::farthest;
}

/// Returns the source of golden packets at time `now`. The sources take turns, for `epoch` time units each.
inline std::uint32_t golden_source(std::uint64_t now, std::uint64_t epoch, std::uint32_t sources) {
  return static_cast<std::uint32_t>(now / epoch % sources);
}

/// A bufferless routing, executed by the engines: in each step every packet leaves its router, through a
/// productive port if it is granted one, otherwise through another port.
struct Deflection {
  DeflectionRule rule;
  PacketRoutingPtr good_ports;  ///< all productive ports; has neither state nor draws
  NetworkPtr network;

  /// Returns the length of an epoch in hops.
  std::uint64_t epoch_hops() const {
    if (rule.epoch > 0) return static_cast<std::uint64_t>(rule.epoch);
    return good_ports->traits().hop_bound + std::uint64_t{1};
  }
  /// Returns whether the channel at port p of router r works.
  bool works(std::uint32_t r, std::uint16_t p) const {
    return !network->has_failures() || !network->channel_failed(network->channel({r}, {p}));
  }
};

/// Assigns the packets of one router to its output ports, in one step of a deflection routing.
class PortAssignment {
 public:
  explicit PortAssignment(DeflectionMatching matching) : matching_(matching) {}

  /// Marks a packet that does not enter the network in this step.
  static constexpr PortId waits{0xfffe};
  struct Packet {
    DeflectionRank rank;
    std::span<PortId const> good;  ///< productive ports
    std::uint64_t draw = 0;        ///< selects among several free ports
    bool needs_good = false;       ///< waits unless packets in transit leave a productive port free
  };

  /// Writes the port of each packet to `out`. `free`: the number of packets that each port can carry in this
  /// step; reduced by the number of assigned packets. The free ports must suffice for all packets with
  /// `needs_good` unset.
  void assign(std::span<Packet const> packets, std::span<std::uint16_t> free, std::span<PortId> out);

 private:
  void order(std::span<Packet const> packets);
  void make_slots();
  bool advance(std::uint32_t packet);
  bool displace(std::uint32_t packet);
  void deflect(std::uint32_t packet);
  void occupy(std::uint32_t packet, PortId port);

  DeflectionMatching matching_;
  std::span<Packet const> packets_;
  std::span<std::uint16_t> free_;
  std::span<PortId> out_;
  std::vector<std::uint32_t> order_, deflected_;
  // State of a maximum matching: the packets assigned to each port, starting at first_slot_[port], and for
  // each port the last search that visited it.
  std::vector<std::uint32_t> first_slot_, packet_on_, visited_;
  std::vector<std::uint16_t> used_;
  std::uint32_t search_ = 0;
};

}  // namespace weft::routing
