// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/topology/shape/grid.hpp"

namespace weft::topology {

/// Routers on a grid without wrap-around channels. Routers on the boundary have fewer ports.
class Mesh : public Grid {
 public:
  static constexpr std::string_view name = "mesh";
  static constexpr std::string_view doc =
      "Routers on a grid of any number of dimensions, each linked to its neighbors along every dimension, "
      "without wrap-around (Dally & Towles, Principles and Practices of Interconnection Networks, ch. 5). "
      "Routers at the border have fewer ports. Channel classes: one per dimension.";
  static constexpr std::string_view formulae =
      "n = product of the sides, diameter = sum of (side - 1), bisection = n / (longest side) if that is"
      " even";
  static constexpr auto const& schema = grid_schema;

  explicit Mesh(Params const& params) : Grid(params, false) {}

  /// Returns the readings of Leppanen & Penttonen (Sparse networks: balance of processing and communication,
  /// slides, 2007), which use the sum of the sides as the diameter, and one with the exact diameter.
  std::vector<CapacityReading> capacity_readings() const {
    std::uint64_t sides = 0;
    for (std::uint32_t dim = 0; dim < shape().dims(); ++dim) sides += shape().side(dim);
    auto const channels = shape().dims() * num_routers();
    return {{"slides", num_terminals(), sides, channels},
            {"slides, exact diameter", num_terminals(), diameter(), channels}};
  }
  static Members members(std::uint64_t i) { return {near_cubic_sides(3, i)}; }
};

}  // namespace weft::topology
