// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/topology/shape/grid.hpp"

namespace weft::topology {

/// Routers on a grid with wrap-around channels: the k-ary n-cube, with a separate side for each dimension. A
/// side of 2 has one link, because the wrap-around would double it, unless `doubled` is set; a side of 1 has
/// no link.
class Torus : public Grid {
 public:
  static constexpr std::string_view name = "torus";
  static constexpr std::string_view aliases[] = {"kary_ncube"};
  static constexpr std::string_view doc =
      "Routers on a grid of any number of dimensions, each linked to its neighbors along every dimension, "
      "the last to the first (Dally & Towles, Principles and Practices of Interconnection Networks, ch. 5). "
      "A side of 2 has one link, a side of 1 no link. Channel classes: one per dimension.";
  static constexpr std::string_view formulae =
      "n = product of the sides, degree = 2 per dimension (1 if the side is 2), diameter = sum of "
      "floor(side / 2), bisection = 2 n / (longest side) if that is even and above 2";
  static constexpr auto const& schema = grid_schema;
  static constexpr bool vertex_transitive = true;

  explicit Torus(Params const& params) : Grid(params, true) {}
  static Members members(std::uint64_t i) { return {near_cubic_sides(3, i)}; }
};

}  // namespace weft::topology
