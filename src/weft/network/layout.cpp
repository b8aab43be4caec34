#include "weft/network/layout.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "weft/network/lay_out.hpp"

namespace weft {
namespace {

using Box = std::array<std::int64_t, 3>;

/// The box of at least `places` cells of the given size whose sides have the least sum; of these the one with
/// the fewest places, then the longest along the first axes.
Box near_cube(std::int64_t places, Box const& cell) {
  auto const edge = static_cast<std::int64_t>(std::ceil(std::cbrt(static_cast<double>(places))));
  Box best{edge, edge, edge};
  auto const rank = [&](Box const& box) {
    auto const sum = box[0] * cell[0] + box[1] * cell[1] + box[2] * cell[2];
    return std::tuple{sum, box[0] * box[1] * box[2], -box[0], -box[1]};
  };
  for (std::int64_t x = 1; x * cell[0] < std::get<0>(rank(best)); ++x)
    for (std::int64_t y = 1; x * cell[0] + y * cell[1] < std::get<0>(rank(best)); ++y)
      if (Box const box{x, y, divided_up(places, x * y)}; rank(box) < rank(best)) best = box;
  return best;
}

/// The offsets of `count` things put into the box in order, x first; each is a cell of the given size.
std::vector<Cell> fill_box(std::int64_t count, Box const& box, Box const& cell) {
  std::vector<Cell> cells;
  cells.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i)
    cells.push_back({static_cast<std::int32_t>(i % box[0] * cell[0]),
                     static_cast<std::int32_t>(i / box[0] % box[1] * cell[1]),
                     static_cast<std::int32_t>(i / (box[0] * box[1]) * cell[2])});
  return cells;
}

/// Where the router with coordinate c of a ring stands on its line.
std::uint32_t folded(std::uint32_t c, std::uint32_t side) {
  return c < (side + 1) / 2 ? 2 * c : 2 * (side - c) - 1;
}

std::vector<std::vector<Cell>> grid_offsets(GridLayout::Part const& part, LayoutParams const& params) {
  auto const& shape = part.shape;
  std::vector<std::vector<Cell>> offsets;
  Box stride{1, 1, 1};
  for (std::uint32_t dim = 0; dim < shape.dims(); ++dim) {
    auto const side = shape.side(dim);
    auto const axis = (part.first_axis + dim) % 3;
    if (stride[axis] * side > std::int64_t{1} << 30)
      throw InputError{"a line of more than 2^30 routers", "the layout has 32-bit places"};
    bool const fold = part.wraps[dim] && params.folding == Folding::folded;
    auto& cells = offsets.emplace_back(side);
    for (std::uint32_t c = 0; c < side; ++c)
      cells[c][axis] = static_cast<std::int32_t>((fold ? folded(c, side) : c) * stride[axis]);
    stride[axis] *= side;
  }
  return offsets;
}

}  // namespace

Layout::Layout(CartesianShape digits, std::vector<std::vector<Cell>> offsets, double pitch)
    : Layout({Block{0, std::move(digits), std::move(offsets)}}, pitch) {}

Layout::Layout(std::vector<Block> blocks, double pitch) : blocks_(std::move(blocks)), pitch_(pitch) {}

Cell Layout::extent() const {
  Cell extent{};
  for (auto const& block : blocks_)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      auto end = block.origin[axis] + 1;
      for (auto const& digit : block.offsets)
        end += std::ranges::max(digit, {}, [&](Cell const& cell) { return cell[axis]; })[axis];
      extent[axis] = std::max(extent[axis], end);
    }
  return extent;
}

Layout make_layout(LayoutHint const& hint, LayoutParams const& params) {
  return std::visit([&](auto const& each) { return detail::lay_out(each, params); }, hint);
}

namespace detail {

Layout lay_out(GridLayout const& grids, LayoutParams const& params) {
  std::vector<Layout::Block> blocks;
  for (auto const& part : grids.parts)
    blocks.push_back({part.first_router, part.shape, grid_offsets(part, params), part.origin});
  return {std::move(blocks), params.pitch};
}

Layout lay_out(NestedLayout const& nested, LayoutParams const& params) {
  std::vector<std::vector<Cell>> offsets;
  Box size{1, 1, 1};
  for (std::uint32_t k = 0; k < nested.digits.dims(); ++k) {
    auto const boxes = nested.digits.side(k);
    auto const box = near_cube(boxes, size);
    offsets.push_back(fill_box(boxes, box, size));
    for (std::size_t axis = 0; axis < 3; ++axis) size[axis] *= box[axis];
  }
  return {nested.digits, std::move(offsets), params.pitch};
}

}  // namespace detail
}  // namespace weft
