// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/fabric/route_judgment.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <utility>

#include "weft/core/parallel.hpp"
#include "weft/routing/forwarding/destination_routes.hpp"

namespace weft::fabric {
namespace {

/// The dependencies of channels: for each channel, a flag for each output port of the router that it enters.
class DependencyBits {
 public:
  explicit DependencyBits(Network const& network) : network_(network), first_(network.num_channels() + 1, 0) {
    for (std::uint32_t c = 0; c < network.num_channels(); ++c)
      first_[c + std::size_t{1}] = first_[c] + network.degree(network.target({c}));
    taken_.resize(first_.back());
  }

  /// Records a dependency. Thread-safe.
  void mark(ChannelIndex from, ChannelIndex to) {
    auto const port = to.v - network_.channel(network_.target(from), {0}).v;
    std::atomic_ref{taken_[first_[from.v] + port]}.store(1, std::memory_order_relaxed);
  }

  Graph graph() const {
    std::vector<std::uint64_t> first{0};
    std::vector<Vertex> heads;
    for (std::uint32_t c = 0; c < network_.num_channels(); ++c) {
      auto const next = network_.channel(network_.target({c}), {0}).v;
      for (auto i = first_[c]; i < first_[c + std::size_t{1}]; ++i)
        if (taken_[i] != 0) heads.push_back(next + static_cast<Vertex>(i - first_[c]));
      first.push_back(heads.size());
    }
    return {std::move(first), std::move(heads)};
  }

 private:
  Network const& network_;
  std::vector<std::uint64_t> first_;
  std::vector<std::uint8_t> taken_;
};

/// The sums of one worker.
struct WorkerSums {
  explicit WorkerSums(Network const& network)
      : tree(network.num_routers()), flow(network.num_routers()), load(network.num_channels(), 0) {}
  routing::DestinationTree tree;
  std::vector<std::uint64_t> flow;  // packets that traverse a router
  std::vector<std::uint64_t> load;
  DeliveryCounts delivery;
};

void add(DeliveryCounts& sum, DeliveryCounts const& more) {
  sum.pairs += more.pairs;
  sum.reachable += more.reachable;
  sum.no_entry += more.no_entry;
  sum.dead_port += more.dead_port;
  sum.loops += more.loops;
  sum.wrong_host += more.wrong_host;
  sum.not_shortest += more.not_shortest;
  sum.max_hops = std::max(sum.max_hops, more.max_hops);
  sum.sum_hops += more.sum_hops;
}

class Judge {
 public:
  Judge(routing::DestinationRoutes const& routes, Network const& network, HopTable const& hops)
      : routes_(routes),
        network_(network),
        hops_(hops),
        dependencies_(network),
        ends_at_(network.num_routers(), 0) {
    for (auto const r : routes.routers()) ++ends_at_[r];
  }

  RouteJudgment run() {
    std::vector<WorkerSums> sums(num_threads(), WorkerSums(network_));
    parallel_for(routes_.num_ends(), [&](std::size_t end, unsigned worker) {
      judge_destination(static_cast<std::uint32_t>(end), sums[worker]);
    });
    RouteJudgment result{
        .delivery = {}, .load = std::vector<std::uint64_t>(network_.num_channels(), 0), .waits = {}};
    for (auto const& sum : sums) {
      add(result.delivery, sum.delivery);
      std::ranges::transform(result.load, sum.load, result.load.begin(), std::plus());
    }
    result.waits = dependencies_.graph();
    return result;
  }

 private:
  void judge_destination(std::uint32_t end, WorkerSums& sums) {
    auto const next = routes_.to(end);
    sums.tree.follow(next, network_);
    auto const home = routes_.router(end);
    for (std::uint32_t r = 0; r < next.size(); ++r) {
      auto const sources = ends_at_[r] - (r == home ? 1U : 0U);
      sums.flow[r] = sources;
      count(sums, r, home, sources);
    }
    for (auto const r : sums.tree.order()) {
      if (sums.flow[r] == 0 || !next[r].is_channel()) continue;
      auto const channel = next[r].channel();
      auto const far = network_.target(channel).v;
      sums.load[channel.v] += sums.flow[r];
      sums.flow[far] += sums.flow[r];
      if (next[far].is_channel()) dependencies_.mark(channel, next[far].channel());
    }
  }

  void count(WorkerSums& sums, std::uint32_t router, std::uint32_t home, std::uint64_t sources) const {
    using enum routing::DestinationTree::RouteStatus;
    auto& delivery = sums.delivery;
    delivery.pairs += sources;
    switch (sums.tree.status(router)) {
      case no_entry: delivery.no_entry += sources; return;
      case dead_port: delivery.dead_port += sources; return;
      case wrong_host: delivery.wrong_host += sources; return;
      case loops: delivery.loops += sources; return;
      default: break;
    }
    auto const depth = sums.tree.depth(router);
    delivery.reachable += sources;
    delivery.sum_hops += sources * depth;
    if (depth > hops_.hops(home, router)) delivery.not_shortest += sources;
    if (sources > 0) delivery.max_hops = std::max(delivery.max_hops, depth);
  }

  routing::DestinationRoutes const& routes_;
  Network const& network_;
  HopTable const& hops_;
  DependencyBits dependencies_;
  std::vector<std::uint32_t> ends_at_;
};

}  // namespace

RouteJudgment judge(routing::DestinationRoutes const& routes, Network const& network, HopTable const& hops) {
  return Judge(routes, network, hops).run();
}

}  // namespace weft::fabric
