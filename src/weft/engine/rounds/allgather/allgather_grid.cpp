// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "weft/core/error.hpp"
#include "weft/engine/rounds/allgather/allgather_flood.hpp"

namespace weft::rounds {
namespace {

/// Flood with every router and channel of a grid; channel = (2 dim + plus) * routers + router.
class GridFlood final : public Flood {
 public:
  explicit GridFlood(Grid const& grid)
      : shape_(grid.shape()),
        reach_(grid),
        concentration_(static_cast<std::uint32_t>(grid.params().concentration)),
        odd_(shape_.size()) {
    for (std::uint32_t r = 0; r < odd_.size(); ++r)
      for (std::uint32_t dim = 0; dim < shape_.dims(); ++dim)
        if (reach_.has_ties(dim)) odd_[r] = odd_[r] != (shape_.coord({r}, dim) % 2 == 1);
    for (std::uint32_t way = 0; way < 2 * shape_.dims(); ++way)
      for (std::uint32_t r = 0; r < odd_.size(); ++r) targets_.push_back({next(r, way / 2, way % 2 == 1), 1});
  }

  std::uint32_t num_nodes() const override { return static_cast<std::uint32_t>(odd_.size()); }
  std::uint32_t num_channels() const override { return static_cast<std::uint32_t>(targets_.size()); }
  std::uint32_t class_of(std::uint32_t channel) const override { return channel / num_nodes() / 2; }
  std::span<FloodTarget const> targets(std::uint32_t channel) const override {
    return {&targets_[channel], 1};
  }
  void start(std::uint32_t node, std::vector<FloodSend>& out) const override {
    for (std::uint32_t i = 0; i < concentration_; ++i) turn(node, node * concentration_ + i, 0, out);
  }
  void forward(std::uint32_t node, FloodSend const& arrived, std::vector<FloodSend>& out) const override {
    auto const way = arrived.channel / num_nodes(), dim = way / 2;
    bool const plus = way % 2 == 1;
    RouterId const source{arrived.token / concentration_};
    auto const from = shape_.coord(source, dim), here = shape_.coord({node}, dim), side = shape_.side(dim);
    auto const ahead = here >= from ? here - from : here + side - from;
    if ((plus ? ahead : side - ahead) < reach_.hops(dim, plus, from, odd_[source.v]))
      out.push_back({way * num_nodes() + node, arrived.token, dim});
    turn(node, arrived.token, dim + 1, out);
  }

 private:
  std::uint32_t next(std::uint32_t r, std::uint32_t dim, bool plus) const {
    auto const here = shape_.coord({r}, dim), side = shape_.side(dim);
    return shape_.move({r}, dim, plus ? (here + 1) % side : (here + side - 1) % side).v;
  }
  /// Appends the sends of a node along the dimensions from `dim` on.
  void turn(std::uint32_t node, std::uint32_t token, std::uint32_t dim, std::vector<FloodSend>& out) const {
    bool const odd = odd_[token / concentration_];
    for (; dim < shape_.dims(); ++dim)
      for (std::uint32_t const plus : {0, 1})
        if (reach_.hops(dim, plus == 1, shape_.coord({node}, dim), odd) > 0)
          out.push_back({(2 * dim + plus) * num_nodes() + node, token, dim});
  }

  CartesianShape const shape_;
  GridReach const reach_;
  std::uint32_t const concentration_;
  std::vector<bool> odd_;
  std::vector<FloodTarget> targets_;
};

/// Quotient of the flood on a torus under the translations that preserve the tie bits: one or two nodes.
/// Channel = (2 dim + plus) * nodes + node; token = 2 * (completed hops along the dimension) + tie bit of the
/// source.
class RingFlood final : public Flood {
 public:
  explicit RingFlood(Grid const& grid)
      : reach_(grid),
        nodes_(reach_.any_ties() ? 2 : 1),
        concentration_(static_cast<std::uint32_t>(grid.params().concentration)) {
    for (std::uint32_t way = 0; way < 2 * reach_.dims(); ++way)
      for (std::uint32_t node = 0; node < nodes_; ++node)
        targets_.push_back({reach_.has_ties(way / 2) ? 1 - node : node, 1});
  }

  std::uint32_t num_nodes() const override { return nodes_; }
  std::uint32_t num_channels() const override { return static_cast<std::uint32_t>(targets_.size()); }
  std::uint32_t class_of(std::uint32_t channel) const override { return channel / nodes_ / 2; }
  std::span<FloodTarget const> targets(std::uint32_t channel) const override {
    return {&targets_[channel], 1};
  }
  void start(std::uint32_t node, std::vector<FloodSend>& out) const override {
    for (std::uint32_t i = 0; i < concentration_; ++i) turn(node, node == 1, 0, out);
  }
  void forward(std::uint32_t node, FloodSend const& arrived, std::vector<FloodSend>& out) const override {
    auto const way = arrived.channel / nodes_, dim = way / 2;
    bool const odd = arrived.token % 2 == 1;
    if (arrived.token / 2 < reach_.hops(dim, way % 2 == 1, 0, odd))
      out.push_back({way * nodes_ + node, arrived.token + 2, dim});
    turn(node, odd, dim + 1, out);
  }

 private:
  void turn(std::uint32_t node, bool odd, std::uint32_t dim, std::vector<FloodSend>& out) const {
    for (; dim < reach_.dims(); ++dim)
      for (std::uint32_t const plus : {0, 1})
        if (reach_.hops(dim, plus == 1, 0, odd) > 0)
          out.push_back({(2 * dim + plus) * nodes_ + node, 2U + odd, dim});
  }

  GridReach const reach_;
  std::uint32_t const nodes_, concentration_;
  std::vector<FloodTarget> targets_;
};

}  // namespace

std::unique_ptr<Flood> make_flood(Grid const& grid) { return std::make_unique<GridFlood>(grid); }

std::unique_ptr<Flood> make_ring_flood(Grid const& grid) {
  WEFT_EXPECT(is_ring_grid(grid));
  return std::make_unique<RingFlood>(grid);
}

bool is_ring_grid(Grid const& grid) {
  for (std::uint32_t dim = 0; dim < grid.shape().dims(); ++dim)
    if (!grid.wraps(dim) && grid.shape().side(dim) > 2) return false;
  return true;
}

}  // namespace weft::rounds
