// SPDX-License-Identifier: Apache-2.0
#include "weft/network/layout.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "weft/core/error.hpp"
#include "weft/network/cables.hpp"

namespace weft {
namespace {

constexpr double max_cells = 0x1p30;

LayoutScale scale_of(LayoutParams const& params) { return {params.pitch, params.cables}; }

/// The arrangement of a ring in two rows: along one axis, with the second row one step to the side.
struct Rows {
  std::size_t along = 0, cross = 0;
  std::int64_t step = 0;  ///< distance between routers
};

/// Returns the axes with the smallest step that separates boxes of the given size, starting with `axis`. Odd
/// rings use all three axes.
Rows choose_rows(Box const& size, std::size_t axis, bool odd) {
  Rows best{axis, (axis + 1) % 3, std::ranges::max(size)};
  if (odd) return best;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 1; j < 3; ++j) {
      Rows const rows{(axis + i) % 3, (axis + i + j) % 3, 0};
      if (auto const step = std::max(size[rows.along], size[rows.cross]); step < best.step)
        best = {rows.along, rows.cross, step};
    }
  return best;
}

/// Returns the positions of a ring in two rows, one per direction. An even ring turns at both ends by one
/// step to the side. Because there is no odd closed walk between neighboring positions, the rows of an odd
/// ring zigzag, and each cable extends one step along each of two axes: position i is (i, i mod 2, 0) in the
/// first row and (i, (i + 1) mod 2, 1) in the second row, which is one position shorter.
std::vector<Cell> two_rows(std::uint32_t side, Rows const& rows, Box& size) {
  auto const odd = side % 2, half = (side + odd) / 2;
  auto const third = 3 - rows.along - rows.cross;
  if (static_cast<double>(rows.step) * half > max_cells)
    throw InputError{"a row of the layout has more than 2^30 positions", "coordinates have 32 bits"};
  auto const at = [&](std::uint32_t steps) { return static_cast<std::int32_t>(steps * rows.step); };
  std::vector<Cell> cells(side);
  for (std::uint32_t c = 0; c < side; ++c) {
    std::uint32_t const back = c >= half, i = back != 0 ? side - 1 - c : c;
    cells[c][rows.along] = at(i);
    cells[c][rows.cross] = at(odd != 0 ? (i + back) % 2 : back);
    if (odd != 0) cells[c][third] = at(back);
  }
  size[rows.along] += (half - 1) * rows.step;
  size[rows.cross] += rows.step;
  if (odd != 0) size[third] += rows.step;
  return cells;
}

/// Returns the position on its line of the router with coordinate c of a folded ring.
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
    if (part.wraps[dim] && side > 2 && params.folding == Folding::two_rows) {
      offsets.push_back(two_rows(side, choose_rows(stride, axis, side % 2 == 1), stride));
      continue;
    }
    if (static_cast<double>(stride[axis]) * side > max_cells)
      throw InputError{"a line of the layout has more than 2^30 routers", "coordinates have 32 bits"};
    bool const fold = part.wraps[dim] && params.folding == Folding::folded;
    auto& cells = offsets.emplace_back(side);
    for (std::uint32_t c = 0; c < side; ++c)
      cells[c][axis] = static_cast<std::int32_t>((fold ? folded(c, side) : c) * stride[axis]);
    stride[axis] *= side;
  }
  return offsets;
}

Layout lay_out(GridLayout const& grids, LayoutParams const& params) {
  std::vector<Layout::Block> blocks;
  for (auto const& part : grids.parts)
    blocks.push_back({part.first_router, part.shape, grid_offsets(part, params), part.origin});
  return {std::move(blocks), scale_of(params)};
}

Layout lay_out(NestedLayout const& nested, LayoutParams const& params) {
  std::vector<std::vector<Cell>> offsets;
  Box size{1, 1, 1};
  if (nested.lowest) {
    auto const inner = make_layout(nested.lowest->hint, params);
    auto& cells = offsets.emplace_back();
    for (std::uint32_t r = 0; r < nested.digits.side(0); ++r) cells.push_back(inner.cell({r}));
    std::ranges::copy(inner.extent(), size.begin());
  }
  for (auto k = static_cast<std::uint32_t>(offsets.size()); k < nested.digits.dims(); ++k) {
    auto const boxes = nested.digits.side(k);
    auto const box = near_cube(boxes, size);
    offsets.push_back(fill_box(boxes, box, size));
    for (std::size_t axis = 0; axis < 3; ++axis) size[axis] *= box[axis];
  }
  return {nested.digits, std::move(offsets), scale_of(params)};
}

/// Returns the positions of `count` values of a digit, each `step` further along an axis.
std::vector<Cell> line(std::int64_t count, std::size_t axis, std::int64_t step) {
  if (static_cast<double>(count) * static_cast<double>(step) > max_cells)
    throw InputError{"a row of the layout has more than 2^30 routers", "coordinates have 32 bits"};
  std::vector<Cell> cells(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i)
    cells[static_cast<std::size_t>(i)][axis] = static_cast<std::int32_t>(i * step);
  return cells;
}

/// Returns the number of objects per row on a nearly square floor. `width`: of an object; `depth`: of an
/// object including the aisle.
std::int64_t objects_per_row(std::int64_t things, std::int64_t width, std::int64_t depth) {
  auto const area = static_cast<double>(things) * static_cast<double>(width * depth);
  auto const per_row = static_cast<std::int64_t>(std::round(std::sqrt(area) / static_cast<double>(width)));
  return std::clamp<std::int64_t>(per_row, 1, things);
}

/// Returns racks in rows of `per_row`, filled router by router; the first row is `row`.
Layout::Block rows_of_racks(std::uint64_t first, std::int64_t routers, std::int64_t per_row, std::int64_t row,
                            LayoutParams const& params) {
  auto const height = std::min(params.rack, routers), racks = ceil_div(routers, height);
  auto const columns = std::min(per_row, racks), rows = ceil_div(racks, columns);
  return {static_cast<std::uint32_t>(first),
          CartesianShape{{height, columns, rows}},
          {line(height, 2, 1), line(columns, 0, 1), line(rows, 1, 1 + params.aisle)},
          {0, static_cast<std::int32_t>(row * (1 + params.aisle)), 0}};
}

Layout lay_out(GroupLayout const& groups, LayoutParams const& params) {
  std::int64_t members = 0;
  for (auto const& part : groups.parts) members += static_cast<std::int64_t>(part.per_group);
  auto const width = ceil_div(members, params.rack);
  auto const count = static_cast<std::int64_t>(groups.groups);
  auto const columns = objects_per_row(count, width, 1 + params.aisle), rows = ceil_div(count, columns);
  std::vector<Layout::Block> blocks;
  std::int64_t index = 0;
  for (auto const& [first, per_group] : groups.parts) {
    std::vector<Cell> inside(per_group);
    for (auto& cell : inside) {
      cell = {static_cast<std::int32_t>(index / params.rack), 0,
              static_cast<std::int32_t>(index % params.rack)};
      ++index;
    }
    blocks.push_back({static_cast<std::uint32_t>(first),
                      CartesianShape{{static_cast<std::int64_t>(per_group), columns, rows}},
                      {std::move(inside), line(columns, 0, width), line(rows, 1, 1 + params.aisle)}});
  }
  return {std::move(blocks), scale_of(params)};
}

Layout lay_out(LevelLayout const& levels, LayoutParams const& params) {
  auto const& sizes = levels.sizes;
  auto const routers =
      static_cast<std::int64_t>(std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0}));
  auto const per_row = objects_per_row(ceil_div(routers, params.rack), 1, 1 + params.aisle);
  auto const rows_of = [&](std::int64_t vertices) {
    return vertices == 0 ? 0 : ceil_div(ceil_div(vertices, params.rack), per_row);
  };
  // The first half of a level is in front of the root, the second half behind it.
  auto const front = [&](std::size_t level) { return static_cast<std::int64_t>((sizes[level] + 1) / 2); };
  auto const back = [&](std::size_t level) { return static_cast<std::int64_t>(sizes[level] / 2); };
  std::int64_t rows = 0;
  for (std::size_t level = 0; level < sizes.size(); ++level)
    rows += rows_of(front(level)) + rows_of(back(level));
  std::vector<Layout::Block> blocks;
  std::int64_t row_front = 0, row_back = rows;
  std::uint64_t first = 0;
  for (std::size_t level = 0; level < sizes.size(); ++level) {
    row_back -= rows_of(back(level));
    blocks.push_back(rows_of_racks(first, front(level), per_row, row_front, params));
    first += static_cast<std::uint64_t>(front(level));
    if (back(level) > 0) blocks.push_back(rows_of_racks(first, back(level), per_row, row_back, params));
    first += static_cast<std::uint64_t>(back(level));
    row_front += rows_of(front(level));
  }
  return {std::move(blocks), scale_of(params)};
}

Layout lay_out(PlainLayout const& plain, LayoutParams const& params) {
  auto const count = static_cast<std::int64_t>(plain.routers);
  auto const per_row = objects_per_row(ceil_div(count, params.rack), 1, 1 + params.aisle);
  return {{rows_of_racks(0, count, per_row, 0, params)}, scale_of(params)};
}

}  // namespace

Layout::Layout(CartesianShape digits, std::vector<std::vector<Cell>> offsets, LayoutScale scale)
    : Layout({Block{0, std::move(digits), std::move(offsets)}}, scale) {}

Layout::Layout(std::vector<Block> blocks, LayoutScale scale) : blocks_(std::move(blocks)), scale_(scale) {}

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
  return std::visit([&](auto const& each) { return lay_out(each, params); }, hint);
}

namespace {

/// Number of lattice positions per pitch of a router, so that gaps grow in small steps.
constexpr std::int64_t positions_per_pitch = 64;

/// Nested cubes, built from the lowest digit up.
class WiredBoxes {
 public:
  WiredBoxes(NestedLayout const& nested, LayoutParams const& params, std::vector<DigitCourse> const& courses,
             std::vector<double> const& bandwidths)
      : nested_(nested), params_(params), courses_(courses), bandwidths_(bandwidths) {
    offsets_.resize(nested.digits.dims());
    for (std::uint32_t k = 0; k < offsets_.size(); ++k) offsets_[k].resize(nested.digits.side(k));
    if (!nested.lowest) return;
    auto const inner = make_layout(nested.lowest->hint, params);
    for (std::uint32_t r = 0; r < nested.digits.side(0); ++r) inner_.push_back(inner.cell({r}));
    std::ranges::copy(inner.extent(), inner_box_.begin());
  }

  Layout build() {
    for (std::uint32_t k = 0; k < offsets_.size(); ++k) add_level(k);
    return {nested_.digits, std::move(offsets_), scale()};
  }

 private:
  void add_level(std::uint32_t k) {
    auto const boxes = nested_.digits.side(k);
    routers_ *= boxes;
    if (!fits(k, 0)) {
      std::int64_t low = 0, high = 1;
      for (; !fits(k, high); high *= 2) low = high;
      while (high - low > 1) {
        auto const middle = low + (high - low) / 2;
        (fits(k, middle) ? high : low) = middle;
      }
      place(k, high);
      for (auto& side : size_) side += high;
    }
    auto const box = box_of(k, size_);
    wires_ = wires_ * boxes + wire_length(k);
    for (std::size_t axis = 0; axis < 3; ++axis) size_[axis] *= box[axis];
  }

  LayoutScale scale() const {
    return {params_.pitch / static_cast<double>(positions_per_pitch), params_.cables, false};
  }

  /// Returns the box that contains the cells of all values of a digit.
  Box box_of(std::uint32_t k, Box const& cell) const {
    return k == 0 && !inner_.empty() ? inner_box_ : near_cube(nested_.digits.side(k), cell);
  }
  /// Returns the box of the lower digits with a gap along each axis.
  Box spaced(std::int64_t gap) const { return {size_[0] + gap, size_[1] + gap, size_[2] + gap}; }

  void place(std::uint32_t k, std::int64_t gap) {
    auto const cell = spaced(gap);
    auto const box = box_of(k, cell);
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (static_cast<double>(box[axis]) * static_cast<double>(cell[axis]) > 0x1p30)
        throw InputError("a side of the layout has more than 2^30 positions", "coordinates have 32 bits",
                         "set a smaller wire", "layout");
    if (k > 0 || inner_.empty()) {
      offsets_[k] = fill_box(nested_.digits.side(k), box, cell);
      return;
    }
    for (std::size_t r = 0; r < inner_.size(); ++r)
      for (std::size_t axis = 0; axis < 3; ++axis)
        offsets_[k][r][axis] = inner_[r][axis] * static_cast<std::int32_t>(cell[axis]);
  }

  double volume(std::uint32_t k, std::int64_t gap) const {
    auto const cell = spaced(gap);
    auto const box = box_of(k, cell);
    double product = 1;
    for (std::size_t axis = 0; axis < 3; ++axis)
      product *= static_cast<double>(box[axis]) * static_cast<double>(cell[axis]);
    return product;
  }

  bool fits(std::uint32_t k, std::int64_t gap) {
    place(k, gap);
    auto const wires = wires_ * nested_.digits.side(k) + wire_length(k);
    auto const pitch = scale().pitch;
    return volume(k, gap) * pitch * pitch * pitch >=
           routers_ * params_.pitch * params_.pitch * params_.pitch + params_.wire * wires * pitch;
  }

  /// Returns the total length in pitches, weighted by bandwidth, of the cables that connect the boxes inside
  /// one box of digit k.
  double wire_length(std::uint32_t k) const {
    Layout const layout(nested_.digits, offsets_, scale());
    double boxes = 1, sum = 0;
    for (auto above = k + 1; above < offsets_.size(); ++above) boxes *= nested_.digits.side(above);
    for (std::size_t i = 0; i < courses_.size(); ++i)
      if (top_digit(courses_[i]) == k)
        sum += bandwidths_[i] * static_cast<double>(CourseTerms{courses_[i], layout}.total()) *
               static_cast<double>(courses_[i].repetitions);
    return sum / boxes;
  }

  static std::uint32_t top_digit(DigitCourse const& course) {
    std::uint32_t top = 0;
    for (auto const& [to, from] : course.moves) top = std::max({top, to.value_or(0), from.value_or(0)});
    return top;
  }

  NestedLayout const& nested_;
  LayoutParams const& params_;
  std::vector<DigitCourse> const& courses_;
  std::vector<double> const& bandwidths_;
  std::vector<std::vector<Cell>> offsets_;
  std::vector<Cell> inner_;  ///< positions of the values of the lowest digit, if the hint specifies them
  Box inner_box_{1, 1, 1};
  Box size_{positions_per_pitch, positions_per_pitch,
            positions_per_pitch};   ///< size of a box of the processed digits
  double routers_ = 1, wires_ = 0;  ///< contents of a box of the processed digits
};

}  // namespace

Layout make_layout(NestedLayout const& nested, LayoutParams const& params,
                   std::vector<DigitCourse> const& courses, std::vector<double> const& bandwidths) {
  return WiredBoxes(nested, params, courses, bandwidths).build();
}

double pitch_for_wires(Layout const& layout, LayoutParams const& params, double routers, double pitches) {
  auto const extent = layout.extent();
  double const volume = static_cast<double>(extent[0]) * extent[1] * extent[2], given = params.pitch;
  auto const fits = [&](double pitch) {
    return volume * pitch * pitch * pitch >= routers * given * given * given + params.wire * pitches * pitch;
  };
  if (fits(given)) return given;
  double low = given, high = 2 * given;
  while (!fits(high)) high *= 2;
  while (high - low > 1e-12 * high) {
    auto const middle = (low + high) / 2;
    (fits(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace weft
