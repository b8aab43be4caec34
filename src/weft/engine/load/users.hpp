// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/engine/load/router_traffic.hpp"
#include "weft/routing/form/shares.hpp"

namespace weft::load {

/// Fraction of the traffic from a router to a target that crosses given channels: 1 if all of the traffic
/// crosses one of the channels once. The target is a router, or a terminal if the routing distinguishes
/// terminals.
struct PairShare {
  std::uint32_t from = 0, to = 0;
  double share = 0;
  friend bool operator==(PairShare const&, PairShare const&) = default;
};

/// Returns the pairs with traffic over at least one of `channels`, sorted by `to`, then by `from`. Uses all
/// threads. Throws InputError for traffic without a path.
std::vector<PairShare> pairs_through(RouterTraffic const& traffic, routing::Shares const& shares,
                                     std::span<ChannelIndex const> channels,
                                     Progress& progress = no_progress());

}  // namespace weft::load
