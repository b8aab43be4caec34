#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "weft/core/random.hpp"
#include "weft/routing/balanced/destination_trees.hpp"

namespace weft::routing {

/// An order of the channels for each virtual layer. A route may use a layer if its channels ascend in the
/// order of the layer: then the dependencies of the layer have no cycle (Dally & Seitz, IEEE Trans. Computers
/// C-36(5), 1987).
class LayerOrders {
 public:
  using Mask = std::uint16_t;  // a bit for each layer
  static constexpr std::uint32_t most_layers = 16;
  static constexpr std::uint16_t no_layer = 0xffff;

  LayerOrders(ChannelGraph const& graph, std::uint32_t layers);

  /// The lowest layer that the route from a router to an end may use; no_layer if there is none.
  std::uint16_t layer(std::uint32_t end, std::uint32_t router) const;

  /// Orders every layer again, at random, so that the routes that are in it stay there. `layer_of(end,
  /// router)`: that of the route from a router with ends to an end elsewhere.
  void reorder(DestinationTrees const& trees, Rng& rng,
               std::function<std::uint16_t(std::uint32_t end, std::uint32_t router)> const& layer_of);
  /// Keeps every route in its layer.
  void reorder(DestinationTrees const& trees, Rng& rng);

  /// Whether every route has a layer after the move. If so, `apply` may follow.
  bool evaluate(DestinationTrees const& trees, DestinationTrees::Move const& move);
  /// Makes the move that was evaluated last.
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
  std::vector<std::size_t> first_turn_;  // of each channel: by the channels that leave its target
  std::vector<Mask> used_, allowed_;     // of each turn
  std::vector<Mask> open_;               // the layers of each route, by end and router
  std::vector<Mask> marked_;             // of each router, while turns are marked
  std::vector<std::uint32_t> path_;
  std::vector<std::pair<std::uint32_t, Mask>> changed_;  // routers of the last evaluation
};

}  // namespace weft::routing
