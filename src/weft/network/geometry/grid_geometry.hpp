// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "weft/core/ids.hpp"
#include "weft/topology/shape/cartesian_shape.hpp"
#include "weft/topology/topology.hpp"

namespace weft::topology {
class CoatedMesh;
class SparseTorus;
}  // namespace weft::topology

namespace weft {

/// Coordinates and ports of a grid as tables: 4 bytes per router and dimension, and 4 more for the ports of
/// paths and rings. Routers outside the grid can be attached to routers of the grid by one link each; an
/// attached router has the coordinates of its grid router.
class GridGeometry {
 public:
  /// The links between routers that differ in one coordinate: `path` and `ring` link neighbors, `one_way` is
  /// a ring of unidirectional channels, `complete` links all pairs.
  enum class Axis : std::uint8_t { path, ring, one_way, complete };
  static constexpr std::uint16_t no_port = 0xffff;

  template <Cartesian T>
  explicit GridGeometry(T const& topology);
  explicit GridGeometry(topology::SparseTorus const& topology);
  explicit GridGeometry(topology::CoatedMesh const& topology);

  std::uint32_t dims() const { return static_cast<std::uint32_t>(axes_.size()); }
  std::uint32_t side(std::uint32_t dim) const { return sides_[dim]; }
  Axis axis(std::uint32_t dim) const { return axes_[dim]; }
  bool any(Axis axis) const { return std::ranges::find(axes_, axis) != axes_.end(); }
  /// Returns whether all routers that differ in a single coordinate are neighbors (complete axes, paths of
  /// two).
  bool is_hamming() const {
    for (std::uint32_t dim = 0; dim < dims(); ++dim)
      if (axes_[dim] != Axis::complete && (axes_[dim] != Axis::path || sides_[dim] > 2)) return false;
    return attached_.empty();
  }
  /// Returns whether the last router along dim is adjacent to the first. True for two routers, because their
  /// link serves both directions.
  bool closes(std::uint32_t dim) const { return axes_[dim] != Axis::path || sides_[dim] <= 2; }
  bool is_torus() const {
    for (std::uint32_t dim = 0; dim < dims(); ++dim)
      if (!closes(dim)) return false;
    return true;
  }
  /// Returns whether any channels skip routers.
  bool has_shortcuts() const {
    for (std::uint32_t dim = 0; dim < dims(); ++dim)
      if (axes_[dim] == Axis::complete && sides_[dim] > 3) return true;
    return false;
  }
  /// Returns the dimensions with more than one router.
  std::vector<std::uint32_t> proper_dims() const {
    std::vector<std::uint32_t> proper;
    for (std::uint32_t dim = 0; dim < dims(); ++dim)
      if (sides_[dim] > 1) proper.push_back(dim);
    return proper;
  }
  /// Returns the number of links between neighbors along complete axes; their ports are consecutive.
  std::uint32_t parallel() const { return parallel_; }
  CartesianShape const& shape() const { return shape_; }
  std::uint32_t coord(std::uint32_t r, std::uint32_t dim) const {
    return coords_[std::size_t{r} * dims() + dim];
  }
  /// Returns the port from r to the next router along a path or ring in the given direction; no_port at the
  /// end of a path.
  std::uint16_t step(std::uint32_t r, std::uint32_t dim, bool plus) const {
    return steps_[(std::size_t{r} * dims() + dim) * 2 + plus];
  }
  bool has_attached() const { return !attached_.empty(); }
  bool is_attached(std::uint32_t r) const { return r >= shape_.size(); }
  /// Returns the port between the grid and an attached router if it leads to the next hop from r; otherwise
  /// no_port.
  std::uint16_t attachment(std::uint32_t r, std::uint32_t to) const {
    if (is_attached(r)) return 0;
    if (!is_attached(to)) return no_port;
    for (std::uint32_t dim = 0; dim < dims(); ++dim)
      if (coord(r, dim) != coord(to, dim)) return no_port;
    return attached_[to - shape_.size()];
  }
  /// Returns the first port from r that leads directly to coordinate `to` along a complete axis.
  std::uint16_t straight(std::uint32_t r, std::uint32_t dim, std::uint32_t to) const {
    return static_cast<std::uint16_t>(first_port_[dim] + (to - (to > coord(r, dim))) * parallel_);
  }
  /// Returns the next router along dim in direction `up`, with wraparound.
  std::uint32_t neighbor(std::uint32_t r, std::uint32_t dim, bool up) const {
    auto const at = coord(r, dim), last = side(dim) - 1;
    auto const next = up ? (at == last ? 0 : at + 1) : (at == 0 ? last : at - 1);
    return shape_.shift({r}, dim, next - at).v;
  }
  /// Returns the port to neighbor(); no_port at the end of a path that does not close. Of parallel links, the
  /// first leads down and the last up.
  std::uint16_t port(std::uint32_t r, std::uint32_t dim, bool up) const {
    if (axes_[dim] == Axis::complete)
      return static_cast<std::uint16_t>(straight(r, dim, coord(neighbor(r, dim, up), dim)) +
                                        (up ? parallel_ - 1 : 0));
    auto const port = step(r, dim, up);
    return port == no_port && sides_[dim] == 2 ? step(r, dim, !up) : port;
  }
  /// Returns the hops of a shortest path along dim from coordinate a to b.
  std::uint32_t distance(std::uint32_t dim, std::uint32_t a, std::uint32_t b) const {
    if (axes_[dim] == Axis::complete) return a != b;
    if (axes_[dim] == Axis::one_way) return b >= a ? b - a : b + sides_[dim] - a;
    auto const apart = a < b ? b - a : a - b;
    return axes_[dim] == Axis::ring && sides_[dim] - apart < apart ? sides_[dim] - apart : apart;
  }
  /// Returns the hops of a shortest path between two routers.
  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const {
    if (from == to) return 0;
    std::uint32_t sum = std::uint32_t{is_attached(from)} + std::uint32_t{is_attached(to)};
    for (std::uint32_t dim = 0; dim < dims(); ++dim) sum += distance(dim, coord(from, dim), coord(to, dim));
    return sum;
  }
  std::uint32_t diameter() const {
    std::uint32_t sum = attached_.empty() ? 0 : 2;
    for (std::uint32_t dim = 0; dim < dims(); ++dim)
      sum += axes_[dim] == Axis::ring       ? side(dim) / 2
             : axes_[dim] == Axis::complete ? side(dim) > 1
                                            : side(dim) - 1;
    return sum;
  }

 private:
  /// Sets the coordinates only; the ports remain empty.
  GridGeometry(CartesianShape const& shape, Axis axis);

  CartesianShape shape_;
  std::vector<std::uint32_t> sides_;
  std::vector<Axis> axes_;
  std::uint32_t parallel_ = 1;
  std::vector<std::uint32_t> coords_;
  // Indexed by router, dimension and direction; empty if all axes are complete
  std::vector<std::uint16_t> steps_;
  std::vector<std::uint16_t> first_port_;  // first ports of complete axes
  // For each attached router, the port of its grid router that leads to it
  std::vector<std::uint16_t> attached_;
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
