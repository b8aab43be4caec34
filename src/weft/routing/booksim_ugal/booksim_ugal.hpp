#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/routing/group/group_routing.hpp"

namespace weft::routing {

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
      param("threshold", &Params::threshold, Range{-1e9, 1e9}, "how much longer the minimal queue may be",
            "flits"),
  };
  static constexpr bool adaptive = true, looks_at_queues = true;
  static constexpr std::string_view needs = "groups of routers linked with one another (dragonfly, percs)";

  explicit BooksimUgal(Params const& params) : params_(params) {}
  bool serves(Machine const& machine) const { return machine.is_grouped(); }
  std::uint32_t vcs_needed(Machine const&) const { return no_vcs_suffice; }
  ChannelRoutingPtr channels(Machine const& machine, VcSupply const& supply) const {
    auto const vcs = supplied_vcs(
        name, no_vcs_suffice, supply,
        "packets hold a global channel and wait for a local channel on the same virtual channel, and vice "
        "versa");
    return bind_on_groups(machine, GroupPolicy::booksim_ugal({.threshold = params_.threshold}), vcs);
  }

 private:
  Params params_;
};

}  // namespace weft::routing
