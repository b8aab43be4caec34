#pragma once

#include <cstdint>
#include <optional>

#include "weft/engine/flit/flit_network.hpp"
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

}  // namespace weft::explore
