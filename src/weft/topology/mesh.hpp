#pragma once

#include "weft/topology/grid.hpp"

namespace weft {

/// Routers on a grid without wrap-around channels. Routers at the border have fewer ports.
/// Source: W. J. Dally and B. Towles, Principles and Practices of Interconnection Networks, ch. 5.
class Mesh : public Grid {
 public:
  static constexpr std::string_view name = "mesh";
  static constexpr std::string_view doc =
      "Routers on a grid of any number of dimensions, each linked to its neighbors along every dimension, "
      "without wrap-around (Dally & Towles, Principles and Practices of Interconnection Networks, ch. 5). "
      "Routers at the border have fewer ports. Channel classes: one per dimension.";
  static constexpr std::string_view formulae =
      "n = product of the sides, diameter = sum of (side - 1), bisection = n / (longest side) where that is"
      " even";
  static constexpr auto const& schema = grid_schema;

  explicit Mesh(Params const& params) : Grid(params, false) {}
};

}  // namespace weft
