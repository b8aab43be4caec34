// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/load/users.hpp"

#include <algorithm>

#include "weft/core/parallel.hpp"
#include "weft/engine/load/network_load.hpp"

namespace weft::load {

std::vector<PairShare> pairs_through(RouterTraffic const& traffic, routing::Shares const& shares,
                                     std::span<ChannelIndex const> channels, Progress& progress) {
  auto const routers = traffic.network().num_routers();
  auto const denominator = static_cast<double>(shares.denominator());
  struct Worker {
    RouterUnits from;
    std::vector<routing::ChannelShare> shares;
  };
  std::vector<Worker> workers(num_threads(), {RouterUnits(routers), {}});
  TrafficTargets const targets(traffic, shares);
  std::vector<std::vector<PairShare>> found(targets.size());
  progress.start("users", targets.size(), targets.unit());
  parallel_for(targets.size(), [&](std::size_t to, unsigned worker) {
    auto& mine = workers[worker];
    targets.collect_received(to, mine.from);
    for (auto const from : mine.from.routers()) {
      if (mine.from[from] == 0) continue;
      mine.shares.clear();
      targets.append({from}, to, mine.shares);
      std::uint64_t crossing = 0;
      for (auto const& share : mine.shares)
        if (std::ranges::find(channels, share.channel) != channels.end()) crossing += share.numerator;
      if (crossing > 0)
        found[to].push_back(
            {from, static_cast<std::uint32_t>(to), static_cast<double>(crossing) / denominator});
    }
    std::ranges::sort(found[to], {}, &PairShare::from);
    progress.advance();
  });
  progress.finish();
  std::vector<PairShare> all;
  for (auto const& some : found) all.insert(all.end(), some.begin(), some.end());
  return all;
}

}  // namespace weft::load
