#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "weft/core/ids.hpp"
#include "weft/topology/shape/cartesian_shape.hpp"
#include "weft/topology/topology.hpp"

namespace weft {

/// Coordinates and ports of a Cartesian topology as tables: 4 bytes per router and dimension, and 4 more for those of paths and
/// rings.
class GridGeometry {
 public:
  /// How routers that differ in one coordinate are linked: neighbors only, neighbors and the ends with each other, or all.
  enum class Axis : std::uint8_t { path, ring, complete };
  static constexpr std::uint16_t no_port = 0xffff;

  template <Cartesian T>
  explicit GridGeometry(T const& topology);

  std::uint32_t dims() const { return static_cast<std::uint32_t>(axes_.size()); }
  std::uint32_t side(std::uint32_t dim) const { return sides_[dim]; }
  Axis axis(std::uint32_t dim) const { return axes_[dim]; }
  bool any(Axis axis) const { return std::ranges::find(axes_, axis) != axes_.end(); }
  /// Whether all routers that differ in one coordinate only are neighbors (complete axes, paths of two).
  bool is_hamming() const {
    for (std::uint32_t dim = 0; dim < dims(); ++dim)
      if (axes_[dim] != Axis::complete && (axes_[dim] == Axis::ring || sides_[dim] > 2)) return false;
    return true;
  }
  /// Links between neighbors along complete axes: ports that follow each other.
  std::uint32_t parallel() const { return parallel_; }
  CartesianShape const& shape() const { return shape_; }
  std::uint32_t coord(std::uint32_t r, std::uint32_t dim) const {
    return coords_[std::size_t{r} * dims() + dim];
  }
  /// The port from r one step down or up a path or ring; no_port at the end of a path.
  std::uint16_t step(std::uint32_t r, std::uint32_t dim, bool plus) const {
    return steps_[(std::size_t{r} * dims() + dim) * 2 + plus];
  }
  /// The first port from r straight to another coordinate along a complete axis.
  std::uint16_t straight(std::uint32_t r, std::uint32_t dim, std::uint32_t to) const {
    return static_cast<std::uint16_t>(first_port_[dim] + (to - (to > coord(r, dim))) * parallel_);
  }
  /// Hops of a shortest path along dim from coordinate a to b.
  std::uint32_t distance(std::uint32_t dim, std::uint32_t a, std::uint32_t b) const {
    if (axes_[dim] == Axis::complete) return a != b;
    auto const apart = a < b ? b - a : a - b;
    return axes_[dim] == Axis::ring && sides_[dim] - apart < apart ? sides_[dim] - apart : apart;
  }
  std::uint32_t diameter() const {
    std::uint32_t sum = 0;
    for (std::uint32_t dim = 0; dim < dims(); ++dim)
      sum += axes_[dim] == Axis::path   ? side(dim) - 1
             : axes_[dim] == Axis::ring ? side(dim) / 2
                                        : side(dim) > 1;
    return sum;
  }

 private:
  CartesianShape shape_;
  std::vector<std::uint32_t> sides_;
  std::vector<Axis> axes_;
  std::uint32_t parallel_ = 1;
  std::vector<std::uint32_t> coords_;
  std::vector<std::uint16_t> steps_;  // by router, dimension and direction; empty if all axes are complete
  std::vector<std::uint16_t> first_port_;  // of complete axes
};

template <Cartesian T>
GridGeometry::GridGeometry(T const& topology) : shape_(topology.shape()) {
  auto const dims = shape_.dims();
  bool all_complete = true;
  for (std::uint32_t dim = 0; dim < dims; ++dim) {
    sides_.push_back(shape_.side(dim));
    if constexpr (requires { topology.wraps(dim); })
      axes_.push_back(topology.wraps(dim) ? Axis::ring : Axis::path);
    else
      axes_.push_back(Axis::complete);
    all_complete = all_complete && axes_.back() == Axis::complete;
  }
  if constexpr (requires { topology.parallel(); }) parallel_ = topology.parallel();
  auto const routers = shape_.size();
  coords_.resize(routers * dims);
  for (std::uint32_t r = 0; r < routers; ++r)
    for (std::uint32_t dim = 0; dim < dims; ++dim)
      coords_[std::size_t{r} * dims + dim] = shape_.coord({r}, dim);
  if (all_complete) {
    for (std::uint32_t dim = 0; dim < dims; ++dim)
      first_port_.push_back(side(dim) > 1 ? topology.port_toward({0}, dim, 1).v : std::uint16_t{0});
    return;
  }
  steps_.assign(routers * dims * 2, no_port);
  for (std::uint32_t r = 0; r < routers; ++r)
    for (std::uint32_t dim = 0; dim < dims; ++dim) {
      auto const here = coord(r, dim), n = side(dim);
      if (n == 1) continue;
      auto* const step = &steps_[(std::size_t{r} * dims + dim) * 2];
      if (axes_[dim] == Axis::ring) {
        step[1] = topology.port_toward({r}, dim, here + 1 == n ? 0 : here + 1).v;
        step[0] = n == 2 ? static_cast<std::uint16_t>(step[1] - 1)
                         : topology.port_toward({r}, dim, here == 0 ? n - 1 : here - 1).v;
        continue;
      }
      if (here > 0) step[0] = topology.port_toward({r}, dim, here - 1).v;
      if (here + 1 < n) step[1] = topology.port_toward({r}, dim, here + 1).v;
    }
}

}  // namespace weft
