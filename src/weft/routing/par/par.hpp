#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/routing/group/group_routing.hpp"

namespace weft::routing {

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
      "group. Needs four virtual channels. Around failures as valiant.";
  static constexpr std::tuple schema{
      param("bias", &Params::bias, Range{0, 1e6},
            "minimal unless its queue is longer than bias times twice that of the non-minimal path, plus "
            "threshold"),
      param("threshold", &Params::threshold, Range{-1e9, 1e9}, "see bias", "flits"),
  };
  static constexpr bool adaptive = true, looks_at_queues = true, rerouted = true;
  static constexpr std::string_view needs = "groups of routers linked with one another (dragonfly, percs)";

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
