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

/// The routing `clex_recursive`.
struct ClexRecursive {
  struct Params {};
  static constexpr std::string_view name = "clex_recursive";
  static constexpr std::string_view doc =
      "The routes of A(l) of Lenzen & Wattenhofer (arXiv 1607.00298) on CLEX: 2^(l-1) visits to cliques, "
      "with a random edge of a level between visits. Each visit uses one channel, to a random digit or to a "
      "digit of the destination. Any pattern loads the channels of a level evenly. On engine rounds, a packet goes over a random relay if its channel in the clique is busy. Needs a virtual channel for "
      "each visit of a level: 2^(l-1) on level 1, 2^(l-i) on level i. With a local network instead of the cliques, a visit uses the channels of its default routing, without relays, on the virtual channels that it needs.";
  static constexpr std::tuple schema{};
  static constexpr std::string_view needs = "clex of at most 15 levels";
  static constexpr bool moves_in_phases = true;

  explicit ClexRecursive(Params const&) {}
  bool serves(Machine const& machine) const { return machine.as<topology::Clex>() != nullptr; }
  std::uint32_t vcs_needed(Machine const& machine) const;
  ChannelRoutingPtr channels(Machine const& machine, VcSupply const& supply) const;
  PacketRoutingPtr packets(Machine const& machine) const;
};

}  // namespace weft::routing
