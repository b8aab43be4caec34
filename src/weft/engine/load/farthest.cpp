// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/load/farthest.hpp"

#include <algorithm>
#include <vector>

#include "weft/core/parallel.hpp"
#include "weft/core/parallel_backend.hpp"
#include "weft/core/ranks.hpp"
#include "weft/routing/form/shares.hpp"

namespace weft::load {
namespace {

/// Breadth-first searches, from one router after the other.
class FarthestSearch {
 public:
  explicit FarthestSearch(RouterTraffic const& traffic)
      : traffic_(&traffic),
        units_(traffic.network().num_routers()),
        seen_(traffic.network().num_routers(), 0) {}

  /// Returns the hops from a router to its farthest destination.
  std::uint32_t farthest_from(std::uint32_t from) {
    traffic_->collect_sent({from}, units_);
    auto left = std::ranges::count_if(units_.routers(), [&](auto r) { return r != from && units_[r] > 0; });
    ++round_;
    seen_[from] = round_;
    level_.assign(1, from);
    std::uint32_t hops = 0;
    while (left > 0 && !level_.empty()) {
      ++hops;
      next_.clear();
      for (auto const router : level_) left -= expand(router);
      level_.swap(next_);
    }
    if (left > 0) print_error(from);
    return hops;
  }

 private:
  /// Appends a router's unseen neighbors to the next level; returns the number of destinations among them.
  std::ptrdiff_t expand(std::uint32_t router) {
    auto const& network = traffic_->network();
    std::ptrdiff_t reached = 0;
    auto const first = network.first_channels();
    for (auto c = first[router]; c < first[router + std::size_t{1}]; ++c) {
      auto const to = network.targets()[c];
      if (seen_[to] == round_ || network.channel_failed({c})) continue;
      seen_[to] = round_;
      next_.push_back(to);
      reached += units_[to] > 0 ? 1 : 0;
    }
    return reached;
  }
  [[noreturn]] void print_error(std::uint32_t from) const {
    for (auto const router : units_.routers())
      if (units_[router] > 0 && seen_[router] != round_) routing::no_path({from}, {router});
    throw std::logic_error("a router is both reachable and unreachable");
  }

  RouterTraffic const* traffic_;
  RouterUnits units_;
  std::vector<std::uint32_t> seen_, level_, next_;
  std::uint32_t round_ = 0;
};

}  // namespace

std::uint32_t farthest_hops(RouterTraffic const& traffic, Progress& progress) {
  auto const routers = traffic.network().num_routers();
  std::vector searches(num_threads(), FarthestSearch(traffic));
  std::vector<std::uint32_t> of_worker(num_threads(), 0);
  progress.start("farthest partners", num_shared_tasks(routers), "routers");
  shared_parallel_for(routers, [&](std::size_t from, unsigned worker) {
    if (traffic.out()[from] > 0)
      of_worker[worker] =
          std::max(of_worker[worker], searches[worker].farthest_from(static_cast<std::uint32_t>(from)));
    progress.advance();
  });
  progress.finish();
  return static_cast<std::uint32_t>(max_over_ranks(std::ranges::max(of_worker)));
}

}  // namespace weft::load
