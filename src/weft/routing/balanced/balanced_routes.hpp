// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "weft/core/estimate.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/random.hpp"
#include "weft/routing/balanced/destination_trees.hpp"
#include "weft/routing/forwarding/destination_routes.hpp"

namespace weft::routing {

/// A channel order for each virtual layer. A route may use a layer if its channels are in ascending order
/// there; the dependencies of the layer are then acyclic (Dally & Seitz, IEEE Trans. Computers C-36(5),
/// 1987).
class LayerOrders {
 public:
  using Mask = std::uint16_t;  // one bit per layer
  static constexpr std::uint32_t max_layers = 16;
  static constexpr std::uint16_t no_layer = 0xffff;

  LayerOrders(ChannelGraph const& graph, std::uint32_t layers);

  /// Returns the lowest layer that the route from `router` to `end` may use; no_layer if there is none.
  std::uint16_t layer(std::uint32_t end, std::uint32_t router) const;

  /// Replaces the order of every layer by a random order in which its routes remain valid. `layer_of(end,
  /// router)`: the layer of the route from a router with ends to an end at another router.
  void reorder(DestinationTrees const& trees, Rng& rng,
               std::function<std::uint16_t(std::uint32_t end, std::uint32_t router)> const& layer_of);
  /// Replaces the order of every layer by a random order in which every route keeps the layer that layer()
  /// returns.
  void reorder(DestinationTrees const& trees, Rng& rng);

  /// Returns whether every route has a layer after the move. If so, apply() may be called next.
  bool evaluate(DestinationTrees const& trees, DestinationTrees::Move const& move);
  /// Applies the move that was evaluated last; `end` must be the end of this move.
  void apply(std::uint32_t end);

 private:
  std::size_t turn(std::uint32_t from, std::uint32_t to) const {
    return first_turn_[from] + to - graph_->first_out(graph_->target(from));
  }
  Mask all_layers() const { return static_cast<Mask>((1U << layers_) - 1); }
  void mark_turns(std::span<std::uint32_t const> next, std::uint32_t end, std::uint32_t router, Mask bit);
  std::vector<std::uint32_t> random_order(std::uint32_t layer, Rng& rng) const;
  void find_layers(DestinationTrees const& trees, std::uint32_t end);
  bool change(std::uint32_t end, std::uint32_t router, Mask layers);

  ChannelGraph const* graph_;
  std::uint32_t layers_;
  std::vector<std::size_t>
      first_turn_;  // by channel: its first turn, ordered by the channels that leave its target
  std::vector<Mask> used_, allowed_;  // by turn, a pair of consecutive channels
  std::vector<Mask> open_;            // layers that each route may use, by end and router
  std::vector<Mask> marked_;          // by router; scratch of mark_turns() and find_layers()
  std::vector<std::uint32_t> path_;
  std::vector<std::pair<std::uint32_t, Mask>> changed_;  // last evaluation: routers and new layers
};

/// Options for the search of balanced routes.
struct BalancedPlan {
  std::uint32_t layers = 8;  ///< maximum number of virtual layers, 1 to 16
  std::uint64_t seed = 1;
  double effort = 1;  ///< factor of the number of moves tried
};

/// Destination-based routes; each route from a router to an end has one virtual layer.
struct BalancedRoutes {
  DestinationRoutes routes;
  /// By end and source router; 0 if there is no route.
  std::vector<std::uint8_t> layer;
  std::uint32_t layers = 1;  ///< 1 + the highest layer
  double bound = 0;          ///< lower bound on the maximum load of any destination-based routing

  std::uint8_t layer_of(std::uint32_t router, std::uint32_t end) const {
    return layer[end * static_cast<std::size_t>(routes.num_routers()) + router];
  }
};

/// Searches for routes that minimize the maximum load if every end sends to every other end, in few layers:
/// an additional layer must reduce the maximum load by 0.5 %. The channel dependencies of each layer are
/// acyclic, so the routes are deadlock-free. Failed parts are avoided; pairs with no path have no entry.
/// `ends`: the router of each end. `rates`: the rate of each channel relative to the rate of an end; empty:
/// all 1. The result depends on the seed, not on the number of threads. Throws InputError for a network with
/// unidirectional channels.
BalancedRoutes balanced_routes(Network const& network, std::span<std::uint32_t const> ends,
                               BalancedPlan const& plan, std::span<double const> rates = {},
                               Progress& progress = no_progress());

/// Returns the estimated cost of balanced_routes for `routers` routers and `ends` ends.
Estimate estimate_balanced(double routers, double ends, BalancedPlan const& plan);

}  // namespace weft::routing
