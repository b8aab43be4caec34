#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/form/packet_routing.hpp"

namespace weft {
class Clex;
}

namespace weft::routing {

/// The routing `clex_direct`.
struct ClexDirect {
  struct Params {};
  static constexpr std::string_view name = "clex_direct";
  static constexpr std::string_view doc =
      "The route of at most l hops on CLEX (Lenzen & Wattenhofer, arXiv 1607.00298): the wanted top digit is brought "
      "to the lowest place and crosses with the edge of its level, and so on down: levels 1, l, l - 1, .., 2, at most "
      "one edge of each, so that one virtual channel is free of deadlock. With landing=high or links=single routes "
      "come back to level 1 up to ceil(l/2) - 1 or l - 1 times, each time in a further virtual channel. "
      "A packet that comes to a failed channel goes on by a shortest path, on a further virtual channel for each hop.";
  static constexpr std::tuple schema{};
  static constexpr std::string_view needs = "clex";
  static constexpr bool rerouted = true;

  explicit ClexDirect(Params const&) {}
  bool serves(Machine const& machine) const { return machine.as<Clex>() != nullptr; }
  std::uint32_t vcs_needed(Machine const& machine) const;
  ChannelRoutingPtr channels(Machine const& machine, VcSupply const& supply) const;
  PacketRoutingPtr packets(Machine const& machine) const;
};

}  // namespace weft::routing
