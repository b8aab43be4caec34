// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/network/network.hpp"
#include "weft/routing/forwarding/destination_routes.hpp"

namespace weft::routing {

/// The working channels of a network, numbered in the order of their source routers, and the ends of routes.
class ChannelGraph {
 public:
  /// `ends`: the router of each end. `rates`: the rate of each channel of the network; empty: all 1.
  ChannelGraph(Network const& network, std::span<std::uint32_t const> ends, std::span<double const> rates);

  std::uint32_t num_routers() const { return static_cast<std::uint32_t>(first_out_.size() - 1); }
  std::uint32_t num_channels() const { return static_cast<std::uint32_t>(target_.size()); }
  std::uint32_t num_ends() const { return static_cast<std::uint32_t>(home_.size()); }

  std::uint32_t source(std::uint32_t channel) const { return source_[channel]; }
  std::uint32_t target(std::uint32_t channel) const { return target_[channel]; }
  /// Returns the first channel that leaves a router: channels first_out(r) .. first_out(r + 1) - 1 leave
  /// router r.
  std::uint32_t first_out(std::uint32_t router) const { return first_out_[router]; }
  std::span<std::uint32_t const> into(std::uint32_t router) const {
    return std::span(into_).subspan(first_into_[router], first_into_[router + 1] - first_into_[router]);
  }
  /// Returns the transmission time of a packet on a channel.
  double cost(std::uint32_t channel) const { return cost_[channel]; }
  /// Returns the index of the channel in the network.
  ChannelIndex in_network(std::uint32_t channel) const { return {in_network_[channel]}; }

  /// Returns the router of an end.
  std::uint32_t home(std::uint32_t end) const { return home_[end]; }
  /// Returns whether a route to router `to` may enter `router`: hosts do not forward.
  bool may_enter(std::uint32_t router, std::uint32_t to) const {
    return router == to || is_host_.empty() || !is_host_[router];
  }
  /// Returns the number of ends at a router; 0 if it has failed.
  std::uint32_t ends_at(std::uint32_t router) const { return ends_at_[router]; }

 private:
  std::vector<std::uint32_t> source_, target_, first_out_, first_into_, into_, in_network_;
  std::vector<double> cost_;
  std::vector<std::uint32_t> home_, ends_at_;
  std::vector<bool> is_host_;  // empty if there are no hosts that routes could pass through
};

/// Hops from every router to one router; `unreached` if there is no path.
class HopsTo {
 public:
  static constexpr std::uint32_t unreached = 0xffffffff;
  /// Computes the hops from every router to `router` over the channels c for which uses(c) is true.
  template <class Uses>
  void search(ChannelGraph const& graph, std::uint32_t router, Uses uses) {
    hops_.assign(graph.num_routers(), unreached);
    hops_[router] = 0;
    order_.assign(1, router);
    for (std::size_t i = 0; i < order_.size(); ++i) {
      if (!graph.may_enter(order_[i], router)) continue;
      for (auto const c : graph.into(order_[i])) {
        auto const from = graph.source(c);
        if (hops_[from] != unreached || !uses(c)) continue;
        hops_[from] = hops_[order_[i]] + 1;
        order_.push_back(from);
      }
    }
  }
  void search(ChannelGraph const& graph, std::uint32_t router) {
    search(graph, router, [](std::uint32_t) { return true; });
  }
  std::uint32_t operator[](std::uint32_t router) const { return hops_[router]; }
  /// Returns the routers that have a path, nearest first.
  std::span<std::uint32_t const> order() const { return order_; }

 private:
  std::vector<std::uint32_t> hops_, order_;
};

/// Returns a lower bound on the maximum load of any destination-based routing: the maximum of the mean load
/// of shortest paths and, over all routers, the load of the busiest channel of the router if its channels
/// divide all other destinations in proportion to their rates.
double load_bound(ChannelGraph const& graph);

/// Cost of loads. Two packets on a channel cost 1 if a permutation can contain both, which excludes packets
/// to the same destination; load above a target costs more.
struct LoadCost {
  double target = 0;
  double excess = 0;  ///< factor of the square of the load above the target
};

/// The next channel of every router towards every end, and the channel loads if every end sends one packet to
/// every other end.
class DestinationTrees {
 public:
  static constexpr std::uint32_t none = 0xffffffff;

  explicit DestinationTrees(ChannelGraph const& graph);

  ChannelGraph const& graph() const { return *graph_; }
  /// Returns the next channel of each router towards an end; `none` at the router of the end and if there is
  /// no path.
  std::span<std::uint32_t const> to(std::uint32_t end) const { return {&next_[end * routers_], routers_}; }
  /// Returns the number of packets for `end` that leave `router`.
  std::uint32_t flow(std::uint32_t end, std::uint32_t router) const { return flow_[end * routers_ + router]; }
  /// Sets the tree of an end that has no tree yet. `order`: the routers that have a path, each after its next
  /// router.
  void plant(std::uint32_t end, std::span<std::uint32_t const> next, std::span<std::uint32_t const> order);

  /// Returns the number of packets on a channel, divided by its rate.
  double load(std::uint32_t channel) const { return load_[channel] * graph_->cost(channel); }
  double max_load() const;
  /// Returns the mean square of flow(end, router) over all nonzero flows.
  double mean_square_flow() const;

  /// Replacement of the next channel of `router` towards `end` by `channel`.
  struct Move {
    std::uint32_t end, router, channel;
  };
  /// Returns whether the result of the move is a tree. If so, sets `change` to the change of the cost, and
  /// apply() may be called next.
  bool evaluate(Move const& move, LoadCost const& cost, double& change);
  /// Applies the move that was evaluated last.
  void apply(Move const& move);

  /// Redirects each router that forwards no packets along a shortest path to a router that does.
  void route_idle_routers();
  DestinationRoutes routes() const;

 private:
  bool trace(Move const& move, std::span<std::uint32_t const> next);
  double price(std::uint32_t channel, double packets, LoadCost const& cost) const {
    auto const load = packets * graph_->cost(channel);
    auto const excess = load - cost.target;
    return load * load + (excess > 0 ? cost.excess * excess * excess : 0);
  }

  ChannelGraph const* graph_;
  std::size_t routers_;
  std::vector<std::uint32_t> next_, flow_;
  std::vector<double> load_;  // packets
  // Channels that lose and gain packets in the last evaluated move, up to the router at which the paths join.
  std::vector<std::uint32_t> left_, taken_;
  std::vector<std::uint32_t> seen_;
  std::uint32_t turn_ = 0;
};

/// Trees, and the layer of the route from each router with ends to each end, indexed by end and router; other
/// entries are 0. The dependencies of each layer are acyclic.
struct LayeredTrees {
  DestinationTrees trees;
  std::vector<std::uint16_t> layer;
  std::uint32_t layers = 1;
};

/// Returns trees of shortest paths. Each end in turn uses the paths that minimize the number of packets on
/// their channels.
LayeredTrees shortest_trees(ChannelGraph const& graph);

/// Returns trees of paths that go up and then down a breadth-first tree, in one layer. `network`: the network
/// of `graph`; every channel must have a reverse.
LayeredTrees up_down_trees(ChannelGraph const& graph, Network const& network);

}  // namespace weft::routing
