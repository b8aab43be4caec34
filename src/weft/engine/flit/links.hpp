// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/engine/flit/flit_network.hpp"
#include "weft/engine/flit/router_params.hpp"
#include "weft/engine/flit/state.hpp"
#include "weft/engine/flit/wheel.hpp"

namespace weft::flit {

/// Returns the minimum number of cycles after which an event at one router can affect another.
std::uint64_t lookahead(FlitNetwork const& network, RouterOptions const& options);

/// Returns the minimum number of cycles that a flit or credit between two routers is in flight. It is at
/// least lookahead(), which also considers ejection.
std::uint64_t slack(FlitNetwork const& network, RouterOptions const& options);

/// Returns the maximum number of cycles that a flit is in flight from a switch to the downstream router or
/// the terminal.
std::uint64_t longest_passage(FlitNetwork const& network, RouterOptions const& options);

/// Arrival of a flit at an input port.
struct FlitEvent {
  std::uint32_t in;
  Flit flit;
  std::uint8_t vc;
};
/// Arrival of a credit at an output port, or with FlitNetwork::terminal_bit at the terminal of an injection
/// channel.
struct CreditEvent {
  std::uint32_t out;
  std::uint8_t vc;
};

/// Flits and credits in flight between partitions of consecutive routers: a wheel for each ordered pair,
/// which one partition writes and the other reads. Flits and credits arrive several cycles after they were
/// sent. Therefore partitions synchronize only once every `slack` cycles, and results do not depend on the
/// number of partitions. For each other rank, every partition of this rank writes to a separate wheel; every
/// partition reads one wheel with the events from all other ranks.
class Exchange {
 public:
  Exchange(FlitNetwork const& network, RouterOptions const& options, Division const& division);

  Division const& division() const { return division_; }

  /// Returns the wheel to which a partition adds flits for a router's input ports.
  Wheel<FlitEvent>& flits(std::size_t from_partition, std::uint32_t to_router);
  /// Returns the wheel to which a partition adds credits for a router's output ports.
  Wheel<CreditEvent>& credits(std::size_t from_partition, std::uint32_t to_router);
  /// Returns the wheels that a partition reads: by sending partition, then the wheel of the other ranks, if
  /// there are any.
  std::vector<Wheel<FlitEvent>>& flits_to(std::size_t partition) { return flits_[partition]; }
  std::vector<Wheel<FlitEvent>> const& flits_to(std::size_t partition) const { return flits_[partition]; }
  std::vector<Wheel<CreditEvent>>& credits_to(std::size_t partition) { return credits_[partition]; }

  /// Events to another rank, by sending partition of this rank.
  struct ToRank {
    std::vector<Wheel<FlitEvent>> flits;
    std::vector<Wheel<CreditEvent>> credits;
  };
  /// Returns the events to each rank; empty for ranks without channels to or from this rank.
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

/// Links from the output ports of a partition's routers to the downstream buffers, and from the input ports
/// to the upstream ports or terminals that receive the credits.
class Links {
 public:
  Links(FlitNetwork const& network, RouterOptions const& options, Exchange& exchange, std::size_t partition);

  /// Sends a flit from the switch to an output port; it is on the channel from cycle `leaves` on.
  void send_flit(std::uint64_t leaves, std::uint32_t out, Flit flit, std::uint8_t vc) {
    auto const& to = downstream_[out - first_out_];
    if (to.wheel == nullptr)
      eject(leaves + to.cycles + 1, {to.end & ~FlitNetwork::terminal_bit, flit, vc});
    else
      to.wheel->schedule(leaves + to.cycles, {to.end, flit, vc});
  }
  /// Schedules the arrival of a flit at a terminal of the partition.
  void eject(std::uint64_t cycle, Ejected const& flit) { ejections_.schedule(cycle, flit); }
  /// Sends a credit upstream after a flit has left the buffer of input port `in`.
  void send_credit(std::uint64_t now, std::uint32_t in, std::uint8_t vc) {
    auto const& to = upstream_[in - first_in_];
    to.wheel->schedule(now + to.cycles, {to.end, vc});
  }
  std::vector<Ejected>& ejected(std::uint64_t now) { return ejections_.now(now); }
  Wheel<Ejected> const& ejections() const { return ejections_; }

 private:
  /// The other end of a port, and the wheel to it; null for ejection to terminals, which are in the same
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
