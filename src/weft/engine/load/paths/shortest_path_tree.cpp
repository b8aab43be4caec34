#include "weft/engine/load/paths/shortest_path_tree.hpp"

#include <algorithm>

#include "weft/core/interrupt.hpp"
#include "weft/routing/form/shares.hpp"

namespace weft::load {

ShortestPathTree::ShortestPathTree(routing::PathGraph const& graph)
    : graph_(&graph),
      distance_(graph.num_states(), unseen),
      paths_(graph.num_states()),
      wanted_(graph.num_routers(), false) {}

void ShortestPathTree::start(std::uint32_t from, RouterUnits const& to) {
  for (auto const state : order_) distance_[state] = unseen;
  order_.assign(1, from);
  distance_[from] = 0;
  paths_[from] = 1;
  level_scale_.assign(1, 1.0);
  whole_ = true;
  for (auto const router : to.routers()) wanted_[router] = to[router] > 0;
}

/// Keeps the numbers of paths to one level, which begins in the order at `begin`, in range.
void ShortestPathTree::shrink_level(std::size_t begin, std::uint32_t level) {
  double most = 0;
  for (auto i = begin; i < order_.size(); ++i) most = std::max(most, paths_[order_[i]]);
  double const scale = most > 0x1p500 ? 0x1p-500 : 1.0;
  if (level_scale_.size() <= level) level_scale_.push_back(scale);
  if (scale == 1.0) return;
  whole_ = false;
  for (auto i = begin; i < order_.size(); ++i) paths_[order_[i]] *= scale;
}

void ShortestPathTree::grow(std::uint32_t from, RouterUnits const& to) {
  start(from, to);
  std::size_t missing = 0;
  for (auto const router : to.routers()) missing += wanted_[router];
  for (std::size_t begin = 0, end = 1; begin < end && missing > 0; begin = end, end = order_.size()) {
    auto const level = distance_[order_[begin]] + 1;
    for (auto i = begin; i < end; ++i) {
      auto const u = order_[i];
      if (i % 1024 == 0) throw_if_interrupted();
      for (auto const [v, channel] : graph_->steps(u)) {
        if (distance_[v] == unseen) {
          distance_[v] = level;
          paths_[v] = 0;
          order_.push_back(v);
          if (auto const router = graph_->router_of(v); wanted_[router]) {
            wanted_[router] = false;
            --missing;
          }
        }
        if (distance_[v] == level) paths_[v] += paths_[u];
      }
    }
    shrink_level(end, level);
  }
  if (missing == 0) return;
  auto const lost = std::ranges::find_if(to.routers(), [&](auto router) { return wanted_[router]; });
  auto const router = *lost;
  for (auto const other : to.routers()) wanted_[other] = false;
  routing::no_path({from}, {router});
}

std::uint32_t ShortestPathTree::distance_to(std::uint32_t router) const {
  auto nearest = unseen;
  graph_->for_each_state_of(router,
                            [&](std::uint32_t state) { nearest = std::min(nearest, distance_[state]); });
  return nearest;
}

double ShortestPathTree::paths(std::uint32_t router) const {
  auto const nearest = distance_to(router);
  double paths = 0;
  graph_->for_each_state_of(router, [&](std::uint32_t state) {
    if (distance_[state] == nearest) paths += paths_[state];
  });
  return paths;
}

}  // namespace weft::load
