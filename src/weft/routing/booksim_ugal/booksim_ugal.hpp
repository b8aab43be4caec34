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
      "UGAL on dragonflies as BookSim 2 does it (routing function ugal_dragonflynew), for comparison: at the "
      "source by the router of any terminal of another group, unless the queue of the minimal way is at most "
      "twice that of the other plus a threshold. Three virtual channels, but the whole way to the intermediate "
      "router is on the first, local, global and local channel alike: it can deadlock with any number of them.";
  static constexpr std::tuple schema{
      param("threshold", &Params::threshold, Range{-1e9, 1e9}, "what the minimal queue may be longer by",
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
        "packets wait for a local channel with a global one of the same virtual channel in hand, and the "
        "other way round");
    return bind_on_groups(machine, GroupPolicy::booksim_ugal({.threshold = params_.threshold}), vcs);
  }

 private:
  Params params_;
};

}  // namespace weft::routing
