#include "weft/routing/balanced/tree_starts.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "weft/core/interrupt.hpp"
#include "weft/routing/layered/layering.hpp"
#include "weft/routing/up_down/up_levels.hpp"

namespace weft::routing {
namespace {

constexpr auto none = DestinationTrees::none;

bool has_route(DestinationTrees const& trees, std::uint32_t end, std::uint32_t router) {
  return trees.graph().ends_at(router) > 0 && trees.to(end)[router] != none;
}

void find_layers(LayeredTrees& result) {
  auto const& trees = result.trees;
  auto const& graph = trees.graph();
  RouteSet routes;
  std::vector<std::uint32_t> channels;
  for (std::uint32_t end = 0; end < graph.num_ends(); ++end) {
    throw_if_interrupted();
    for (std::uint32_t r = 0; r < graph.num_routers(); ++r) {
      if (!has_route(trees, end, r)) continue;
      channels.clear();
      for (auto at = r; at != graph.home(end); at = graph.target(channels.back()))
        channels.push_back(trees.to(end)[at]);
      routes.add(channels);
    }
  }
  auto const found = layer_one_by_one(routes);
  result.layers = found.layers;
  result.layer.resize(std::size_t{graph.num_routers()} * graph.num_ends());
  std::size_t i = 0;
  for (std::uint32_t end = 0; end < graph.num_ends(); ++end)
    for (std::uint32_t r = 0; r < graph.num_routers(); ++r)
      if (has_route(trees, end, r))
        result.layer[end * std::size_t{graph.num_routers()} + r] = found.layer[i++];
}

/// Up*/down* by a total order of the routers.
class UpDownTrees {
 public:
  UpDownTrees(ChannelGraph const& graph, Network const& network)
      : graph_(graph), by_rank_(graph.num_routers()), rank_(graph.num_routers()) {
    auto const level = up_levels(network, UpOrder::root, highest_degree_router(network));
    std::iota(by_rank_.begin(), by_rank_.end(), 0u);
    std::ranges::stable_sort(by_rank_, {}, [&](std::uint32_t r) { return level[r]; });
    for (std::uint32_t i = 0; i < by_rank_.size(); ++i) rank_[by_rank_[i]] = i;
  }

  DestinationTrees run() {
    DestinationTrees trees(graph_);
    for (std::uint32_t end = 0; end < graph_.num_ends(); ++end) {
      throw_if_interrupted();
      lead(end, trees);
    }
    return trees;
  }

 private:
  bool is_up(std::uint32_t c) const { return rank_[graph_.target(c)] < rank_[graph_.source(c)]; }

  void lead(std::uint32_t end, DestinationTrees& trees) {
    down_.search(graph_, graph_.home(end), [this](std::uint32_t c) { return !is_up(c); });
    hops_.assign(graph_.num_routers(), HopsTo::unreached);
    next_.assign(graph_.num_routers(), none);
    order_.assign(down_.order().begin(), down_.order().end());
    for (auto const r : order_) hops_[r] = down_[r];
    for (auto const r : down_.order()) choose(r, graph_.home(end), false, trees);
    for (auto const r : by_rank_) {
      if (hops_[r] != HopsTo::unreached) continue;
      choose(r, graph_.home(end), true, trees);
      if (next_[r] != none) order_.push_back(r);
    }
    trees.plant(end, next_, order_);
  }

  /// The channel that leads there in the fewest hops; among several the one of least load.
  void choose(std::uint32_t router, std::uint32_t home, bool up, DestinationTrees const& trees) {
    std::pair best{HopsTo::unreached, std::numeric_limits<double>::max()};
    for (auto c = graph_.first_out(router); c < graph_.first_out(router + 1); ++c) {
      auto const far = graph_.target(c);
      bool const down_only = down_[far] != HopsTo::unreached;
      if (is_up(c) != up || hops_[far] == HopsTo::unreached || (!up && !down_only)) continue;
      if (!graph_.may_enter(far, home)) continue;
      if (!up && hops_[far] >= hops_[router]) continue;
      std::pair const found{hops_[far] + 1, trees.load(c)};
      if (found >= best) continue;
      best = found;
      next_[router] = c;
    }
    if (up && next_[router] != none) hops_[router] = best.first;
  }

  ChannelGraph const& graph_;
  std::vector<std::uint32_t> by_rank_, rank_;
  HopsTo down_;
  std::vector<std::uint32_t> hops_, next_, order_;
};

}  // namespace

LayeredTrees shortest_trees(ChannelGraph const& graph) {
  LayeredTrees result{.trees = DestinationTrees(graph), .layer = {}};
  HopsTo hops;
  std::vector<double> load(graph.num_routers());
  std::vector<std::uint32_t> next(graph.num_routers());
  for (std::uint32_t end = 0; end < graph.num_ends(); ++end) {
    throw_if_interrupted();
    hops.search(graph, graph.home(end));
    std::ranges::fill(next, none);
    load[graph.home(end)] = 0;
    for (auto const r : hops.order().subspan(1)) {
      load[r] = std::numeric_limits<double>::max();
      for (auto c = graph.first_out(r); c < graph.first_out(r + 1); ++c) {
        auto const far = graph.target(c);
        if (hops[far] == HopsTo::unreached || hops[far] + 1 != hops[r]) continue;
        if (!graph.may_enter(far, graph.home(end))) continue;
        auto const sum = load[far] + result.trees.load(c);
        if (sum >= load[r]) continue;
        load[r] = sum;
        next[r] = c;
      }
    }
    result.trees.plant(end, next, hops.order());
  }
  find_layers(result);
  return result;
}

LayeredTrees up_down_trees(ChannelGraph const& graph, Network const& network) {
  return {.trees = UpDownTrees(graph, network).run(),
          .layer = std::vector<std::uint16_t>(std::size_t{graph.num_routers()} * graph.num_ends(), 0)};
}

}  // namespace weft::routing
