#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/topology/shape/cartesian_shape.hpp"
#include "weft/traffic/schedule/transfer_network.hpp"

namespace weft::collective {

/// A network seen as a grid: the channels to the neighbors along each dimension. Torus, mesh and hypercube are that; so is
/// HyperX, of whose links only those between neighbors are used.
class GridView {
 public:
  /// The view of a network whose routers have these sides (dimension 0 fastest), or nothing if some neighbors along a
  /// dimension have no channel between them.
  static std::optional<GridView> of(TransferNetwork const& network, Sides const& sides);

  CartesianShape const& shape() const { return shape_; }
  std::uint32_t dims() const { return shape_.dims(); }
  std::uint32_t side(std::uint32_t dim) const { return shape_.side(dim); }
  /// Whether the first and the last router along dim are linked. A side of 2 wraps: its link serves both ways.
  bool wraps(std::uint32_t dim) const { return wraps_[dim]; }
  bool is_torus() const;
  /// The dimensions of more than one router.
  std::vector<std::uint32_t> proper_dims() const;
  /// The next router upwards or downwards along dim, round the end.
  std::uint32_t neighbor(std::uint32_t r, std::uint32_t dim, bool up) const;

  /// The channel of router r to its neighbor upwards or downwards along dim; at the ends of a dimension that does not wrap,
  /// no_channel.
  static constexpr std::uint32_t no_channel = 0xffffffff;
  std::uint32_t channel(std::uint32_t r, std::uint32_t dim, bool up) const {
    return channels_[(std::size_t{r} * dims() + dim) * 2 + (up ? 1 : 0)];
  }

 private:
  explicit GridView(Sides const& sides) : shape_(sides) {}
  bool fill(TransferNetwork const& network);

  CartesianShape shape_;
  std::vector<bool> wraps_;
  std::vector<std::uint32_t> channels_;
};

}  // namespace weft::collective
