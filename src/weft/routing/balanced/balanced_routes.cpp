// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/balanced/balanced_routes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/random.hpp"
#include "weft/routing/balanced/destination_trees.hpp"

namespace weft::routing {

LayerOrders::LayerOrders(ChannelGraph const& graph, std::uint32_t layers)
    : graph_(&graph), layers_(layers), first_turn_(graph.num_channels() + std::size_t{1}, 0) {
  for (std::uint32_t c = 0; c < graph.num_channels(); ++c) {
    auto const far = graph.target(c);
    first_turn_[c + std::size_t{1}] = first_turn_[c] + graph.first_out(far + 1) - graph.first_out(far);
  }
  used_.resize(first_turn_.back());
  allowed_.resize(first_turn_.back());
  resize_interruptibly(open_, std::size_t{graph.num_routers()} * graph.num_ends());
  marked_.resize(graph.num_routers());
}

std::uint16_t LayerOrders::layer(std::uint32_t end, std::uint32_t router) const {
  auto const open = open_[end * std::size_t{graph_->num_routers()} + router];
  return open == 0 ? no_layer : static_cast<std::uint16_t>(std::countr_zero(open));
}

void LayerOrders::mark_turns(std::span<std::uint32_t const> next, std::uint32_t end, std::uint32_t router,
                             Mask bit) {
  auto const home = graph_->home(end);
  while ((marked_[router] & bit) == 0) {
    marked_[router] |= bit;
    auto const channel = next[router];
    router = graph_->target(channel);
    if (router == home) return;
    used_[turn(channel, next[router])] |= bit;
  }
}

void LayerOrders::reorder(DestinationTrees const& trees, Rng& rng) {
  reorder(trees, rng, [this](std::uint32_t end, std::uint32_t router) { return layer(end, router); });
}

void LayerOrders::reorder(
    DestinationTrees const& trees, Rng& rng,
    std::function<std::uint16_t(std::uint32_t end, std::uint32_t router)> const& layer_of) {
  std::ranges::fill(used_, Mask{0});
  for (std::uint32_t end = 0; end < graph_->num_ends(); ++end) {
    throw_if_interrupted();
    std::ranges::fill(marked_, Mask{0});
    auto const next = trees.to(end);
    for (std::uint32_t r = 0; r < next.size(); ++r)
      if (graph_->ends_at(r) > 0 && next[r] != DestinationTrees::none)
        mark_turns(next, end, r, static_cast<Mask>(1U << layer_of(end, r)));
  }
  std::ranges::fill(allowed_, Mask{0});
  for (std::uint32_t l = 0; l < layers_; ++l) {
    auto const place = random_order(l, rng);
    for (std::uint32_t c = 0; c < graph_->num_channels(); ++c) {
      auto const first = graph_->first_out(graph_->target(c));
      for (auto i = first_turn_[c]; i < first_turn_[c + std::size_t{1}]; ++i)
        if (place[c] < place[first + (i - first_turn_[c])]) allowed_[i] |= static_cast<Mask>(1U << l);
    }
  }
  for (std::uint32_t end = 0; end < graph_->num_ends(); ++end) find_layers(trees, end);
}

/// Returns the position of each channel in a random topological order of the turns of a layer.
std::vector<std::uint32_t> LayerOrders::random_order(std::uint32_t layer, Rng& rng) const {
  auto const channels = graph_->num_channels();
  std::vector<std::uint32_t> before(channels, 0), ready, place(channels, 0);
  auto const for_each_next = [&](std::uint32_t c, auto visit) {
    auto const first = graph_->first_out(graph_->target(c));
    for (auto i = first_turn_[c]; i < first_turn_[c + std::size_t{1}]; ++i)
      if (used_[i] >> layer & 1) visit(first + static_cast<std::uint32_t>(i - first_turn_[c]));
  };
  for (std::uint32_t c = 0; c < channels; ++c) for_each_next(c, [&](std::uint32_t next) { ++before[next]; });
  for (std::uint32_t c = 0; c < channels; ++c)
    if (before[c] == 0) ready.push_back(c);
  for (std::uint32_t at = 0; !ready.empty(); ++at) {
    std::swap(ready[rng.below(ready.size())], ready.back());
    auto const c = ready.back();
    ready.pop_back();
    place[c] = at;
    for_each_next(c, [&](std::uint32_t next) {
      if (--before[next] == 0) ready.push_back(next);
    });
  }
  return place;
}

void LayerOrders::find_layers(DestinationTrees const& trees, std::uint32_t end) {
  auto const routers = graph_->num_routers(), home = graph_->home(end);
  auto const next = trees.to(end);
  auto* const open = &open_[end * std::size_t{routers}];
  std::ranges::fill(marked_, Mask{0});  // 1: processed
  marked_[home] = 1;
  open[home] = all_layers();
  for (std::uint32_t start = 0; start < routers; ++start) {
    path_.clear();
    for (auto r = start; marked_[r] == 0 && next[r] != DestinationTrees::none; r = graph_->target(next[r]))
      path_.push_back(r);
    for (; !path_.empty(); path_.pop_back()) {
      auto const r = path_.back(), far = graph_->target(next[r]);
      open[r] = far == home ? all_layers() : open[far] & allowed_[turn(next[r], next[far])];
      marked_[r] = 1;
    }
  }
}

/// Records `layers` as the layers that the route from `router` to `end` may use. Returns false if `layers` is
/// empty and the router has ends.
bool LayerOrders::change(std::uint32_t end, std::uint32_t router, Mask layers) {
  if (open_[end * std::size_t{graph_->num_routers()} + router] != layers)
    changed_.emplace_back(router, layers);
  return layers != 0 || graph_->ends_at(router) == 0;
}

bool LayerOrders::evaluate(DestinationTrees const& trees, DestinationTrees::Move const& move) {
  auto const next = trees.to(move.end);
  auto const home = graph_->home(move.end);
  auto const* const open = &open_[move.end * std::size_t{graph_->num_routers()}];
  changed_.clear();
  auto const far = graph_->target(move.channel);
  Mask const layers =
      far == home ? all_layers() : static_cast<Mask>(open[far] & allowed_[turn(move.channel, next[far])]);
  if (layers == 0 && graph_->ends_at(move.router) > 0) return false;
  changed_.emplace_back(move.router, layers);
  for (std::size_t i = 0; i < changed_.size(); ++i) {
    auto const [router, above] = changed_[i];
    auto const channel = i == 0 ? move.channel : next[router];
    for (auto const c : graph_->into(router)) {
      auto const from = graph_->source(c);
      if (from == home || next[from] != c) continue;
      if (!change(move.end, from, above & allowed_[turn(c, channel)])) return false;
    }
  }
  return true;
}

void LayerOrders::apply(std::uint32_t end) {
  for (auto const& [router, layers] : changed_)
    open_[end * std::size_t{graph_->num_routers()} + router] = layers;
}

namespace {

/// Parameters of simulated annealing. Temperatures are in units of the mean square flow
/// (DestinationTrees::mean_square_flow).
struct AnnealingPlan {
  std::uint32_t rounds = 300;   ///< the layers are reordered after each round
  std::uint64_t moves = 20000;  ///< moves tried per round
  double hottest = 100, coldest = 0.03;
  double excess = 100;  ///< final factor of the cost of excess load; it increases from 0
  double min_load = 0;  ///< lower bound on the maximum load
};

constexpr std::uint32_t moves_per_end = 16;  // consecutive moves of one end, for cache locality

class Annealing {
 public:
  Annealing(DestinationTrees& trees, LayerOrders& orders, AnnealingPlan const& plan, Rng& rng)
      : trees_(trees), graph_(trees.graph()), orders_(orders), plan_(plan), rng_(rng) {}

  void run(Progress& progress) {
    auto const unit = trees_.mean_square_flow();
    for (std::uint32_t round = 0; round < plan_.rounds; ++round) {
      auto const cooled = static_cast<double>(round) / plan_.rounds;
      temperature_ = unit * plan_.hottest * std::pow(plan_.coldest / plan_.hottest, cooled);
      cost_ = {plan_.min_load, plan_.excess * cooled * cooled};
      for (std::uint64_t i = 0; i < plan_.moves; i += moves_per_end) {
        auto const end = static_cast<std::uint32_t>(rng_.below(graph_.num_ends()));
        for (std::uint32_t k = 0; k < moves_per_end; ++k) try_move(end);
      }
      orders_.reorder(trees_, rng_);
      progress.advance();
    }
  }

 private:
  void try_move(std::uint32_t end) {
    auto const router = static_cast<std::uint32_t>(rng_.below(graph_.num_routers()));
    auto const now = trees_.to(end)[router];
    auto const first = graph_.first_out(router), ports = graph_.first_out(router + 1) - first;
    if (now == DestinationTrees::none || ports < 2) return;
    auto const other = first + static_cast<std::uint32_t>(rng_.below(ports - 1));
    DestinationTrees::Move const move{end, router, other < now ? other : other + 1};
    double change = 0;
    if (!trees_.evaluate(move, cost_, change)) return;
    if (change > 0 && change > -temperature_ * std::log(1 - rng_.uniform())) return;
    if (!orders_.evaluate(trees_, move)) return;
    trees_.apply(move);
    orders_.apply(end);
  }

  DestinationTrees& trees_;
  ChannelGraph const& graph_;
  LayerOrders& orders_;
  AnnealingPlan const& plan_;
  Rng& rng_;
  LoadCost cost_;
  double temperature_ = 0;
};

/// Improves trees by simulated annealing: a move changes the channel of one router towards one end, for all
/// packets that the router forwards to the end. Every route has a layer at all times. Each round advances
/// `progress` by one.
void anneal(DestinationTrees& trees, LayerOrders& orders, AnnealingPlan const& plan, Rng& rng,
            Progress& progress) {
  if (trees.graph().num_ends() == 0) return;
  Annealing(trees, orders, plan, rng).run(progress);
}

/// Ratio of maximum loads below which an additional layer is accepted.
constexpr double worth_a_layer = 0.995;

/// Number of (router, end) entries above which only one number of layers is tried.
constexpr double max_entries_of_tries = 1e6;

/// Returns the number of annealing moves of an attempt.
double moves_of_try(double entries, BalancedPlan const& plan) {
  return plan.effort * std::max(std::clamp(3000 * entries, 3e4, 2e7), 6 * entries);
}

/// Trees after annealing.
struct Attempt {
  DestinationTrees trees;
  LayerOrders orders;
  double max_load;
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
    auto const entries = std::max(1.0, static_cast<double>(graph.num_routers()) * graph.num_ends());
    auto const moves = moves_of_try(entries, plan);
    is_large_ = entries > max_entries_of_tries;
    annealing_.min_load = bound_;
    // Each round reorders all layers, so short searches have few rounds.
    auto const rounds = std::clamp(3e7 / entries, 10.0, 300.0) * std::min(1.0, plan.effort);
    annealing_.rounds = static_cast<std::uint32_t>(std::max(10.0, rounds));
    annealing_.moves = static_cast<std::uint64_t>(moves / annealing_.rounds);
    annealing_.hottest = std::clamp(moves / entries / 10, 0.1, 100.0);
  }

  Attempt run() {
    std::optional<Attempt> best;
    if (is_large_) {
      improve(best, std::min(shortest_.layers, plan_.layers), 1);
      return std::move(*best);
    }
    for (std::uint32_t layers = 1; layers <= plan_.layers; layers += 2) {
      bool const better = improve(best, layers, std::min(2u, plan_.layers - layers + 1));
      if (!better || best->max_load <= bound_) break;
    }
    return std::move(*best);
  }

  double bound() const { return bound_; }

 private:
  /// Attempts `tries` consecutive numbers of layers, starting with `layers`. Returns whether an attempt
  /// improves the best result.
  bool improve(std::optional<Attempt>& best, std::uint32_t layers, std::uint32_t tries) {
    std::vector<std::optional<Attempt>> found(tries);
    progress_.start("balancing", std::uint64_t{annealing_.rounds} * tries, "rounds");
    parallel_for(
        tries, [&](std::size_t i, unsigned) { found[i] = attempt(layers + static_cast<std::uint32_t>(i)); });
    progress_.finish();
    bool better = false;
    for (auto& attempt : found) {
      if (best && attempt->max_load >= best->max_load * worth_a_layer) continue;
      best = std::move(attempt);
      better = true;
    }
    return better;
  }

  Attempt attempt(std::uint32_t layers) {
    auto start = shortest_.layers <= layers ? shortest_ : up_down_trees(graph_, network_);
    Rng rng(plan_.seed, Purpose::route, layers);
    LayerOrders orders(graph_, layers);
    auto const routers = std::size_t{graph_.num_routers()};
    orders.reorder(start.trees, rng, [&](std::uint32_t end, std::uint32_t router) {
      return start.layer[end * routers + router];
    });
    anneal(start.trees, orders, annealing_, rng, progress_);
    start.trees.route_idle_routers();
    auto const max_load = start.trees.max_load();
    return {std::move(start.trees), std::move(orders), max_load};
  }

  Network const& network_;
  ChannelGraph const& graph_;
  BalancedPlan const& plan_;
  Progress& progress_;
  double bound_;
  LayeredTrees shortest_;
  AnnealingPlan annealing_;
  bool is_large_ = false;  // whether to make a single attempt, with one number of layers
};

}  // namespace

BalancedRoutes balanced_routes(Network const& network, std::span<std::uint32_t const> ends,
                               BalancedPlan const& plan, std::span<double const> rates, Progress& progress) {
  if (!network.is_bidirectional())
    throw InputError("balanced does not support channels without a reverse",
                     "the network must consist of links");
  progress.start("initial trees", 0);
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

/// Returns the estimate for one attempt in a large network and two attempts, on two threads, in a small one.
/// Each attempt has start-up costs for each router and end.
Estimate estimate_balanced(double routers, double ends, BalancedPlan const& plan) {
  constexpr double seconds_per_move = 4e-7, seconds_per_entry = 1.5e-6, bytes_per_entry = 62;
  auto const entries = std::max(1.0, routers * ends);
  auto const tries = entries > max_entries_of_tries || plan.layers == 1 ? 1 : 2;
  return {entries * bytes_per_entry,
          tries * (moves_of_try(entries, plan) * seconds_per_move + entries * seconds_per_entry),
          static_cast<unsigned>(tries)};
}

}  // namespace weft::routing
