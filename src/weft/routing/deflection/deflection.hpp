// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "weft/network/machine.hpp"
#include "weft/routing/deflection/port_assignment.hpp"
#include "weft/routing/form/channel_routing.hpp"

namespace weft::routing {

/// The routing `deflection`.
class DeflectionRouting {
 public:
  using Params = DeflectionRule;
  static constexpr std::string_view name = "deflection";
  static constexpr std::string_view aliases[] = {"hot_potato"};
  static constexpr std::string_view doc =
      "Hot-potato routing (Baran, On distributed communications networks, 1964): routers have no "
      "buffers. In each step, every packet leaves its router. It leaves through a productive port if "
      "one is granted, otherwise it is deflected to another port. Priorities prevent livelock. Deadlock "
      "is impossible, because no packet waits in the network. A terminal sends when its router has a "
      "free port. The flits of a packet travel independently, and the destination reassembles them. "
      "Virtual channels only partition the queue of a terminal.";
  static constexpr std::tuple schema{
      param("priority", &Params::priority, "order in which the packets of a router choose their ports"),
      param("matching", &Params::matching, "matching of packets with ports"),
      param("entry", &Params::entry, "condition for a packet to enter the network"),
      param("epoch", &Params::epoch, Range{0, 1e9},
            "priority=golden: length of an epoch; 0: one more than the longest shortest path", "hops")};
  static constexpr bool adaptive = true, supports_failures = true;
  static constexpr std::string_view needs =
      "a topology with as many working input as output channels at each router, and no hosts between channels";

  explicit DeflectionRouting(Params const& params) : params_(params) {}
  static void check(Params const& params);
  bool serves(Machine const& machine) const;
  std::uint32_t vcs_needed(Machine const&) const { return 1; }
  ChannelRoutingPtr channels(Machine const& machine, VcSupply const& supply) const;
  PacketRoutingPtr packets(Machine const& machine) const;

 private:
  Deflection bind(Machine const& machine) const;
  Params params_;
};

}  // namespace weft::routing
