#include "weft/routing/paths/shortest_path_shares.hpp"

#include <algorithm>
#include <cmath>

namespace weft::routing {

void PathsOfPair::find(PathGraph const& graph, HopRows::Row const& hops, std::uint32_t from) {
  nodes_.assign(1, {from, 0, 1, 0});
  edges_.clear();
  level_begin_.assign(1, 0);
  for (auto left = hops[from]; left > 0; --left) next_level(graph, hops);
  for (auto i = level_begin_.back(); i < nodes_.size(); ++i) nodes_[i].first_edge = edges_.size();
  count();
}

/// The states one step after those of the last level, each once, in order.
void PathsOfPair::next_level(PathGraph const& graph, HopRows::Row const& hops) {
  auto const begin = level_begin_.back(), end = nodes_.size(), first_edge = edges_.size();
  states_.clear();
  for (auto i = begin; i < end; ++i) {
    auto const state = nodes_[i].state;
    nodes_[i].first_edge = edges_.size();
    for (auto const [to, channel] : graph.steps(state))
      if (hops[to] + 1 == hops[state]) {
        edges_.push_back({to, channel});
        states_.push_back(to);
      }
  }
  std::ranges::sort(states_);
  states_.erase(std::unique(states_.begin(), states_.end()), states_.end());
  for (auto const state : states_) nodes_.push_back({state, 0, 0, 0});
  for (auto e = first_edge; e < edges_.size(); ++e) {
    auto const place = std::ranges::lower_bound(states_, edges_[e].to) - states_.begin();
    edges_[e].to = static_cast<std::uint32_t>(end + static_cast<std::size_t>(place));
  }
  level_begin_.push_back(end);
}

/// The number of paths to each node and from it.
void PathsOfPair::count() {
  auto const shrink = [&](std::size_t level, double Node::*paths) {
    auto const begin = nodes_.begin() + static_cast<std::ptrdiff_t>(level_begin_[level]);
    auto const end = level + 1 < level_begin_.size()
                         ? nodes_.begin() + static_cast<std::ptrdiff_t>(level_begin_[level + 1])
                         : nodes_.end();
    if (std::none_of(begin, end, [&](Node const& node) { return node.*paths > 0x1p500; })) return;
    for (auto node = begin; node != end; ++node) (*node).*paths *= 0x1p-500;
  };
  auto const levels = level_begin_.size();
  for (std::size_t level = 0; level + 1 < levels; ++level) {
    for (auto i = level_begin_[level]; i < level_begin_[level + 1]; ++i)
      for (auto e = nodes_[i].first_edge; e < nodes_[i + 1].first_edge; ++e)
        nodes_[edges_[e].to].before += nodes_[i].before;
    shrink(level + 1, &Node::before);
  }
  for (auto i = level_begin_.back(); i < nodes_.size(); ++i) nodes_[i].after = 1;
  for (auto level = levels - 1; level-- > 0;) {
    for (auto i = level_begin_[level]; i < level_begin_[level + 1]; ++i)
      for (auto e = nodes_[i].first_edge; e < nodes_[i + 1].first_edge; ++e)
        nodes_[i].after += nodes_[edges_[e].to].after;
    shrink(level, &Node::after);
  }
}

bool PathsOfPair::append(std::vector<ChannelShare>& out) {
  bool exact = true;
  for (std::size_t level = 0; level + 1 < level_begin_.size(); ++level) {
    double all = 0;
    for (auto i = level_begin_[level]; i < level_begin_[level + 1]; ++i)
      all += nodes_[i].before * nodes_[i].after;
    for (auto i = level_begin_[level]; i < level_begin_[level + 1]; ++i)
      for (auto e = nodes_[i].first_edge; e < nodes_[i + 1].first_edge; ++e) {
        auto const paths = nodes_[i].before * nodes_[edges_[e].to].after;
        EvenShare share{0, false};
        if (all < 0x1p53)
          share = even_share(static_cast<std::uint64_t>(paths), static_cast<std::uint64_t>(all));
        else
          share.numerator =
              static_cast<std::uint64_t>(std::llround(paths / all * static_cast<double>(even_denominator)));
        exact = exact && share.exact;
        if (share.numerator > 0) out.push_back({{edges_[e].channel}, share.numerator});
      }
  }
  return exact;
}

ShortestPathShares::ShortestPathShares(PathGraph graph, PathChoice choice)
    : graph_(std::make_shared<PathGraph const>(std::move(graph))), rows_(*graph_), choice_(choice) {}

bool ShortestPathShares::append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const {
  if (from == to) return true;
  auto const hops = rows_.to(to.v);
  if ((*hops)[from.v] == HopRows::unreachable) no_path(from, to);
  if (choice_ == PathChoice::lowest) {
    append_lowest(from.v, *hops, out);
    return true;
  }
  auto const first = out.size();
  bool const exact = scratch_.with([] { return PathsOfPair{}; },
                                   [&](PathsOfPair& paths) {
                                     paths.find(*graph_, *hops, from.v);
                                     return paths.append(out);
                                   });
  if (graph_->num_states() > graph_->num_routers()) merge_shares(out, first);
  return exact;
}

void ShortestPathShares::append_lowest(std::uint32_t from, HopRows::Row const& hops,
                                       std::vector<ChannelShare>& out) const {
  for (auto at = from; hops[at] > 0;)
    for (auto const [next, channel] : graph_->steps(at))
      if (hops[next] + 1 == hops[at]) {
        out.push_back({{channel}, 1});
        at = next;
        break;
      }
}

}  // namespace weft::routing
