#include "weft/engine/load/single_path.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "weft/core/error.hpp"
#include "weft/engine/load/channel_sums.hpp"
#include "weft/engine/load/network_load.hpp"

namespace weft::load {

void check_single_path(RoutingFunction const& routing) {
  auto const traits = routing.traits();
  if (traits.has_state || traits.width != 1 || !traits.exact_hops)
    throw InputError("the routing chooses among several paths",
                     "loads by single paths need a deterministic routing",
                     "use all_minimal, dimension_order or minimal:choice=lowest", "routing");
}

std::uint32_t parallel_channels(Network const& network, ChannelIndex first, bool draws) {
  if (!draws) return 1;
  auto const from = network.source(first);
  auto const end = network.first_channels()[from.v + std::size_t{1}];
  auto c = first.v;
  while (c < end && network.target({c}) == network.target(first)) ++c;
  return c - first.v;
}

std::uint64_t parallel_denominator(Network const& network, bool draws) {
  std::uint64_t common = 1;
  if (!draws) return common;
  for (std::uint32_t c = 0; c < network.num_channels();) {
    auto const parallel = parallel_channels(network, {c}, true);
    common = std::lcm(common, std::uint64_t{parallel});
    c += parallel;
  }
  return common;
}

SinglePathShares::SinglePathShares(NetworkPtr network, RoutingPtr routing)
    : network_(std::move(network)), routing_(std::move(routing)) {
  check_single_path(*routing_);
  denominator_ = parallel_denominator(*network_, routing_->traits().draws);
}

bool SinglePathShares::append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const {
  bool const draws = routing_->traits().draws;
  auto encoded = to.v;
  routing_->encode({&encoded, 1});
  std::uint64_t const draw = 0;
  for (auto at = from; at != to;) {
    PortId port{};
    routing_->route({.at = {&at, 1}, .to = {&encoded, 1}, .draw = {&draw, 1}, .port = {&port, 1}});
    if (port == arrived) no_path(from, to);
    auto const first = network_->channel(at, port);
    auto const parallel = parallel_channels(*network_, first, draws);
    for (std::uint32_t i = 0; i < parallel; ++i) out.push_back({{first.v + i}, denominator_ / parallel});
    at = network_->target(first);
  }
  return true;
}

namespace {

/// The paths of all traffic to one destination at a time, a tree: the farthest routers first, so that each is routed once.
template <class Number>
class InTree {
 public:
  InTree(Network const& network, RoutingFunction const& routing)
      : network_(network),
        routing_(routing),
        draws_(routing.traits().draws),
        denominator_(parallel_denominator(network, draws_)),
        from(network.num_routers()),
        through_(network.num_routers(), 0) {}

  /// Adds what `from` says to the channels on the paths to `to`.
  void add_loads(RouterId to, std::vector<Number>& channel) {
    encoded_ = to.v;
    routing_.encode({&encoded_, 1});
    start();
    for (auto hops = by_hops_.size(); hops-- > 1;) {
      auto& routers = by_hops_[hops];
      route(routers);
      for (std::size_t i = 0; i < routers.size(); ++i) {
        if (ports_[i] == arrived) no_path(routers[i], to);
        auto const next = add(network_.channel(routers[i], ports_[i]), through_[routers[i].v], channel);
        put(next, through_[routers[i].v], hops - 1);
        through_[routers[i].v] = 0;
      }
      routers.clear();
    }
    if (!by_hops_.empty()) by_hops_[0].clear();
    through_[to.v] = 0;
  }

 private:
  void start() {
    sources_.clear();
    for (auto const r : from.routers())
      if (from[r] > 0) sources_.push_back({r});
    hops_.resize(sources_.size());
    to_.assign(sources_.size(), encoded_);
    routing_.hops_left({.at = sources_, .to = to_}, hops_);
    for (std::size_t i = 0; i < sources_.size(); ++i) put(sources_[i], from[sources_[i].v], hops_[i]);
  }
  void put(RouterId r, Number units, std::size_t hops) {
    if (by_hops_.size() <= hops) by_hops_.resize(hops + 1);
    if (through_[r.v] == 0) by_hops_[hops].push_back(r);
    through_[r.v] += units;
  }
  void route(std::vector<RouterId> const& routers) {
    to_.assign(routers.size(), encoded_);
    ports_.resize(routers.size());
    if (draws_) no_draws_.assign(routers.size(), 0);
    routing_.route({.at = routers, .to = to_, .draw = no_draws_, .port = ports_});
  }
  RouterId add(ChannelIndex first, Number units, std::vector<Number>& channel) const {
    auto const parallel = parallel_channels(network_, first, draws_);
    for (std::uint32_t i = 0; i < parallel; ++i)
      channel[first.v + std::size_t{i}] += units * (denominator_ / parallel);
    return network_.target(first);
  }

  Network const& network_;
  RoutingFunction const& routing_;
  bool draws_;
  std::uint64_t denominator_;
  std::uint32_t encoded_ = 0;

 public:
  RouterUnits from;

 private:
  std::vector<Number> through_;
  std::vector<std::vector<RouterId>> by_hops_;
  std::vector<RouterId> sources_;
  std::vector<std::uint32_t> to_, hops_;
  std::vector<std::uint64_t> no_draws_;
  std::vector<PortId> ports_;
};

template <class Number>
NetworkLoads add_single_paths(RouterDemand const& demand, RoutingFunction const& routing,
                              Progress& progress) {
  auto const& network = demand.network();
  ChannelSums<Number> sums(network.num_channels());
  std::vector<InTree<Number>> trees(num_threads(), InTree<Number>(network, routing));
  progress.start("loads", network.num_routers(), "routers");
  parallel_for(network.num_routers(), [&](std::size_t to, unsigned worker) {
    auto& tree = trees[worker];
    RouterId const destination{static_cast<std::uint32_t>(to)};
    demand.collect_received(destination, tree.from);
    tree.add_loads(destination, sums.of(worker));
    progress.advance();
  });
  progress.finish();
  auto const denominator = parallel_denominator(network, routing.traits().draws) * demand.scale();
  return finished_loads(demand.traffic(), sums.total(), static_cast<double>(denominator), true);
}

}  // namespace

NetworkLoads single_path_loads(RouterTraffic const& traffic, RoutingFunction const& routing, bool valiant,
                               Progress& progress) {
  check_single_path(routing);
  RouterDemand const demand(traffic, valiant);
  auto const most = demand.most_units() * parallel_denominator(traffic.network(), routing.traits().draws);
  return with_number_for(
      most, [&]<class Number>(Number) { return add_single_paths<Number>(demand, routing, progress); });
}

}  // namespace weft::load
