// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "weft/core/interrupt.hpp"
#include "weft/core/parallel_backend.hpp"
#include "weft/engine/load/network_load.hpp"
#include "weft/engine/load/paths/exact_loads.hpp"
#include "weft/engine/load/router_traffic.hpp"
#include "weft/routing/form/shares.hpp"
#include "weft/routing/paths/path_graph.hpp"

namespace weft::load {
namespace {

/// All shortest paths from one router to its destinations. The memory is reused.
class ShortestPathTree {
 public:
  explicit ShortestPathTree(routing::PathGraph const& graph);

  /// Runs a breadth-first search from router `from` until every router with units is reached. Throws
  /// InputError if one is unreachable.
  void grow(std::uint32_t from, RouterUnits const& to);
  /// Returns the number of shortest paths to a destination, exact below 2^53. Numbers above 2^500 are scaled
  /// down level by level.
  double paths(std::uint32_t router) const;
  /// Returns whether no number of paths was scaled down.
  bool counts_are_whole() const { return whole_; }

  /// Calls add(channel, load) for each channel of the paths, if one path to a router carries `part(router)`.
  template <class Number, class Part, class Add>
  void visit_loads(RouterUnits const& to, std::vector<Number>& of_path, Part part, Add add) const {
    for (auto const router : to.routers()) {
      if (to[router] == 0) continue;
      auto const nearest = distance_to(router);
      graph_->for_each_state_of(router, [&](std::uint32_t state) {
        if (distance_[state] == nearest) of_path[state] += part(router);
      });
    }
    for (std::size_t i = order_.size(); i-- > 1;) {
      auto const v = order_[i];
      if (i % 1024 == 0) throw_if_interrupted();
      if (of_path[v] == Number{0}) continue;
      auto const carried = scaled(of_path[v], distance_[v]);
      of_path[v] = 0;
      for (auto const [u, channel] : graph_->steps_into(v))
        if (distance_[u] + 1 == distance_[v]) {
          of_path[u] += carried;
          add(channel, static_cast<Number>(paths_[u]) * carried);
        }
    }
    of_path[order_.front()] = 0;
  }

 private:
  static constexpr std::uint32_t unseen = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t distance_to(std::uint32_t router) const;
  void start(std::uint32_t from, RouterUnits const& to);
  void shrink_level(std::size_t begin, std::uint32_t level);
  template <class Number>
  Number scaled(Number value, std::uint32_t level) const {
    return whole_ ? value : static_cast<Number>(static_cast<double>(value) * level_scale_[level]);
  }

  routing::PathGraph const* graph_;
  bool whole_ = true;
  std::vector<std::uint32_t> distance_, order_;
  std::vector<double> paths_, level_scale_;
  std::vector<bool> requested_;
};

ShortestPathTree::ShortestPathTree(routing::PathGraph const& graph)
    : graph_(&graph),
      distance_(graph.num_states(), unseen),
      paths_(graph.num_states()),
      requested_(graph.num_routers(), false) {}

void ShortestPathTree::start(std::uint32_t from, RouterUnits const& to) {
  for (auto const state : order_) distance_[state] = unseen;
  order_.assign(1, from);
  distance_[from] = 0;
  paths_[from] = 1;
  level_scale_.assign(1, 1.0);
  whole_ = true;
  for (auto const router : to.routers()) requested_[router] = to[router] > 0;
}

/// Scales the numbers of paths to a level down if they are too large; the level starts at index `begin` of
/// the search order.
void ShortestPathTree::shrink_level(std::size_t begin, std::uint32_t level) {
  double maximum = 0;
  for (auto i = begin; i < order_.size(); ++i) maximum = std::max(maximum, paths_[order_[i]]);
  double const scale = maximum > 0x1p500 ? 0x1p-500 : 1.0;
  if (level_scale_.size() <= level) level_scale_.push_back(scale);
  if (scale == 1.0) return;
  whole_ = false;
  for (auto i = begin; i < order_.size(); ++i) paths_[order_[i]] *= scale;
}

void ShortestPathTree::grow(std::uint32_t from, RouterUnits const& to) {
  start(from, to);
  std::size_t missing = 0;
  for (auto const router : to.routers()) missing += requested_[router];
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
          if (auto const router = graph_->router_of(v); requested_[router]) {
            requested_[router] = false;
            --missing;
          }
        }
        if (distance_[v] == level) paths_[v] += paths_[u];
      }
    }
    shrink_level(end, level);
  }
  if (missing == 0) return;
  auto const lost = std::ranges::find_if(to.routers(), [&](auto router) { return requested_[router]; });
  auto const router = *lost;
  for (auto const other : to.routers()) requested_[other] = false;
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

/// State of one worker.
struct Search {
  explicit Search(routing::PathGraph const& graph) : tree(graph), to(graph.num_routers()) {}
  ShortestPathTree tree;
  RouterUnits to;
};

/// Calls visit(search, worker) with the shortest paths of every sending router, on all threads, until it
/// returns false.
template <class Visit>
void for_each_tree(routing::PathGraph const& graph, RouterDemand const& demand, Progress& progress,
                   char const* label, Visit visit) {
  std::vector<Search> searches(num_threads(), Search(graph));
  std::atomic<bool> proceed = true;
  progress.start(label, num_shared_tasks(graph.num_routers()), "routers");
  shared_parallel_for(graph.num_routers(), [&](std::size_t from, unsigned worker) {
    if (!proceed) return;
    auto& search = searches[worker];
    RouterId const source{static_cast<std::uint32_t>(from)};
    demand.collect_sent(source, search.to);
    if (!search.to.empty()) {
      search.tree.grow(source.v, search.to);
      if (!visit(search, worker)) proceed = false;
    }
    progress.advance();
  });
  progress.finish();
}

/// Returns the least common multiple of the numbers of shortest paths; nullopt if it exceeds `maximum`.
std::optional<std::uint64_t> common_denominator(routing::PathGraph const& graph, RouterDemand const& demand,
                                                double maximum, Progress& progress) {
  std::vector<CommonMultiple> of_worker(num_threads(), CommonMultiple(maximum));
  std::atomic<bool> found = true;
  auto const take = [&](ShortestPathTree const& tree, std::uint32_t router, unsigned worker) {
    auto const paths = tree.paths(router);
    return tree.counts_are_whole() && paths < 0x1p40 &&
           of_worker[worker].take(static_cast<std::uint64_t>(paths));
  };
  for_each_tree(graph, demand, progress, "numbers of paths", [&](Search const& search, unsigned worker) {
    for (auto const router : search.to.routers())
      if (search.to[router] > 0 && !take(search.tree, router, worker)) found = false;
    return found.load();
  });
  return combined_multiple(of_worker, maximum, found);
}

/// Returns the loads in units of 1 / denominator; nullopt if a number of paths does not divide the
/// denominator.
std::optional<std::vector<std::uint64_t>> exact_sums(routing::PathGraph const& graph,
                                                     RouterDemand const& demand, std::uint64_t denominator,
                                                     Progress& progress) {
  ChannelSums<std::uint64_t> sums(demand.network().num_channels());
  std::vector<std::vector<std::uint64_t>> of_path(num_threads(),
                                                  std::vector<std::uint64_t>(graph.num_states()));
  std::atomic<bool> divides = true;
  auto const part = [&](Search const& search, std::uint32_t router) {
    auto const paths = search.tree.paths(router);
    if (!search.tree.counts_are_whole() || paths >= 0x1p53 ||
        denominator % static_cast<std::uint64_t>(paths) != 0) {
      divides = false;
      return std::uint64_t{0};
    }
    return search.to[router] * (denominator / static_cast<std::uint64_t>(paths));
  };
  for_each_tree(graph, demand, progress, "loads", [&](Search const& search, unsigned worker) {
    auto& channel = sums.of(worker);
    search.tree.visit_loads(
        search.to, of_path[worker], [&](std::uint32_t router) { return part(search, router); },
        [&](std::uint32_t c, std::uint64_t load) { channel[c] += load; });
    return divides.load();
  });
  if (!on_all_ranks(divides)) return {};
  return sums.total();
}

/// Returns the loads in units of 2^-exponent, with the contribution of each source rounded.
std::vector<std::uint64_t> rounded_sums(routing::PathGraph const& graph, RouterDemand const& demand,
                                        int exponent, Progress& progress) {
  ChannelSums<std::uint64_t> sums(demand.network().num_channels());
  std::vector<std::vector<double>> of_path(num_threads(), std::vector<double>(graph.num_states()));
  double const unit = std::ldexp(1.0, exponent);
  for_each_tree(graph, demand, progress, "loads", [&](Search const& search, unsigned worker) {
    auto& channel = sums.of(worker);
    search.tree.visit_loads(
        search.to, of_path[worker],
        [&](std::uint32_t router) {
          return static_cast<double>(search.to[router]) * unit / search.tree.paths(router);
        },
        [&](std::uint32_t c, double load) { channel[c] += static_cast<std::uint64_t>(load + 0.5); });
    return true;
  });
  return sums.total();
}

}  // namespace

NetworkLoads shortest_path_loads(routing::PathGraph const& graph, RouterDemand const& demand,
                                 Progress& progress) {
  return exact_or_rounded(
      demand,
      {.exact = [&](std::uint64_t denominator) { return exact_sums(graph, demand, denominator, progress); },
       .common_denominator =
           [&](double maximum) { return common_denominator(graph, demand, maximum, progress); },
       .rounded = [&](int exponent) { return rounded_sums(graph, demand, exponent, progress); }});
}

}  // namespace weft::load
