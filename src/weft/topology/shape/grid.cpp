// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/shape/grid.hpp"

#include <string>

namespace weft {

Grid::Grid(Params const& params, bool wraps)
    : Concentrated(CartesianShape(params.sides).size(), static_cast<std::uint64_t>(params.concentration)),
      params_(params),
      shape_(params.sides) {
  for (std::uint32_t dim = 0; dim < shape_.dims(); ++dim) {
    auto const side = shape_.side(dim);
    axes_.push_back({side > 2 ? wraps : side == 2 && params.doubled, degree_});
    if (side > 2 && !wraps) regular_ = false;
    auto const ports = ports_along(dim, 0);
    dim_of_port_.insert(dim_of_port_.end(), ports, static_cast<std::uint16_t>(dim));
    degree_ = static_cast<std::uint16_t>(degree_ + ports);
  }
}

std::uint32_t Grid::diameter() const {
  std::uint32_t sum = 0;
  for (std::uint32_t dim = 0; dim < shape_.dims(); ++dim)
    sum += axes_[dim].wraps ? shape_.side(dim) / 2 : shape_.side(dim) - 1;
  return sum;
}

void Grid::check(Params const& params) {
  if (params.sides.empty() || params.sides.size() > 64)
    throw InputError{"sides has " + std::to_string(params.sides.size()) + " dimensions", "must have 1 to 64"};
  double routers = 1;
  for (auto const side : params.sides) routers *= static_cast<double>(side);
  check_sizes("sides give", routers, 2 * static_cast<double>(params.sides.size()),
              static_cast<double>(params.concentration));
}

std::vector<Grid::Params> Grid::samples() {
  return {{{8}},          {{5, 4}}, {{2, 3, 4}},          {{4, 1, 3}, 2}, {{2, 2, 2}}, {{2, 5}, 1, true},
          {{3, 3, 3, 3}}, {{1}},    {{2, 2, 3}, 3, true}, {{16, 2}}};
}

GridLayout Grid::layout_hint() const {
  GridLayout hint{{{shape_, {}}}};
  for (auto const& axis : axes_) hint.parts[0].wraps.push_back(axis.wraps);
  return hint;
}

}  // namespace weft
