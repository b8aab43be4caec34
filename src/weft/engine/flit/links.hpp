#pragma once

#include <cstdint>
#include <vector>

#include "weft/engine/flit/exchange.hpp"

namespace weft::flit {

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
      ejections_.schedule(leaves + to.cycles + 1, {to.end & ~FlitNetwork::terminal_bit, flit, vc});
    else
      to.wheel->schedule(leaves + to.cycles, {to.end, flit, vc});
  }
  /// A flit has left a buffer of an input port.
  void send_credit(std::uint64_t now, std::uint32_t in, std::uint8_t vc) {
    auto const& to = upstream_[in - first_in_];
    to.wheel->schedule(now + to.cycles, {to.end, vc});
  }
  std::vector<Ejected>& ejected(std::uint64_t now) { return ejections_.now(now); }

 private:
  /// The other end of a port and the wheel to it; no wheel leads to terminals, which are in the same partition.
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
