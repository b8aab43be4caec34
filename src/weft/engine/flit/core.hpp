// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/engine/flit/links.hpp"
#include "weft/engine/flit/state.hpp"

namespace weft::flit {

/// Choice of the core that simulates the routers. Both cores produce bit-identical results.
enum class CoreChoice : std::uint8_t {
  fastest,  ///< the masked core if it supports the network and options, else the generic one
  generic,  ///< `Partition`: its state and flits in flight can be inspected directly
};

/// Simulator of consecutive routers and their terminals, cycle by cycle. The base class implements the
/// terminal side, which is common to all cores. A simulation makes at most a few virtual calls per cycle.
class Core {
 public:
  /// Creates the core of partition `self`; `exchange` connects it to the other partitions. All arguments must
  /// outlive it.
  Core(FlitNetwork const& network, RouterOptions const& options, State& state, Exchange& exchange,
       std::size_t self)
      : network_(network), options_(options), state_(state), links_(network, options, exchange, self) {}
  virtual ~Core() = default;
  Core(Core const&) = delete;
  Core& operator=(Core const&) = delete;

  /// Stores a packet under a free number. Returns the number.
  std::uint32_t new_packet(Packet const& packet);
  /// Frees the number of a packet that has ended or has moved to another rank.
  void free_packet(std::uint32_t number);
  /// Sends a flit from terminal e into VC v of its injection channel, which must be free for its packet and
  /// have a credit. Call it before the `step` of the same cycle.
  void inject(std::uint32_t e, std::uint32_t v, Flit flit);

  /// Returns the flits that reach terminals in cycle `now`.
  std::vector<Ejected> const& ejected(std::uint64_t now) { return links_.ejected(now); }
  /// Returns the flits in flight to terminals.
  Wheel<Ejected> const& ejections() const { return links_.ejections(); }
  /// Consumes the flits of ejected(now): frees their buffer slots and the numbers of packets that have
  /// arrived.
  virtual void consume(std::uint64_t now) = 0;

  /// Simulates one cycle of the routers: buffers arriving flits, routes packets, allocates virtual channels
  /// and switches, sends flits.
  virtual void step(std::uint64_t now) = 0;

  /// Adds to `flits`, indexed by output port of the network, the number of flits that each port has sent.
  virtual void add_sent(std::span<std::uint64_t> flits) const = 0;
  /// Resets the counts of sent flits to 0.
  virtual void reset_sent() = 0;
  /// Adds to `flits`, indexed by virtual channel, the number of flits in the input buffers.
  virtual void add_buffered(std::span<std::uint64_t> flits) const = 0;
  /// Writes the state of the routers into the arrays of `state`, unless the core works on `state` directly.
  /// Requires state.make_ports().
  virtual void show(State& state) const = 0;
  /// Returns the number of packets created by replication in routers, minus the number of packets that ended
  /// by replication or reduction, modulo 2^64.
  virtual std::uint64_t copies() const { return 0; }
  /// Returns the number of hops since `reset_sent` that did not reduce the distance; 0 unless the routing is
  /// a deflection routing.
  virtual std::uint64_t deflections() const { return 0; }

 protected:
  FlitNetwork const& network_;
  RouterOptions const options_;
  State& state_;
  Links links_;
  std::vector<FlitEvent> injected_;  // injected in this cycle

 private:
  std::vector<std::uint32_t> free_packets_;
};

}  // namespace weft::flit
