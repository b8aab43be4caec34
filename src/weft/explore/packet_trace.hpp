// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "weft/engine/flit/flit_network.hpp"
#include "weft/engine/flit/simulation.hpp"
#include "weft/network/network.hpp"

namespace weft::explore {

/// Conversion from ports of the flit engine to channels of its network.
struct FlitChannels {
  Network const& network;
  flit::FlitNetwork const& machine;

  /// Returns the channel that starts at an output port; nullopt: ejection.
  std::optional<std::uint32_t> from_output(std::uint32_t out) const {
    auto const r = machine.router_of_out(out), port = out - machine.first_out(r);
    if (port >= machine.channels(r)) return {};
    return network.channel({r}, PortId{static_cast<std::uint16_t>(port)}).v;
  }
  /// Returns the channel that ends at an input port; nullopt: injection.
  std::optional<std::uint32_t> to_input(std::uint32_t in) const {
    auto const source = machine.source(in);
    if ((source & flit::FlitNetwork::terminal_bit) != 0) return {};
    return from_output(source);
  }
  /// Calls visit(channel, output port) for every channel in order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    std::uint32_t channel = 0;
    for (std::uint32_t r = 0; r < machine.num_routers(); ++r)
      for (std::uint32_t port = 0; port < machine.channels(r); ++port)
        visit(channel++, machine.first_out(r) + port);
  }
};

/// A flit that is sent on a channel of the network.
struct FlitMove {
  std::uint32_t cycle;  ///< the cycle of its switch traversal
  std::uint32_t channel, packet, vc;
  std::uint32_t ends;  ///< 1 for the head, 2 for the tail, 3 for both
};

/// A packet whose tail flit arrives at the destination terminal.
struct PacketArrival {
  std::uint32_t packet, source, destination, latency;
};

/// Recorder of the flits that move in each cycle of a simulation with one partition, from the wheel of flits
/// in flight. Packets are numbered in the order of their first records; the numbers are unique, whereas the
/// engine reuses its packet numbers.
class FlitTrace {
 public:
  FlitTrace(flit::Simulation const& simulation, FlitChannels const& channels)
      : simulation_(simulation), channels_(channels) {}

  /// Skips the flits in flight. Must be called before the first of a sequence of cycles.
  void start();
  /// Appends the packets with a tail flit that arrives in the cycle about to be simulated. Must be called
  /// before each cycle.
  void before_cycle(std::vector<PacketArrival>& arrivals);
  /// Appends the flits that were sent on channels of the network in the last cycle. Must be called after each
  /// cycle.
  void after_cycle(std::vector<FlitMove>& moves);

  /// Returns the number of packets that have been numbered.
  std::uint32_t numbers() const { return next_; }
  /// Returns the engine's number of a packet; nullopt if another packet now has that number. The packet may
  /// have been delivered.
  std::optional<std::uint32_t> engine_number(std::uint32_t packet) const;

 private:
  struct Name {
    std::uint64_t draw = 0;  ///< draw of the packet, which is unique
    std::uint32_t packet = unnamed;
  };
  static constexpr std::uint32_t unnamed = 0xffffffff;

  std::uint32_t number(flit::Flit flit);

  flit::Simulation const& simulation_;
  FlitChannels const channels_;
  std::vector<std::size_t> seen_;  // by slot of the wheel: number of recorded events
  std::vector<Name> names_;        // by the engine's number
  std::uint32_t next_ = 0;
};

/// The location of the flits of a packet: at the source, in the network, or at the destination.
struct PacketLocation {
  /// Flits of the packet in one buffer or on the channel to it.
  struct At {
    std::optional<std::uint32_t> channel;  ///< nullopt: an injection or ejection channel
    std::uint32_t router = 0;
    std::uint32_t vc = 0;
    std::uint32_t flits = 0;
  };

  flit::Packet packet;
  std::uint32_t at_source = 0, arrived = 0;  ///< flits
  std::vector<At> at;

  /// Returns the number of network channels that the head has crossed.
  std::uint32_t hops() const { return packet.routers > 0 ? packet.routers - 1 : 0; }
};

/// Returns the location of the packet with engine number `number`; nullopt: delivered. Takes time linear in
/// the number of flits in the network.
std::optional<PacketLocation> locate_packet(std::uint32_t number, flit::Simulation const& simulation,
                                            FlitChannels const& channels);

}  // namespace weft::explore
