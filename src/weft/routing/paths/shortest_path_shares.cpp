// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/paths/shortest_path_shares.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "weft/graph/search.hpp"

namespace weft::routing {
namespace {

std::size_t rows_kept(PathGraph const& graph) {
  constexpr std::size_t bytes = std::size_t{1} << 30, minimum = 64;
  auto const row = graph.num_states() * sizeof(std::uint32_t);
  return std::clamp<std::size_t>(bytes / std::max<std::size_t>(row, 1), minimum,
                                 std::max<std::size_t>(graph.num_routers(), minimum));
}

}  // namespace

HopRows::HopRows(PathGraph const& graph) : graph_(&graph), entries_(rows_kept(graph)) {}

std::shared_ptr<HopRows::Row const> HopRows::to(std::uint32_t router) const {
  auto& slot = entries_[router % entries_.size()];
  std::shared_ptr<Entry const> kept;
  {
    std::lock_guard const lock(mutex_);
    kept = slot;
  }
  if (!kept || kept->router != router) {
    kept = std::make_shared<Entry const>(Entry{router, search(router)});
    std::lock_guard const lock(mutex_);
    slot = kept;
  }
  return {kept, &kept->row};
}

HopRows::Row HopRows::search(std::uint32_t router) const {
  std::vector<Vertex> states;
  graph_->for_each_state_of(router, [&](std::uint32_t state) { states.push_back(state); });
  return breadth_first(graph_->num_states(), std::move(states),
                       [&](Vertex state, auto step) {
                         for (auto const [from, channel] : graph_->steps_into(state)) step(from);
                       })
      .hops;
}

SplitShares::SplitShares(PathGraph graph)
    : graph_(std::make_shared<PathGraph const>(std::move(graph))), rows_(*graph_) {}

/// Divides the traffic level by level towards the destination. The lowest ports receive the remainder of each
/// division.
bool SplitShares::append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const {
  if (from == to) return true;
  auto const row = rows_.to(to.v);
  auto const& hops = *row;
  if (hops[from.v] == HopRows::unreachable) no_path(from, to);
  auto const first = out.size();
  bool exact = true;
  std::map<std::uint32_t, std::uint64_t> level{{from.v, whole}}, next;
  for (auto left = hops[from.v]; left > 0; --left) {
    next.clear();
    for (auto const& [state, numerator] : level) {
      std::uint64_t ports = 0;
      for (auto const step : graph_->steps(state)) ports += hops[step.state] + 1 == left;
      auto const each = numerator / ports;
      auto rest = numerator % ports;
      exact = exact && rest == 0;
      for (auto const step : graph_->steps(state)) {
        if (hops[step.state] + 1 != left) continue;
        auto const part = each + (rest > 0);
        rest -= rest > 0;
        out.push_back({{step.channel}, part});
        next[step.state] += part;
      }
    }
    level.swap(next);
  }
  merge_shares(out, first);
  return exact;
}

TwoLegShares::TwoLegShares(SharesPtr leg, std::vector<std::uint32_t> weights)
    : leg_(std::move(leg)),
      weights_(std::move(weights)),
      sum_(std::accumulate(weights_.begin(), weights_.end(), std::uint64_t{0})) {}

bool TwoLegShares::append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const {
  constexpr std::size_t max_unmerged = std::size_t{1} << 20;
  if (from == to) return true;
  auto const first = out.size();
  bool exact = true;
  for (std::uint32_t intermediate = 0; intermediate < weights_.size(); ++intermediate) {
    if (weights_[intermediate] == 0) continue;
    auto const begin = out.size();
    exact &= leg_->append(from, {intermediate}, out);
    exact &= leg_->append({intermediate}, to, out);
    for (auto i = begin; i < out.size(); ++i) out[i].numerator *= weights_[intermediate];
    if (out.size() - first > max_unmerged) merge_shares(out, first);
  }
  merge_shares(out, first);
  return exact;
}

PathStructure TwoLegShares::structure() const {
  auto structure = leg_->structure();
  structure.intermediate = weights_;
  return structure;
}

void PathsOfPair::find(PathGraph const& graph, HopRows::Row const& hops, std::uint32_t from) {
  nodes_.assign(1, {from, 0, 1, 0});
  edges_.clear();
  level_begin_.assign(1, 0);
  for (auto left = hops[from]; left > 0; --left) next_level(graph, hops);
  for (auto i = level_begin_.back(); i < nodes_.size(); ++i) nodes_[i].first_edge = edges_.size();
  count();
}

/// Appends the nodes of the next level: each reached state once, in ascending order.
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

/// Counts the paths from the source to each node and from each node to the destination.
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
