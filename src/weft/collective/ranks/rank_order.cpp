// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/ranks/rank_order.hpp"

#include <algorithm>

#include "weft/collective/postconditions.hpp"

namespace weft::collective {
namespace {

/// Routers, as offsets from the router at the origin.
using Offsets = std::vector<std::uint32_t>;
using Dims = std::vector<std::uint32_t>;

/// Returns the routers in the dimensions `dims` as a path of neighbors: each line runs in the opposite
/// direction to the previous line.
Offsets snake(GridGeometry const& grid, Dims const& dims) {
  Offsets path{0};
  for (auto const dim : dims) {
    auto const stride = static_cast<std::uint32_t>(grid.shape().stride(dim));
    Offsets longer;
    for (std::uint32_t i = 0; i < grid.side(dim); ++i) {
      for (auto const offset : path) longer.push_back(offset + i * stride);
      std::ranges::reverse(path);
    }
    path = std::move(longer);
  }
  return path;
}

/// Returns a Hamiltonian cycle if there is one: rows are along one dimension, columns along the others. The
/// cycle covers all columns except column 0 row by row, then returns through column 0. If the number of rows
/// is odd, the last row ends at the last column, which is adjacent to column 0 if the columns form a cycle.
Offsets cycle(GridGeometry const& grid, Dims dims) {
  if (dims.size() < 2) return snake(grid, dims);
  auto const even = std::ranges::find_if(dims, [&](std::uint32_t dim) { return grid.side(dim) % 2 == 0; });
  bool const is_even = even != dims.end();
  auto const row_dim = is_even ? *even : dims.back();
  std::erase(dims, row_dim);
  auto const columns = is_even ? snake(grid, dims) : cycle(grid, dims);
  auto const rows = grid.side(row_dim);
  auto const stride = static_cast<std::uint32_t>(grid.shape().stride(row_dim));
  Offsets order;
  for (std::uint32_t row = 0; row < rows; ++row)
    for (std::size_t i = 1; i < columns.size(); ++i)
      order.push_back(row * stride + columns[row % 2 == 0 ? i : columns.size() - i]);
  for (auto row = rows; row-- > 0;) order.push_back(row * stride + columns[0]);
  return order;
}

}  // namespace

bool has_cycle(GridGeometry const& grid, std::vector<std::uint32_t> const& dims) {
  auto const wraps = [&](std::uint32_t dim) { return grid.closes(dim); };
  auto const even = [&](std::uint32_t dim) { return grid.side(dim) % 2 == 0; };
  return std::ranges::all_of(dims, wraps) || (dims.size() > 1 && std::ranges::any_of(dims, even));
}

std::vector<std::uint32_t> neighbor_order(GridGeometry const& grid, std::vector<std::uint32_t> const& dims) {
  return has_cycle(grid, dims) ? cycle(grid, dims) : snake(grid, dims);
}

std::vector<std::uint32_t> neighbor_order(GridGeometry const& grid) {
  return neighbor_order(grid, grid.proper_dims());
}

std::vector<std::uint32_t> rank_order(Ranks const& ranks, RankOrder order) {
  auto list = all_ranks(ranks.size());
  auto const grid = ranks.grid();
  if (order == RankOrder::plain || grid == nullptr) return list;
  auto const routers = neighbor_order(*grid);
  std::vector<std::uint32_t> place(routers.size());
  for (std::uint32_t i = 0; i < routers.size(); ++i) place[routers[i]] = i;
  auto const place_of = [&](std::uint32_t rank) { return place[ranks.network().router_of(ranks[rank])]; };
  std::ranges::stable_sort(list, {}, place_of);
  return list;
}

}  // namespace weft::collective
