#include "weft/routing/balanced/layer_orders.hpp"

#include <algorithm>
#include <bit>

#include "weft/core/interrupt.hpp"

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

/// A topological order of the turns that a layer uses: the place of each channel.
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
  std::ranges::fill(marked_, Mask{0});  // 1: known
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

/// Notes that the route from a router may use these layers; false if there is none, and it has ends.
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

}  // namespace weft::routing
