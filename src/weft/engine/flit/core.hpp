// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/engine/flit/links.hpp"
#include "weft/engine/flit/state.hpp"

namespace weft::flit {

/// Which core simulates the routers. Both give the same bits.
enum class CoreChoice : std::uint8_t {
  fastest,  ///< the masked core where it serves, else the generic one
  generic,  ///< `Partition`, whose state and flits in flight one can look at as they are
};

/// Consecutive routers with their terminals, cycle by cycle: what the cores have in common, which is the side
/// of the terminals, and the calls between a simulation and its cores, at most a few per cycle.
class Core {
 public:
  /// Partition `self` of those that exchange flits. All arguments must outlive it.
  Core(FlitNetwork const& network, RouterOptions const& options, State& state, Exchange& exchange,
       std::size_t self)
      : network_(network), options_(options), state_(state), links_(network, options, exchange, self) {}
  virtual ~Core() = default;
  Core(Core const&) = delete;
  Core& operator=(Core const&) = delete;

  std::uint32_t new_packet(Packet const& packet);
  /// The packet has left this rank.
  void free_packet(std::uint32_t number);
  /// Terminal e sends a flit into VC v of its injection channel, which must be free for its packet and have a
  /// credit. Before the `step` of the same cycle.
  void inject(std::uint32_t e, std::uint32_t v, Flit flit);

  /// The flits that reach terminals in this cycle.
  std::vector<Ejected> const& ejected(std::uint64_t now) { return links_.ejected(now); }
  /// The flits in flight to terminals.
  Wheel<Ejected> const& ejections() const { return links_.ejections(); }
  /// Takes the flits of `ejected` from the terminals: returns their buffer places, and the numbers of packets
  /// that have arrived.
  virtual void consume(std::uint64_t now) = 0;

  /// One cycle of the routers: arriving flits are buffered, packets are routed, virtual channels and switches
  /// allocated, flits sent.
  virtual void step(std::uint64_t now) = 0;

  /// Adds the flits that its output ports have sent, by output port of the network.
  virtual void add_sent(std::span<std::uint64_t> flits) const = 0;
  /// Sets these counts to 0.
  virtual void forget_sent() = 0;
  /// Adds the flits in input buffers, by virtual channel.
  virtual void add_buffered(std::span<std::uint64_t> flits) const = 0;
  /// Writes its routers into the arrays by port of a state, unless they are there.
  virtual void show(State& state) const = 0;
  /// Packets that copying in routers has made, less those that ended by being copied or added, modulo 2^64.
  virtual std::uint64_t copies() const { return 0; }
  /// Hops that led no closer since `forget_sent`, under a routing that deflects.
  virtual std::uint64_t deflections() const { return 0; }

 protected:
  FlitNetwork const& network_;
  RouterOptions const options_;
  State& state_;
  Links links_;
  std::vector<FlitEvent> injected_;  // in this cycle

 private:
  std::vector<std::uint32_t> free_packets_;
};

}  // namespace weft::flit
