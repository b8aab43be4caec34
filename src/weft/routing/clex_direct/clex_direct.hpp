// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/form/packet_routing.hpp"

namespace weft::topology {
class Clex;
}  // namespace weft::topology

namespace weft::routing {

/// The routing `clex_direct`.
struct ClexDirect {
  struct Params {};
  static constexpr std::string_view name = "clex_direct";
  static constexpr std::string_view doc =
      "The route of at most l hops on CLEX (Lenzen & Wattenhofer, arXiv 1607.00298). It moves the required top digit to the lowest position, crosses the edge of that level, and repeats this for the lower levels: levels 1, l, l - 1, .., 2. It uses at most one edge of each level, so one virtual channel is free of "
      "deadlock. With landing=high or links=single, routes return to level 1 up to ceil(l/2) - 1 or l - 1 "
      "times, each time in a further virtual channel. With a local network instead of the cliques, its default routing moves the required digit to the lowest position, on separate virtual channels for each visit to level 1. A packet that reaches a failed channel continues by a "
      "shortest path, on a further virtual channel for each hop.";
  static constexpr std::tuple schema{};
  static constexpr std::string_view needs = "clex";
  static constexpr bool rerouted = true;

  explicit ClexDirect(Params const&) {}
  bool serves(Machine const& machine) const { return machine.as<topology::Clex>() != nullptr; }
  std::uint32_t vcs_needed(Machine const& machine) const;
  ChannelRoutingPtr channels(Machine const& machine, VcSupply const& supply) const;
  PacketRoutingPtr packets(Machine const& machine) const;
};

}  // namespace weft::routing
