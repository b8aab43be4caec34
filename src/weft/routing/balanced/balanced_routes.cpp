#include "weft/routing/balanced/balanced_routes.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

#include "weft/core/error.hpp"
#include "weft/core/parallel.hpp"
#include "weft/routing/balanced/tree_annealing.hpp"
#include "weft/routing/balanced/tree_starts.hpp"

namespace weft::routing {
namespace {

/// Annealed trees and what they are judged by.
struct Attempt {
  DestinationTrees trees;
  LayerOrders orders;
  std::uint32_t layers;
  double max_load, contention;

  auto rank() const { return std::tuple(max_load, layers, contention); }
};

class BalancedSearch {
 public:
  BalancedSearch(Network const& network, ChannelGraph const& graph, BalancedPlan const& plan,
                 Progress& progress)
      : network_(network),
        graph_(graph),
        plan_(plan),
        progress_(progress),
        bound_(load_bound(graph)),
        shortest_(shortest_trees(graph)) {
    annealing_.least_load = bound_;
    auto const entries = static_cast<double>(graph.num_routers()) * graph.num_ends();
    annealing_.moves = static_cast<std::uint64_t>(plan.effort * std::clamp(entries * 5, 20000.0, 1e5));
  }

  Attempt run() {
    std::optional<Attempt> best;
    for (std::uint32_t layers = 1; layers <= plan_.layers; layers += 2) {
      bool const better = improve(best, layers);
      if (!better || best->max_load <= bound_) break;
    }
    return std::move(*best);
  }

  double bound() const { return bound_; }

 private:
  /// Tries that many layers and one more; returns whether the load became less.
  bool improve(std::optional<Attempt>& best, std::uint32_t layers) {
    auto const tries = std::min(2u, plan_.layers - layers + 1);
    std::vector<std::optional<Attempt>> found(tries);
    progress_.start("balancing", std::uint64_t{annealing_.rounds} * tries, "rounds");
    parallel_for(tries, [&](std::size_t i, unsigned) {
      found[i] = candidate(layers + static_cast<std::uint32_t>(i));
    });
    progress_.finish();
    auto const before = best ? best->max_load : 0;
    bool const first = !best;
    for (auto& it : found)
      if (!best || it->rank() < best->rank()) best = std::move(it);
    return first || best->max_load < before;
  }

  Attempt candidate(std::uint32_t layers) {
    auto start = shortest_.layers <= layers ? shortest_ : up_down_trees(graph_, network_);
    Rng rng(plan_.seed, Purpose::route, layers);
    LayerOrders orders(graph_, layers);
    auto const routers = std::size_t{graph_.num_routers()};
    orders.reorder(start.trees, rng, [&](std::uint32_t end, std::uint32_t router) {
      return start.layer[end * routers + router];
    });
    anneal(start.trees, orders, annealing_, rng, progress_);
    start.trees.lead_idle_routers();
    auto const max_load = start.trees.max_load(), contention = start.trees.contention();
    return {std::move(start.trees), std::move(orders), layers, max_load, contention};
  }

  Network const& network_;
  ChannelGraph const& graph_;
  BalancedPlan const& plan_;
  Progress& progress_;
  double bound_;
  LayeredTrees shortest_;
  AnnealingPlan annealing_;
};

}  // namespace

BalancedRoutes balanced_routes(Network const& network, std::span<std::uint32_t const> ends,
                               BalancedPlan const& plan, std::span<double const> rates, Progress& progress) {
  if (!network.is_bidirectional())
    throw InputError("balanced: channels without a reverse", "it serves networks of links");
  ChannelGraph const graph(network, ends, rates);
  BalancedSearch search(network, graph, plan, progress);
  auto const best = search.run();
  BalancedRoutes result{.routes = best.trees.routes(), .layer = {}, .bound = search.bound()};
  auto const routers = std::size_t{graph.num_routers()};
  result.layer.resize(routers * graph.num_ends(), 0);
  for (std::uint32_t end = 0; end < graph.num_ends(); ++end)
    for (std::uint32_t r = 0; r < routers; ++r) {
      if (graph.ends_at(r) == 0 || best.trees.to(end)[r] == DestinationTrees::none) continue;
      auto const layer = best.orders.layer(end, r);
      result.layer[end * routers + r] = static_cast<std::uint8_t>(layer);
      result.layers = std::max(result.layers, layer + 1u);
    }
  return result;
}

}  // namespace weft::routing
