// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/topology/shape/cartesian_shape.hpp"
#include "weft/topology/shape/divisor.hpp"
#include "weft/traffic/pattern.hpp"

namespace weft {

/// Parameters of patterns along the dimensions of a grid. Zeros mean unspecified: `assemble` inserts the grid
/// of the topology if it has one.
struct TerminalGridParams {
  Sides sides{0};
  std::int64_t concentration = 0;
};

inline constexpr std::tuple terminal_grid_schema{
    param("sides", &TerminalGridParams::sides, Range{0, 4294967296},
          "routers along each dimension; 0: the sides of the topology if it is a grid, else a single ring"),
    param("concentration", &TerminalGridParams::concentration, Range{0, 65535},
          "terminals per router; 0: the value of the topology if it is a grid, else 1"),
};

/// The terminals as a torus of routers with a fixed number of terminals each, for any topology.
class TerminalGrid {
 public:
  /// Throws InputError, naming `pattern`, unless the grid has exactly the terminals of the context.
  TerminalGrid(TerminalGridParams const& params, TrafficContext const& context, std::string_view pattern);
  /// Throws InputError if a side is 0 but not the only side.
  static void check(TerminalGridParams const& params);

  std::uint32_t dims() const { return shape_.dims(); }
  std::uint32_t side(std::uint32_t dim) const { return shape_.side(dim); }
  /// Returns the number of consecutive terminals that differ only in coordinates of dimensions below `dim`.
  std::uint64_t terminals_below(std::uint32_t dim) const {
    return shape_.stride(dim) * concentration_.value();
  }
  /// Returns the terminal that is `steps` < side(dim) routers ahead of terminal e along `dim`, with
  /// wraparound.
  std::uint32_t move(std::uint32_t e, std::uint32_t dim, std::uint32_t steps) const {
    RouterId const at{concentration_.quotient(e)};
    std::uint64_t const side = shape_.side(dim), moved = std::uint64_t{shape_.coord(at, dim)} + steps;
    RouterId const to = shape_.move(at, dim, static_cast<std::uint32_t>(moved < side ? moved : moved - side));
    return e + (to.v - at.v) * static_cast<std::uint32_t>(concentration_.value());
  }

 private:
  CartesianShape shape_;
  Divisor concentration_;
};

}  // namespace weft
