#include "weft/routing/balanced/destination_trees.hpp"

#include <algorithm>
#include <cmath>

#include "weft/core/interrupt.hpp"

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

/// The load if each channel of the router serves equally many destinations for its rate, in whole numbers.
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
  double most = 0;
  for (std::uint32_t c = 0; c < load_.size(); ++c) most = std::max(most, load(c));
  return most;
}

double DestinationTrees::mean_square_flow() const {
  double sum = 0, count = 0;
  for (auto const f : flow_) {
    sum += std::pow(f, 2);
    count += f > 0;
  }
  return count == 0 ? 0 : sum / count;
}

/// Lists the channels that lose and gain packets; false if the new channel leads back to the router, or to a
/// host on the way.
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

void DestinationTrees::lead_idle_routers() {
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

}  // namespace weft::routing
