// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/balanced/destination_trees.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "weft/core/interrupt.hpp"
#include "weft/routing/layered/layering.hpp"
#include "weft/routing/up_down/up_levels.hpp"

namespace weft::routing {

ChannelGraph::ChannelGraph(Network const& network, std::span<std::uint32_t const> ends,
                           std::span<double const> rates)
    : home_(ends.begin(), ends.end()), ends_at_(network.num_routers(), 0) {
  for (auto const r : ends)
    if (!network.router_failed({r})) ++ends_at_[r];
  auto const routers = static_cast<std::uint32_t>(network.num_routers());
  if (network.has_multihomed_hosts())
    for (std::uint32_t r = 0; r < routers; ++r) is_host_.push_back(network.is_host({r}));
  first_into_.assign(routers + std::size_t{1}, 0);
  for (std::uint32_t r = 0; r < routers; ++r) {
    first_out_.push_back(num_channels());
    for (std::uint16_t p = 0; p < network.degree({r}); ++p) {
      auto const channel = network.channel({r}, {p});
      auto const to = network.target(channel).v;
      if (to == r || network.channel_failed(channel)) continue;
      source_.push_back(r);
      target_.push_back(to);
      in_network_.push_back(channel.v);
      cost_.push_back(rates.empty() ? 1 : 1 / rates[channel.v]);
      ++first_into_[to + std::size_t{1}];
    }
  }
  first_out_.push_back(num_channels());
  for (std::size_t r = 0; r < routers; ++r) first_into_[r + 1] += first_into_[r];
  into_.resize(num_channels());
  auto next = first_into_;
  for (std::uint32_t c = 0; c < num_channels(); ++c) into_[next[target_[c]]++] = c;
}

namespace {

/// Returns a lower bound on the maximum load of the router's channels, which divide the destinations in
/// proportion to their rates.
double bound_at(ChannelGraph const& graph, std::uint32_t router, std::uint64_t destinations) {
  double rate = 0, fastest = 0;
  for (auto c = graph.first_out(router); c < graph.first_out(router + 1); ++c) {
    rate += 1 / graph.cost(c);
    fastest = std::max(fastest, 1 / graph.cost(c));
  }
  if (rate == 0) return 0;
  auto const even = static_cast<double>(destinations) / rate;
  bool const alike = rate == fastest * (graph.first_out(router + 1) - graph.first_out(router));
  return graph.ends_at(router) * (alike ? std::ceil(even * fastest - 1e-9) / fastest : even);
}

}  // namespace

double load_bound(ChannelGraph const& graph) {
  HopsTo hops;
  double packets = 0, bound = 0, rate = 0;
  for (std::uint32_t r = 0; r < graph.num_routers(); ++r) {
    if (graph.ends_at(r) == 0) continue;
    hops.search(graph, r);
    std::uint64_t others = 0;
    for (auto const from : hops.order()) {
      packets += static_cast<double>(hops[from]) * graph.ends_at(from) * graph.ends_at(r);
      if (from != r) others += graph.ends_at(from);
    }
    bound = std::max(bound, bound_at(graph, r, others));
  }
  for (std::uint32_t c = 0; c < graph.num_channels(); ++c) rate += 1 / graph.cost(c);
  return rate == 0 ? 0 : std::max(bound, packets / rate);
}

DestinationTrees::DestinationTrees(ChannelGraph const& graph)
    : graph_(&graph), routers_(graph.num_routers()), load_(graph.num_channels(), 0), seen_(routers_, 0) {
  resize_interruptibly(next_, routers_ * graph.num_ends());
  std::ranges::fill(next_, none);
  resize_interruptibly(flow_, next_.size());
}

void DestinationTrees::plant(std::uint32_t end, std::span<std::uint32_t const> next,
                             std::span<std::uint32_t const> order) {
  std::ranges::copy(next, &next_[end * routers_]);
  auto* const flow = &flow_[end * routers_];
  auto const home = graph_->home(end);
  for (auto const r : order) flow[r] = r == home ? 0 : graph_->ends_at(r);
  for (auto i = order.size(); i-- > 0;) {
    auto const r = order[i];
    if (r == home) continue;
    load_[next[r]] += flow[r];
    if (auto const far = graph_->target(next[r]); far != home) flow[far] += flow[r];
  }
}

double DestinationTrees::max_load() const {
  double maximum = 0;
  for (std::uint32_t c = 0; c < load_.size(); ++c) maximum = std::max(maximum, load(c));
  return maximum;
}

double DestinationTrees::mean_square_flow() const {
  double sum = 0, count = 0;
  for (auto const f : flow_) {
    sum += std::pow(f, 2);
    count += f > 0;
  }
  return count == 0 ? 0 : sum / count;
}

/// Lists the channels that lose and gain packets by the move. Returns false if the new channel leads back to
/// the router, or into a host that is not the destination.
bool DestinationTrees::trace(Move const& move, std::span<std::uint32_t const> next) {
  if (!graph_->may_enter(graph_->target(move.channel), graph_->home(move.end))) return false;
  if (++turn_ == 0) {
    std::ranges::fill(seen_, 0u);
    turn_ = 1;
  }
  auto const home = graph_->home(move.end);
  left_.clear();
  taken_.assign(1, move.channel);
  seen_[move.router] = seen_[home] = turn_;
  for (auto r = move.router; r != home;) {
    left_.push_back(next[r]);
    r = graph_->target(next[r]);
    seen_[r] = turn_;
  }
  auto join = graph_->target(move.channel);
  while (seen_[join] != turn_) {
    if (next[join] == none) return false;
    taken_.push_back(next[join]);
    join = graph_->target(next[join]);
  }
  if (join == move.router) return false;
  while (graph_->target(left_.back()) != join) left_.pop_back();
  return true;
}

bool DestinationTrees::evaluate(Move const& move, LoadCost const& cost, double& change) {
  auto const next = to(move.end);
  if (!trace(move, next)) return false;
  auto const* const flow = &flow_[move.end * routers_];
  double const moved = flow[move.router];
  change = 0;
  for (auto const c : left_) {
    double const own = flow[graph_->source(c)], unit = graph_->cost(c);
    change += price(c, load_[c] - moved, cost) - price(c, load_[c], cost);
    change += moved * (2 * own - moved) * unit * unit;
  }
  for (auto const c : taken_) {
    double const own = c == move.channel ? 0 : flow[graph_->source(c)], unit = graph_->cost(c);
    change += price(c, load_[c] + moved, cost) - price(c, load_[c], cost);
    change -= moved * (2 * own + moved) * unit * unit;
  }
  return true;
}

void DestinationTrees::apply(Move const& move) {
  auto* const flow = &flow_[move.end * routers_];
  auto const moved = flow[move.router];
  for (auto const c : left_) {
    load_[c] -= moved;
    if (auto const r = graph_->source(c); r != move.router) flow[r] -= moved;
  }
  for (auto const c : taken_) {
    load_[c] += moved;
    if (auto const r = graph_->source(c); r != move.router) flow[r] += moved;
  }
  next_[move.end * routers_ + move.router] = move.channel;
}

void DestinationTrees::route_idle_routers() {
  std::vector<bool> reached;
  std::vector<std::uint32_t> order;
  for (std::uint32_t end = 0; end < graph_->num_ends(); ++end) {
    auto* const next = &next_[end * routers_];
    order.assign(1, graph_->home(end));
    for (std::uint32_t r = 0; r < routers_; ++r)
      if (flow(end, r) > 0) order.push_back(r);
    reached.assign(routers_, false);
    for (auto const r : order) reached[r] = true;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (!graph_->may_enter(order[i], graph_->home(end))) continue;
      for (auto const c : graph_->into(order[i])) {
        auto const from = graph_->source(c);
        if (reached[from]) continue;
        reached[from] = true;
        next[from] = c;
        order.push_back(from);
      }
    }
  }
}

DestinationRoutes DestinationTrees::routes() const {
  std::vector<std::uint32_t> homes;
  for (std::uint32_t end = 0; end < graph_->num_ends(); ++end) homes.push_back(graph_->home(end));
  DestinationRoutes result(routers_, std::move(homes));
  for (std::uint32_t end = 0; end < graph_->num_ends(); ++end) {
    auto const next = to(end);
    auto const hops = result.to(end);
    for (std::uint32_t r = 0; r < routers_; ++r)
      if (next[r] != none) hops[r] = NextHop(graph_->in_network(next[r]));
    if (graph_->ends_at(graph_->home(end)) > 0) hops[graph_->home(end)] = NextHop(NextHop::End::arrives);
  }
  return result;
}

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

/// Up*/down* paths for a total order of the routers.
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

  /// Chooses the channel with the fewest hops to `home`; ties are broken by the lowest load.
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
