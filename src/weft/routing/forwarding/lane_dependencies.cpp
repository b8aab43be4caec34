// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/forwarding/lane_dependencies.hpp"

#include <algorithm>
#include <array>

#include "weft/core/parallel.hpp"
#include "weft/routing/forwarding/destination_routes.hpp"
#include "weft/routing/forwarding/routing_tables.hpp"

namespace weft::routing {
namespace {

class LaneSearch {
 public:
  LaneSearch(DestinationRoutes const& routes, Network const& network, Lanes const& lanes,
             PairLevels const& levels)
      : routes_(routes),
        network_(network),
        lanes_(lanes),
        levels_(levels),
        requested_(network),
        used_(network.num_channels(), 0),
        ends_at_(network.num_routers()) {
    for (std::uint32_t end = 0; end < routes.num_ends(); ++end) ends_at_[routes.router(end)].push_back(end);
  }

  LaneDependencies run() {
    std::vector<Scratch> scratch(num_threads(), Scratch(network_.num_routers()));
    parallel_for(routes_.num_ends(), [&](std::size_t end, unsigned worker) {
      search(static_cast<std::uint32_t>(end), scratch[worker]);
    });
    return dependencies();
  }

 private:
  /// Bit sets of the lanes that packets of each service level use on the channel on which they leave a
  /// router.
  using LanesByLevel = std::array<std::uint16_t, num_service_levels>;
  struct Scratch {
    explicit Scratch(std::size_t routers) : tree(routers), lanes(routers) {}
    DestinationTree tree;
    std::vector<LanesByLevel> lanes;
  };

  void search(std::uint32_t end, Scratch& scratch) {
    auto const next = routes_.to(end);
    scratch.tree.follow(next, network_);
    std::ranges::fill(scratch.lanes, LanesByLevel{});
    for (auto const r : scratch.tree.order()) {
      if (!next[r].is_channel()) continue;
      auto const channel = next[r].channel();
      auto& lanes = scratch.lanes[r];
      for (auto const source : ends_at_[r]) {
        if (source == end) continue;
        auto const level = levels_(source, end);
        lanes[level] |= static_cast<std::uint16_t>(1U << lanes_.injected(source, channel, level));
      }
      for (auto const word : lanes) set_bits(used_[channel.v], word);
      auto const far = network_.target(channel).v;
      if (next[far].is_channel()) pass_on(lanes, channel, next[far].channel(), scratch.lanes[far]);
    }
  }

  /// Adds the dependencies of packets that own lanes `held` of channel `from` on the lanes of channel `to`,
  /// and adds these lanes to `lanes`.
  void pass_on(LanesByLevel const& held, ChannelIndex from, ChannelIndex to, LanesByLevel& lanes) {
    for (std::uint8_t level = 0; level < num_service_levels; ++level) {
      auto const kept = static_cast<std::uint16_t>(held[level] & ~(1U << dropping_lane));
      if (kept == 0) continue;
      auto const lane = lanes_.after(from, to, level);
      lanes[level] |= static_cast<std::uint16_t>(1U << lane);
      if (lane != dropping_lane) requested_.add(from, kept, to, lane);
    }
  }

  LaneDependencies dependencies() const {
    LaneDependencies result{requested_.graph()};
    for (auto const word : used_) {
      result.used |= word & static_cast<std::uint16_t>(~(1U << dropping_lane));
      result.dropped += word >> dropping_lane & 1U;
    }
    return result;
  }

  DestinationRoutes const& routes_;
  Network const& network_;
  Lanes const& lanes_;
  PairLevels const& levels_;
  RequiredLanes requested_;
  std::vector<std::uint16_t> used_;  // by channel, a bit for each lane
  std::vector<std::vector<std::uint32_t>> ends_at_;
};

}  // namespace

LaneDependencies lane_dependencies(DestinationRoutes const& routes, Network const& network,
                                   Lanes const& lanes, PairLevels const& levels) {
  return LaneSearch(routes, network, lanes, levels).run();
}

}  // namespace weft::routing
