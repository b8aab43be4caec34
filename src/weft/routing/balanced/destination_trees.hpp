#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/routing/balanced/channel_graph.hpp"
#include "weft/routing/forwarding/destination_routes.hpp"

namespace weft::routing {

/// What loads cost. Two packets on a channel cost 1 if they could be there at the same time in a permutation,
/// which those for one destination cannot; load above a target costs more.
struct LoadCost {
  double target = 0;
  double excess = 0;  ///< factor of the square of the load above the target
};

/// The next channel of every router towards every end, and the loads on the channels if every end sends a
/// packet to every other one.
class DestinationTrees {
 public:
  static constexpr std::uint32_t none = 0xffffffff;

  explicit DestinationTrees(ChannelGraph const& graph);

  ChannelGraph const& graph() const { return *graph_; }
  /// The channel from each router towards an end; `none` at its home and where there is no path.
  std::span<std::uint32_t const> to(std::uint32_t end) const { return {&next_[end * routers_], routers_}; }
  /// The packets for an end that leave a router.
  std::uint32_t flow(std::uint32_t end, std::uint32_t router) const { return flow_[end * routers_ + router]; }
  /// Sets the tree of an end, which had none. `order`: the routers with a path, each after the one that it
  /// sends to.
  void plant(std::uint32_t end, std::span<std::uint32_t const> next, std::span<std::uint32_t const> order);

  /// Packets on a channel in units of its rate.
  double load(std::uint32_t channel) const { return load_[channel] * graph_->cost(channel); }
  double max_load() const;
  /// The mean square of the packets of a router for an end.
  double mean_square_flow() const;

  /// A router changes its channel towards an end.
  struct Move {
    std::uint32_t end, router, channel;
  };
  /// Whether the move leaves a tree. If so, `change` is that of the costs, and `apply` may follow.
  bool evaluate(Move const& move, LoadCost const& cost, double& change);
  /// Makes the move that was evaluated last.
  void apply(Move const& move);

  /// Where no packet passes, routers send on the shortest path to a router where some do.
  void lead_idle_routers();
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
  // Of the last evaluation: the channels that lose and gain packets, up to where in both directions join.
  std::vector<std::uint32_t> left_, taken_;
  std::vector<std::uint32_t> seen_;
  std::uint32_t turn_ = 0;
};

}  // namespace weft::routing
