// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/engine/flit/flit_network.hpp"
#include "weft/engine/flit/router_params.hpp"
#include "weft/engine/flit/state.hpp"
#include "weft/engine/flit/wheel.hpp"

namespace weft::flit {

/// The minimum number of cycles before one router can affect another.
std::uint64_t lookahead(FlitNetwork const& network, RouterOptions const& options);

/// The number of cycles that every flit and credit between two routers is in flight at least. Not less than
/// `lookahead`, which counts ejection too.
std::uint64_t slack(FlitNetwork const& network, RouterOptions const& options);

/// The maximum number of cycles that a flit is in flight from a switch to the next router or terminal.
std::uint64_t longest_passage(FlitNetwork const& network, RouterOptions const& options);

/// A flit that reaches an input port.
struct FlitEvent {
  std::uint32_t in;
  Flit flit;
  std::uint8_t vc;
};
/// A credit that reaches an output port, or with FlitNetwork::terminal_bit the terminal of an injection
/// channel.
struct CreditEvent {
  std::uint32_t out;
  std::uint8_t vc;
};

/// Flits and credits in flight between partitions of consecutive routers: a wheel for each ordered pair,
/// which one partition writes and the other reads. Flits and credits arrive several cycles after they were
/// sent. So partitions need to meet only once in `slack` cycles, and results do not depend on their
/// number. The partitions of this rank write to other ranks, not to partitions of these, and read one wheel
/// with what comes from there.
class Exchange {
 public:
  Exchange(FlitNetwork const& network, RouterOptions const& options, Division const& division);

  Division const& division() const { return division_; }

  /// The wheel in which a partition puts flits for a router's input ports.
  Wheel<FlitEvent>& flits(std::size_t from_partition, std::uint32_t to_router);
  /// The same for credits for its output ports.
  Wheel<CreditEvent>& credits(std::size_t from_partition, std::uint32_t to_router);
  /// The wheels that a partition reads: by sending partition, then if there are other ranks those of all of
  /// them.
  std::vector<Wheel<FlitEvent>>& flits_to(std::size_t partition) { return flits_[partition]; }
  std::vector<Wheel<FlitEvent>> const& flits_to(std::size_t partition) const { return flits_[partition]; }
  std::vector<Wheel<CreditEvent>>& credits_to(std::size_t partition) { return credits_[partition]; }

  /// What the partitions of this rank, in their order, have sent to another one.
  struct ToRank {
    std::vector<Wheel<FlitEvent>> flits;
    std::vector<Wheel<CreditEvent>> credits;
  };
  /// By rank; empty for ranks with no channel to or from here.
  std::vector<ToRank>& to_ranks() { return to_ranks_; }

 private:
  Division const& division_;
  std::vector<std::vector<Wheel<FlitEvent>>> flits_;
  std::vector<std::vector<Wheel<CreditEvent>>> credits_;
  std::vector<ToRank> to_ranks_;
};

/// A flit that has reached its terminal.
struct Ejected {
  std::uint32_t terminal;
  Flit flit;
  std::uint8_t vc;
};

/// Where flits go from the output ports of a partition's routers, and credits from their input ports.
class Links {
 public:
  Links(FlitNetwork const& network, RouterOptions const& options, Exchange& exchange, std::size_t partition);

  /// A flit leaves the switch for an output port; it is on the channel from cycle `leaves` on.
  void send_flit(std::uint64_t leaves, std::uint32_t out, Flit flit, std::uint8_t vc) {
    auto const& to = downstream_[out - first_out_];
    if (to.wheel == nullptr)
      eject(leaves + to.cycles + 1, {to.end & ~FlitNetwork::terminal_bit, flit, vc});
    else
      to.wheel->schedule(leaves + to.cycles, {to.end, flit, vc});
  }
  /// A flit reaches a terminal of the partition in that cycle.
  void eject(std::uint64_t cycle, Ejected const& flit) { ejections_.schedule(cycle, flit); }
  /// A flit has left a buffer of an input port.
  void send_credit(std::uint64_t now, std::uint32_t in, std::uint8_t vc) {
    auto const& to = upstream_[in - first_in_];
    to.wheel->schedule(now + to.cycles, {to.end, vc});
  }
  std::vector<Ejected>& ejected(std::uint64_t now) { return ejections_.now(now); }
  Wheel<Ejected> const& ejections() const { return ejections_; }

 private:
  /// The other end of a port and the wheel to it; no wheel leads to terminals, which are in the same
  /// partition.
  template <class Event>
  struct Peer {
    Wheel<Event>* wheel;
    std::uint32_t end, cycles;
  };
  std::uint32_t first_in_, first_out_;
  std::vector<Peer<FlitEvent>> downstream_;  // by output port from first_out_
  std::vector<Peer<CreditEvent>> upstream_;  // by input port from first_in_
  Wheel<Ejected> ejections_;
};

}  // namespace weft::flit
