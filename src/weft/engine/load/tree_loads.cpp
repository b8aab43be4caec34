// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <numeric>

#include "weft/core/parallel_backend.hpp"
#include "weft/engine/load/network_load.hpp"
#include "weft/routing/paths/tree_shares.hpp"

namespace weft::load {
namespace {

/// Paths of all traffic to one destination at a time, a tree except for ties. The farthest routers are
/// processed first, so that the routing is called once per router.
template <class Number>
class InTree {
 public:
  InTree(Network const& network, PacketRouting const& routing)
      : network_(network),
        routing_(routing),
        draws_(routing.traits().draws),
        has_ties_(routing.traits().ties > 0),
        denominator_(routing::tree_denominator(network, routing)),
        scale_(has_ties_ ? denominator_ : 1),
        from(network.num_routers()),
        through_(network.num_routers(), 0) {}

  /// Adds the units in `from` to the loads of the channels on the paths to `to`.
  void add_loads(RouterId to, std::vector<Number>& channel) {
    encoded_ = to.v;
    routing_.encode({&encoded_, 1});
    start();
    for (auto hops = by_hops_.size(); hops-- > 1;) {
      auto& routers = by_hops_[hops];
      route(routers);
      for (std::size_t i = 0; i < routers.size(); ++i) {
        if (ports_[i] == arrived) routing::no_path(routers[i], to);
        auto const units = through_[routers[i].v];
        through_[routers[i].v] = 0;
        if (has_ties_ && other_ports_[i] != ports_[i]) {
          send(routers[i], ports_[i], units / 2, hops, channel);
          send(routers[i], other_ports_[i], units / 2, hops, channel);
        } else {
          send(routers[i], ports_[i], units, hops, channel);
        }
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
    for (std::size_t i = 0; i < sources_.size(); ++i)
      put(sources_[i], static_cast<Number>(from[sources_[i].v]) * scale_, hops_[i]);
  }
  void put(RouterId r, Number units, std::size_t hops) {
    if (by_hops_.size() <= hops) by_hops_.resize(hops + 1);
    if (through_[r.v] == 0) by_hops_[hops].push_back(r);
    through_[r.v] += units;
  }
  void route(std::vector<RouterId> const& routers) {
    to_.assign(routers.size(), encoded_);
    ports_.resize(routers.size());
    if (draws_) draws_of_heads_.assign(routers.size(), 0);
    routing_.route({.at = routers, .to = to_, .draw = draws_of_heads_, .port = ports_});
    if (!has_ties_) return;
    other_ports_.resize(routers.size());
    draws_of_heads_.assign(routers.size(), 1);
    routing_.route({.at = routers, .to = to_, .draw = draws_of_heads_, .port = other_ports_});
  }
  void send(RouterId at, PortId port, Number units, std::size_t hops, std::vector<Number>& channel) {
    auto const first = network_.channel(at, port);
    auto const parallel = routing::parallel_channels(network_, first, routing_);
    for (std::uint32_t i = 0; i < parallel; ++i)
      channel[first.v + std::size_t{i}] += units * (denominator_ / scale_ / parallel);
    put(network_.target(first), units, hops - 1);
  }

  Network const& network_;
  PacketRouting const& routing_;
  bool draws_, has_ties_;
  std::uint64_t denominator_;
  std::uint64_t scale_;  // factor of the units through routers, so that halves at ties are integers
  std::uint32_t encoded_ = 0;

 public:
  RouterUnits from;

 private:
  std::vector<Number> through_;
  std::vector<std::vector<RouterId>> by_hops_;
  std::vector<RouterId> sources_;
  std::vector<std::uint32_t> to_, hops_;
  std::vector<std::uint64_t> draws_of_heads_;
  std::vector<PortId> ports_, other_ports_;
};

template <class Number>
NetworkLoads add_trees(RouterDemand const& demand, PacketRouting const& routing, Progress& progress) {
  auto const& network = demand.network();
  ChannelSums<Number> sums(network.num_channels());
  std::vector<InTree<Number>> trees(num_threads(), InTree<Number>(network, routing));
  progress.start("loads", num_shared_tasks(network.num_routers()), "routers");
  shared_parallel_for(network.num_routers(), [&](std::size_t to, unsigned worker) {
    auto& tree = trees[worker];
    RouterId const destination{static_cast<std::uint32_t>(to)};
    demand.collect_received(destination, tree.from);
    tree.add_loads(destination, sums.of(worker));
    progress.advance();
  });
  progress.finish();
  auto const denominator = routing::tree_denominator(network, routing) * demand.scale();
  return finished_loads(demand.traffic(), sums.total(), static_cast<double>(denominator), true);
}

}  // namespace

NetworkLoads tree_loads(RouterDemand const& demand, PacketRouting const& routing, Progress& progress) {
  routing::require_tree(routing);
  auto const maximum = demand.max_units() * routing::tree_denominator(demand.network(), routing);
  return with_number_for(maximum,
                         [&]<class Number>(Number) { return add_trees<Number>(demand, routing, progress); });
}

}  // namespace weft::load
