// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/fabric/lost_pairs.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "weft/core/interrupt.hpp"

namespace weft::fabric {
namespace {

using routing::NextHop;

/// A walk along the routes to one destination.
class RouteWalk {
 public:
  RouteWalk(routing::DestinationRoutes const& routes, Network const& network)
      : routes_(routes), network_(network), visited_(network.num_routers(), 0) {}

  /// Returns whether packets from `router` to `to` are lost; if so, sets the route of `lost`.
  bool loses(std::uint32_t router, std::uint32_t to, LostPair& lost) {
    auto const next = routes_.to(to);
    lost.route.clear();
    ++walk_;
    while (next[router].is_channel()) {
      if (visited_[router] == walk_) return end(lost, LostPair::LossReason::loops, router);
      visited_[router] = walk_;
      lost.route.push_back(next[router].channel());
      router = network_.target(next[router].channel()).v;
    }
    switch (next[router].end()) {
      case NextHop::End::arrives: return false;
      case NextHop::End::dead_port: return end(lost, LostPair::LossReason::dead_port, router);
      case NextHop::End::wrong_host: return end(lost, LostPair::LossReason::wrong_host, router);
      case NextHop::End::no_entry: break;
    }
    return end(lost, LostPair::LossReason::no_entry, router);
  }

 private:
  static bool end(LostPair& lost, LostPair::LossReason reason, std::uint32_t router) {
    lost.reason = reason;
    lost.router = router;
    return true;
  }

  routing::DestinationRoutes const& routes_;
  Network const& network_;
  std::vector<std::uint64_t> visited_;  // the most recent walk that visited each router
  std::uint64_t walk_ = 0;
};

}  // namespace

std::vector<LostPair> lost_pairs(routing::DestinationRoutes const& routes, Network const& network,
                                 std::size_t max) {
  std::vector<std::vector<std::uint32_t>> ends_at(network.num_routers());
  for (std::uint32_t end = 0; end < routes.num_ends(); ++end) ends_at[routes.router(end)].push_back(end);
  RouteWalk walk(routes, network);
  std::array<std::vector<LostPair>, 4> found;
  InterruptCheck check_for_interrupt;
  for (std::uint32_t to = 0; to < routes.num_ends(); ++to) {
    check_for_interrupt();
    for (std::uint32_t r = 0; r < network.num_routers(); ++r) {
      LostPair lost;
      lost.to = to;
      if (ends_at[r].empty() || !walk.loses(r, to, lost)) continue;
      auto& of_reason = found[static_cast<std::size_t>(lost.reason)];
      for (auto const from : ends_at[r]) {
        if (from == to || of_reason.size() == max) continue;
        lost.from = from;
        of_reason.push_back(lost);
      }
    }
  }
  std::vector<LostPair> all;
  for (auto& of_reason : found) all.insert(all.end(), of_reason.begin(), of_reason.end());
  return all;
}

}  // namespace weft::fabric
