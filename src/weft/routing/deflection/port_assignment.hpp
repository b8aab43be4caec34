#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/core/ids.hpp"
#include "weft/routing/deflection/deflection_rule.hpp"

namespace weft::routing {

/// Distributes the packets of one router over its output ports, in one step of a deflection routing.
class PortAssignment {
 public:
  explicit PortAssignment(DeflectionMatching matching) : matching_(matching) {}

  /// The port of a packet that does not enter the network in this step.
  static constexpr PortId waits{0xfffe};
  struct Packet {
    DeflectionRank rank;
    std::span<PortId const> good;  ///< ports that lead closer
    std::uint64_t draw = 0;        ///< which of several free ports it takes
    bool needs_good = false;       ///< waits unless a good port is left over by the other packets
  };

  /// Writes the port of each packet to `out`. `free`: the packets that each port can carry in this step;
  /// reduced by the packets of this call. The packets that need no good port must fit into the free ports.
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
  // of a maximum matching: the packets on each port, from first_slot_[port] on, and the last search that
  // visited a port
  std::vector<std::uint32_t> first_slot_, packet_on_, visited_;
  std::vector<std::uint16_t> used_;
  std::uint32_t search_ = 0;
};

}  // namespace weft::routing
