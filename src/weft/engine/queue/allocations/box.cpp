// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/queue/allocations/box.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "weft/network/geometry/grid_geometry.hpp"

namespace weft::queue {
namespace {

/// Coordinates of a cell of a grid, or the sides of a box.
using Cell = std::vector<std::uint32_t>;

/// Sums over boxes of a grid with wrap-around, in constant time per box: prefix sums from the origin of a
/// grid with doubled sides (F. Crow, Summed-area tables, SIGGRAPH 1984).
class BoxSums {
 public:
  /// `values`: one per cell; the last coordinate varies fastest.
  BoxSums(Cell const& sides, std::span<std::uint32_t const> values);
  /// Returns the sum over the box with lowest corner `corner` and sides `sides`. The corner must be in the
  /// grid, and no side may exceed the side of the grid.
  std::uint32_t in(Cell const& corner, Cell const& sides) const;

 private:
  std::vector<std::size_t> strides_;
  /// By cell of the doubled grid: sum over all cells with smaller coordinates, modulo 2^32
  std::vector<std::uint32_t> sums_;
};

/// Advances `cell` to the next cell of a grid with coordinates in [low, end[dim] + low); the last coordinate
/// varies fastest. Returns false after the last cell; then `cell` is the first cell again.
bool next_cell(Cell& cell, Cell const& end, std::uint32_t low) {
  for (auto dim = cell.size(); dim-- > 0;) {
    if (++cell[dim] < end[dim] + low) return true;
    cell[dim] = low;
  }
  return false;
}

BoxSums::BoxSums(Cell const& sides, std::span<std::uint32_t const> values) : strides_(sides.size()) {
  std::size_t size = 1;
  Cell doubled(sides);
  for (auto dim = sides.size(); dim-- > 0;) {
    strides_[dim] = size;
    doubled[dim] = 2 * sides[dim] + 1;
    size *= doubled[dim];
  }
  sums_.assign(size, 0);
  Cell cell(sides.size(), 0);
  std::size_t at = 0;
  do {  // cell (a, b, ..) stores the value of (a - 1, b - 1, ..)
    std::size_t from = 0;
    bool inside = true;
    for (std::size_t dim = 0; dim < sides.size(); ++dim) {
      inside = inside && cell[dim] > 0;
      from = from * sides[dim] + (cell[dim] + sides[dim] - 1) % sides[dim];
    }
    if (inside) sums_[at] = values[from];
    ++at;
  } while (next_cell(cell, doubled, 0));
  for (std::size_t dim = 0; dim < sides.size(); ++dim)
    for (std::size_t i = 0; i < size; ++i)
      if (i / strides_[dim] % doubled[dim] > 0) sums_[i] += sums_[i - strides_[dim]];
}

std::uint32_t BoxSums::in(Cell const& corner, Cell const& sides) const {
  std::uint32_t sum = 0;
  for (std::uint32_t ends = 0; ends < 1u << corner.size(); ++ends) {
    std::size_t at = 0;
    bool odd = false;
    for (std::size_t dim = 0; dim < corner.size(); ++dim) {
      bool const low = ends >> dim & 1;
      odd ^= low;
      at += (corner[dim] + (low ? 0 : sides[dim])) * strides_[dim];
    }
    sum += odd ? -sums_[at] : sums_[at];
  }
  return sum;
}

/// Shape of a box: its sides, their product and their sum.
struct Shape {
  Cell sides;
  std::uint64_t volume = 0, sum = 0;

  bool contains(Shape const& other) const {
    for (std::size_t dim = 0; dim < sides.size(); ++dim)
      if (sides[dim] < other.sides[dim]) return false;
    return true;
  }
};

/// Returns all box shapes in a grid, sorted by volume, then by the sum of the sides, then by the sides in
/// decreasing order.
std::vector<Shape> shapes_in(Cell const& grid) {
  std::vector<Shape> shapes;
  Cell sides(grid.size(), 1);
  do {
    Shape shape{sides, 1, 0};
    for (auto const side : sides) {
      shape.volume *= side;
      shape.sum += side;
    }
    shapes.push_back(std::move(shape));
  } while (next_cell(sides, grid, 1));
  std::ranges::sort(shapes, [](Shape const& a, Shape const& b) {
    return std::tie(a.volume, a.sum, b.sides) < std::tie(b.volume, b.sum, a.sides);
  });
  return shapes;
}

/// Corner of a free box and the number of occupied neighbors of the box.
struct Found {
  Cell corner;
  std::uint64_t neighbors = 0;
};

class BoundBox final : public Allocation {
 public:
  explicit BoundBox(Nodes const& nodes)
      : grid_(*nodes.machine().grid()), in_router_(nodes.machine().num_routers()) {
    for (std::uint32_t dim = 0; dim < grid_.dims(); ++dim) {
      sides_.push_back(grid_.side(dim));
      wraps_.push_back(grid_.closes(dim));
    }
    shapes_ = shapes_in(sides_);
    for (std::uint32_t node = 0; node < nodes.size(); ++node) in_router_[nodes.router(node)].push_back(node);
  }

  NodeList place(FreeNodes const& free, std::uint32_t count, std::uint64_t) const override {
    auto const per_router = in_router_.front().size();
    auto const routers = (count + per_router - 1) / per_router;
    if (free.count() == free.nodes().size()) {  // all nodes are free: first sufficient shape, at the origin
      auto const& shape = *std::ranges::lower_bound(shapes_, routers, {}, &Shape::volume);
      return nodes_in(Cell(sides_.size(), 0), shape.sides, count);
    }
    std::vector<std::uint32_t> taken(in_router_.size());
    std::uint64_t unused = 0;
    for (std::size_t r = 0; r < taken.size(); ++r) {
      taken[cell_of(r)] = !std::ranges::all_of(in_router_[r], [&](auto node) { return free.is_free(node); });
      unused += taken[cell_of(r)] == 0;
    }
    BoxSums const sums(sides_, taken);
    std::vector<Shape const*> rejected;
    std::optional<Found> best;
    Shape const* chosen = nullptr;
    for (auto shape = std::ranges::lower_bound(shapes_, routers, {}, &Shape::volume); shape != shapes_.end();
         ++shape) {
      if (shape->volume > unused) break;
      if (chosen != nullptr && (shape->volume != chosen->volume || shape->sum != chosen->sum)) break;
      if (std::ranges::any_of(rejected, [&](auto const* small) { return shape->contains(*small); })) continue;
      auto found = best_place(sums, *shape);
      if (!found) rejected.push_back(&*shape);
      if (!found || (best && best->neighbors >= found->neighbors)) continue;
      best = std::move(found);
      chosen = &*shape;
    }
    return best ? nodes_in(best->corner, chosen->sides, count) : NodeList{};
  }
  bool may_reject() const override { return true; }

 private:
  /// Returns the index of a router's cell; the last dimension varies fastest.
  std::size_t cell_of(std::size_t router) const {
    std::size_t cell = 0;
    for (std::uint32_t dim = 0; dim < grid_.dims(); ++dim)
      cell = cell * sides_[dim] + grid_.coord(static_cast<std::uint32_t>(router), dim);
    return cell;
  }

  /// Returns the number of positions of the lowest corner of a box with `shape` in each dimension: 1 in a
  /// dimension that the box fills.
  Cell corners_of(Shape const& shape) const {
    Cell corners(sides_);
    for (std::size_t dim = 0; dim < sides_.size(); ++dim)
      corners[dim] = shape.sides[dim] == sides_[dim] ? 1
                     : wraps_[dim]                   ? sides_[dim]
                                                     : sides_[dim] - shape.sides[dim] + 1;
    return corners;
  }

  /// Returns the free box of `shape` with the maximum number of occupied neighbors, the first one in case of
  /// a tie.
  std::optional<Found> best_place(BoxSums const& sums, Shape const& shape) const {
    std::optional<Found> best;
    auto const corners = corners_of(shape);
    Cell corner(sides_.size(), 0);
    do {
      if (sums.in(corner, shape.sides) > 0) continue;
      auto const neighbors = taken_around(sums, corner, shape);
      if (!best || neighbors > best->neighbors) best = Found{corner, neighbors};
    } while (next_cell(corner, corners, 0));
    return best;
  }

  std::uint64_t taken_around(BoxSums const& sums, Cell corner, Shape const& shape) const {
    std::uint64_t taken = 0;
    for (std::size_t dim = 0; dim < sides_.size(); ++dim) {
      auto const side = sides_[dim], begin = corner[dim], length = shape.sides[dim];
      if (length == side) continue;
      auto slab = shape.sides;
      slab[dim] = 1;
      if (begin + length < side || wraps_[dim]) {
        corner[dim] = (begin + length) % side;
        taken += sums.in(corner, slab);
      }
      if (begin > 0 || wraps_[dim]) {
        corner[dim] = (begin + side - 1) % side;
        taken += sums.in(corner, slab);
      }
      corner[dim] = begin;
    }
    return taken;
  }

  /// Returns the first `count` nodes of a box.
  NodeList nodes_in(Cell const& corner, Cell const& shape, std::uint32_t count) const {
    NodeList chosen;
    Cell offset(shape.size(), 0);
    do {
      std::uint64_t router = 0, stride = 1;
      for (std::size_t dim = 0; dim < shape.size(); ++dim) {
        router += (corner[dim] + offset[dim]) % sides_[dim] * stride;
        stride *= sides_[dim];
      }
      for (auto const node : in_router_[router])
        if (chosen.size() < count) chosen.push_back(node);
    } while (chosen.size() < count && next_cell(offset, shape, 0));
    std::ranges::sort(chosen);
    return chosen;
  }

  GridGeometry const& grid_;
  std::vector<NodeList> in_router_;
  Cell sides_;
  std::vector<bool> wraps_;
  std::vector<Shape> shapes_;
};

}  // namespace

std::string_view Box::lacks(Nodes const& nodes) const {
  auto const& machine = nodes.machine();
  if (!machine.is_grid() || machine.num_routers() == 0) return "a grid of routers";
  std::vector<std::uint32_t> at_router(machine.num_routers(), 0);
  for (std::uint32_t node = 0; node < nodes.size(); ++node) ++at_router[nodes.router(node)];
  if (std::ranges::adjacent_find(at_router, std::ranges::not_equal_to{}) != at_router.end())
    return "the same number of nodes at every router";
  if (machine.num_routers() > 1u << 20) return "a grid of at most 1048576 routers";
  return "";
}

AllocationPtr Box::bind(AllocationContext const& context) const {
  return std::make_shared<BoundBox>(*context.nodes);
}

}  // namespace weft::queue
