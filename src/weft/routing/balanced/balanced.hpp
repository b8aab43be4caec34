// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/form/shares.hpp"
#include "weft/routing/forwarding/routing_tables.hpp"

namespace weft::routing {

/// The routing `balanced`.
class Balanced {
 public:
  struct Params {
    std::int64_t layers = 8;
    std::int64_t seed = 1;
    double effort = 1;
  };
  static constexpr std::string_view name = "balanced";
  static constexpr std::string_view doc =
      "Weft's own forwarding tables for any network of links, with or without failures: a search that minimizes the maximum load of a channel if every terminal sends to every other one. The next port depends on the router and "
      "the terminal of the destination; paths may be longer than the shortest. Each pair of a source router and a destination terminal is assigned to a virtual layer, so that the channel dependencies within a layer are acyclic; the search uses few layers. "
      "Simulated annealing reassigns the next channel of single routers toward one terminal.";
  static constexpr std::tuple schema{
      param("layers", &Params::layers, Range{1, 15}, "maximum number of layers"),
      param("seed", &Params::seed, Range{0, 1'000'000'000}, "random seed of the search"),
      param("effort", &Params::effort, Range{0.001, 1000.0}, "factor by which the search time is multiplied"),
  };
  static constexpr std::string_view needs = "channels in both directions and at most 254 ports per router";
  static constexpr bool by_terminal = true, supports_failures = true;

  explicit Balanced(Params const& params) : params_(params) {}
  bool serves(Machine const& machine) const {
    return machine.bidirectional() && machine.has_two_way_terminals();
  }
  std::uint32_t vcs_needed(Machine const& machine) const;
  ChannelRoutingPtr channels(Machine const& machine, VcSupply const& supply) const;
  SharesPtr shares(Machine const& machine) const;
  RoutingTables tables(Machine const& machine, NumberedFabric const& fabric, FabricEnds ends) const;

 private:
  Params params_;
};

}  // namespace weft::routing
