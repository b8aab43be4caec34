// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/grid/grid_legs.hpp"
#include "weft/routing/group/group_routing.hpp"
#include "weft/routing/ugal/ugal_params.hpp"

namespace weft::routing {

/// The routing `ugal`.
struct Ugal {
  struct Params : UgalParams, RingParams {};
  static constexpr std::string_view name = "ugal";
  static constexpr std::string_view aliases[] = {"ugal_l"};
  static constexpr std::string_view doc =
      "Universal globally-adaptive load balancing (Singh, Load-balanced routing in interconnection networks, "
      "PhD thesis, Stanford 2005; Kim, Dally & Abts, Flattened butterfly, ISCA 2007): the source chooses the "
      "minimal path, or the path through a random router if its queues are shorter. On grids, packets follow "
      "dimension order, and each leg has half of the virtual channels: two on meshes, hypercubes and HyperX, "
      "four where dimensions wrap. On dragonflies, PERCS and any other network, paths and virtual channels "
      "are the same as for valiant.";
  static constexpr auto schema = std::tuple_cat(ugal_schema, ring_schema);
  static constexpr bool adaptive = true, compares_queues = true;
  static constexpr std::string_view needs = "terminals that inject and eject at the same router";
  static constexpr bool supports_failures = true;

  explicit Ugal(Params const& params) : params_(params) {}
  static Params resolved(Params params, Machine const& machine);
  /// Returns a description of the network structure that the routing uses.
  static char const* structure(Machine const& machine);
  bool serves(Machine const& machine) const { return machine.has_two_way_terminals(); }
  std::uint32_t vcs_needed(Machine const& machine) const;
  ChannelRoutingPtr channels(Machine const& machine, VcSupply const& supply) const;

 private:
  Params params_;
};

/// The routing `booksim_ugal`.
struct BooksimUgal {
  struct Params {
    std::int64_t threshold = 30;
  };
  static constexpr std::string_view name = "booksim_ugal";
  static constexpr std::string_view doc =
      "UGAL on dragonflies as in BookSim 2 (routing function ugal_dragonflynew), for comparison. The source "
      "sends a packet through the router of any terminal in another group, unless the queue of the minimal "
      "path is at most twice that of the other path plus a threshold. There are three virtual channels, but "
      "the whole path to the intermediate router (local, global and local channel) uses the first: the "
      "routing can deadlock with any number of virtual channels.";
  static constexpr std::tuple schema{
      param("threshold", &Params::threshold, Range{-1e9, 1e9},
            "number of flits by which the queue of the minimal path may be longer", "flits"),
  };
  static constexpr bool adaptive = true, compares_queues = true;
  static constexpr std::string_view needs = "pairwise linked groups of routers (dragonfly, percs)";

  explicit BooksimUgal(Params const& params) : params_(params) {}
  bool serves(Machine const& machine) const { return machine.is_grouped(); }
  std::uint32_t vcs_needed(Machine const&) const { return no_vcs_suffice; }
  ChannelRoutingPtr channels(Machine const& machine, VcSupply const& supply) const {
    auto const vcs = supplied_vcs(
        name, no_vcs_suffice, supply,
        "packets own a global channel and wait for a local channel on the same virtual channel, and vice "
        "versa");
    return bind_on_groups(machine, GroupPolicy::booksim_ugal({.threshold = params_.threshold}), vcs);
  }

 private:
  Params params_;
};

/// The routing `par`.
struct Par {
  struct Params {
    double bias = 1;
    std::int64_t threshold = 0;
  };
  static constexpr std::string_view name = "par";
  static constexpr std::string_view doc =
      "Progressive adaptive routing on dragonflies (Jiang, Kim & Dally, Indirect adaptive routing on large "
      "scale interconnection networks, ISCA 2009): as UGAL-L at the source. A packet that started minimally "
      "compares the paths once more at the gateway of its group, and may still leave through an intermediate "
      "group. Needs four virtual channels. Handles failures as valiant does.";
  static constexpr std::tuple schema{
      param("bias", &Params::bias, Range{0, 1e6},
            "a packet is routed minimally unless the queue of the minimal path is longer than 2 * bias "
            "* (queue of the non-minimal path) + threshold"),
      param("threshold", &Params::threshold, Range{-1e9, 1e9}, "see bias", "flits"),
  };
  static constexpr bool adaptive = true, compares_queues = true, rerouted = true;
  static constexpr std::string_view needs = "pairwise linked groups of routers (dragonfly, percs)";

  explicit Par(Params const& params) : params_(params) {}
  bool serves(Machine const& machine) const { return machine.is_grouped(); }
  std::uint32_t vcs_needed(Machine const&) const { return policy().classes.count; }
  ChannelRoutingPtr channels(Machine const& machine, VcSupply const& supply) const {
    auto const vcs =
        supplied_vcs(name, policy().classes.count, supply,
                     "one for the hop after which a packet may change its path, and three as for UGAL");
    return bind_on_groups(machine, policy(), vcs);
  }

 private:
  GroupPolicy policy() const {
    return GroupPolicy::par({.bias = params_.bias, .threshold = params_.threshold});
  }
  Params params_;
};

}  // namespace weft::routing
