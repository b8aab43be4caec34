// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "weft/engine/flit/flit_network.hpp"
#include "weft/engine/flit/simulation.hpp"
#include "weft/network/network.hpp"

namespace weft::explore {

/// The ports of the flit engine as channels of the network that it was made of.
struct FlitChannels {
  Network const& network;
  flit::FlitNetwork const& machine;

  /// The channel that an output port feeds; none if it ejects.
  std::optional<std::uint32_t> of_out(std::uint32_t out) const {
    auto const r = machine.router_of_out(out), port = out - machine.first_out(r);
    if (port >= machine.channels(r)) return {};
    return network.channel({r}, PortId{static_cast<std::uint16_t>(port)}).v;
  }
  /// The channel that leads to an input port; none if a terminal injects there.
  std::optional<std::uint32_t> of_in(std::uint32_t in) const {
    auto const source = machine.source(in);
    if ((source & flit::FlitNetwork::terminal_bit) != 0) return {};
    return of_out(source);
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
  std::uint32_t cycle;  ///< in which it wins the switch
  std::uint32_t channel, packet, vc;
  std::uint32_t ends;  ///< 1 for the head, 2 for the tail, 3 for both
};

/// A packet whose last flit reaches its terminal.
struct PacketArrival {
  std::uint32_t packet, source, destination, latency;
};

/// Follows the flits of a simulation of one partition through a cycle, by what its routers put into the wheel
/// of flits in flight. Packets get numbers as they are first seen; no number is used twice, while the engine
/// reuses its own.
class FlitTrace {
 public:
  FlitTrace(flit::Simulation const& simulation, FlitChannels const& channels)
      : simulation_(simulation), channels_(channels) {}

  /// Takes what is in flight as seen. Before the first of consecutive cycles.
  void start();
  /// Before and after each of them.
  void before_cycle(std::vector<PacketArrival>& arrivals);
  void after_cycle(std::vector<FlitMove>& moves);

  /// How many numbers have been given.
  std::uint32_t numbers() const { return next_; }
  /// The engine's number of a packet, if no other one has it yet. The packet may have been delivered.
  std::optional<std::uint32_t> engine_number(std::uint32_t packet) const;

 private:
  struct Name {
    std::uint64_t draw = 0;  ///< of the packet: no other one has the same
    std::uint32_t packet = none;
  };
  static constexpr std::uint32_t none = 0xffffffff;

  std::uint32_t number_of(flit::Flit flit);

  flit::Simulation const& simulation_;
  FlitChannels const channels_;
  std::vector<std::size_t> seen_;  // events of each slot of the wheel
  std::vector<Name> names_;        // by the engine's number
  std::uint32_t next_ = 0;
};

/// Where the flits of a packet are: at its source, in the network, or arrived.
struct PacketPlaces {
  /// The flits in a buffer or on their way to it.
  struct At {
    std::optional<std::uint32_t> channel;  ///< none: of an injection or ejection channel
    std::uint32_t router = 0;
    std::uint32_t vc = 0;
    std::uint32_t flits = 0;
  };

  flit::Packet packet;
  std::uint32_t at_source = 0, arrived = 0;  ///< flits
  std::vector<At> at;

  /// Channels of the network that its head has crossed.
  std::uint32_t hops() const { return packet.routers > 0 ? packet.routers - 1 : 0; }
};

/// The places of the packet that the engine knows by that number, or nothing if it has been delivered. Linear
/// in the flits of the network.
std::optional<PacketPlaces> places_of(std::uint32_t number, flit::Simulation const& simulation,
                                      FlitChannels const& channels);

}  // namespace weft::explore
