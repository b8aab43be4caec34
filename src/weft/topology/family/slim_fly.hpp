// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

#include "weft/topology/family.hpp"
#include "weft/topology/shape/finite_field.hpp"

namespace weft::topology {

/// The MMS graph of a prime power q = 4w + delta: two grids of q columns of q routers over the field of q
/// elements. Router (x, y) of grid 0 has number x q + y, router (m, c) of grid 1 number q^2 + m q + c. They
/// are linked if y = m x + c, and routers of a column if they differ by a generator of their grid. Ports: the
/// generators in their order, then the columns of the other grid. Sources: B. D. McKay, M. Miller and J.
/// Siran, A note on large graphs of diameter two and given maximum degree, J. Comb. Theory B 74, 1998; M.
/// Besta and T. Hoefler, Slim Fly, SC 2014; P. R. Hafner, Geometric realization of the graphs of
/// McKay-Miller-Siran, J. Comb. Theory B 90, 2004 (all prime powers).
class SlimFly : public Concentrated {
 public:
  struct Params {
    std::int64_t q = 5;
    std::int64_t concentration = 0;
  };
  static constexpr std::string_view name = "slim_fly";
  static constexpr std::string_view doc =
      "Diameter 2 near the Moore bound: 2 q^2 routers of degree (3 q - delta) / 2, the McKay-Miller-Siran graph of a prime power "
      "q = 4 w + delta, delta -1, 0 or 1 (Besta & Hoefler, Slim Fly: A Cost Effective Low-Diameter Network Topology, SC 2014; "
      "Hafner, J. Comb. Theory B 90, 2004). Channel classes: column, cross.";
  static constexpr std::string_view formulae =
      "routers = 2 q^2, q = 4 w + delta a prime power, degree = (3 q - delta) / 2, diameter = 2";
  static constexpr std::tuple schema{
      param("q", &Params::q, Range{2, 65521}, "prime power other than 2").size(),
      param("concentration", &Params::concentration, Range{0, 65535},
            "terminals per router; 0: half the degree, rounded up"),
  };
  static constexpr bool bidirectional = true;

  explicit SlimFly(Params const& params);
  static void check(Params const& params);
  static std::vector<Params> samples() { return {{3}, {4, 1}, {7}, {8}, {9, 2}, {11}}; }
  static Members members(std::uint64_t i) { return {numbered("q=#", i)}; }

  Params const& params() const { return params_; }
  std::uint16_t degree(RouterId) const { return static_cast<std::uint16_t>(generators_ + q_); }
  Hop neighbor(RouterId r, PortId p) const;
  std::vector<ChannelClass> classes() const { return {{"column"}, {"cross"}}; }
  ClassId class_of(RouterId, PortId p) const { return {static_cast<std::uint16_t>(p.v >= generators_)}; }
  std::uint32_t distance(RouterId a, RouterId b) const;
  std::uint32_t diameter() const { return 2; }
  /// Calls visit(PortId) for each port of a on a shortest path to b. Two routers of the same grid in
  /// different columns have exactly one common neighbor; the common neighbors of nonadjacent routers of
  /// different grids are in their own columns.
  template <class Visit>
  void visit_minimal_ports(RouterId a, RouterId b, Visit visit) const;
  /// Returns the middle router of the unique two-hop path between two routers of the same grid in different
  /// columns. From (x, y) to (x', y') of grid 0 it is (m, c) of grid 1 with m = (x - x')^-1 (y - y') and c =
  /// y - m x; from (m, c) to (m', c') of grid 1 it is (x, y) of grid 0 with x = -(m - m')^-1 (c - c') and y =
  /// m x + c (E. Solomonik, Network interconnect topologies, 2016, "Slim-fly routing").
  RouterId middle(RouterId a, RouterId b) const;
  KnownMetrics known() const;
  /// Returns the position of a router as (grid,x,y): grid, column and row.
  std::string coordinates(RouterId r) const;

  /// Returns a drawing with every column of the two grids as a group.
  DrawingHint drawing() const {
    return {PictureStyle::groups,
            [q = static_cast<std::uint32_t>(params().q)](RouterId r) { return r.v / q; }};
  }

 private:
  using Element = FiniteField::Element;
  struct Coordinates {
    std::uint32_t grid;
    Element column, row;
  };
  Coordinates locate(RouterId r) const {
    auto const column = by_q_.quotient(r.v), grid = static_cast<std::uint32_t>(column >= q_);
    return {grid, column - grid * q_, r.v - column * q_};
  }
  RouterId router(Coordinates const& at) const { return {(at.grid * q_ + at.column) * q_ + at.row}; }
  /// Returns the row of the router in `column` of the other grid to which `at` is linked.
  Element row_in(Coordinates const& at, Element column) const {
    auto const product = field_.multiply(at.column, column);
    return at.grid == 0 ? field_.subtract(at.row, product) : field_.add(product, at.row);
  }
  /// Returns the column of the other grid that contains the common neighbor of two routers of the same grid.
  /// The routers must be in different columns.
  Element middle_column(Coordinates const& from, Coordinates const& to) const {
    auto const ratio =
        field_.divide(field_.subtract(to.row, from.row), field_.subtract(to.column, from.column));
    return from.grid == 0 ? ratio : field_.negate(ratio);
  }
  /// Returns the port of a router of `grid` to the row of its column at `difference`; `none` if the
  /// difference is not a generator.
  std::uint16_t port_of(std::uint32_t grid, Element difference) const { return port_of_[grid][difference]; }

  static constexpr std::uint16_t none = 0xffff;
  Params params_;
  std::uint32_t q_, generators_;
  Divisor by_q_;
  FiniteField field_;
  std::array<std::vector<Element>, 2> generator_;
  std::array<std::vector<std::uint16_t>, 2> port_of_;
};

inline Hop SlimFly::neighbor(RouterId r, PortId p) const {
  auto const at = locate(r);
  if (p.v >= generators_) {
    auto const column = p.v - generators_;
    return {router({1 - at.grid, column, row_in(at, column)}),
            {static_cast<std::uint16_t>(generators_ + at.column)}};
  }
  auto const step = generator_[at.grid][p.v];
  return {router({at.grid, at.column, field_.add(at.row, step)}), {port_of(at.grid, field_.negate(step))}};
}

inline std::uint32_t SlimFly::distance(RouterId a, RouterId b) const {
  if (a == b) return 0;
  auto const from = locate(a), to = locate(b);
  if (from.grid != to.grid) return row_in(from, to.column) == to.row ? 1 : 2;
  if (from.column != to.column) return 2;
  return port_of(from.grid, field_.subtract(to.row, from.row)) != none ? 1 : 2;
}

inline RouterId SlimFly::middle(RouterId a, RouterId b) const {
  auto const from = locate(a), to = locate(b);
  WEFT_EXPECT(from.grid == to.grid && from.column != to.column);
  auto const column = middle_column(from, to);
  return router({1 - from.grid, column, row_in(from, column)});
}

template <class Visit>
void SlimFly::visit_minimal_ports(RouterId a, RouterId b, Visit visit) const {
  if (a == b) return;
  auto const from = locate(a), to = locate(b);
  auto const cross = [&](Element column) { visit(PortId{static_cast<std::uint16_t>(generators_ + column)}); };
  auto const column = [&](std::uint16_t port) {
    if (port != none) visit(PortId{port});
    return port != none;
  };
  if (from.grid != to.grid) {
    if (row_in(from, to.column) == to.row) return cross(to.column);
    column(port_of(from.grid, field_.subtract(row_in(to, from.column), from.row)));
    if (port_of(to.grid, field_.subtract(to.row, row_in(from, to.column))) != none) cross(to.column);
  } else if (from.column != to.column) {
    cross(middle_column(from, to));
  } else {
    auto const apart = field_.subtract(to.row, from.row);
    if (column(port_of(from.grid, apart))) return;
    for (std::uint16_t p = 0; p < generators_; ++p)
      if (port_of(from.grid, field_.subtract(apart, generator_[from.grid][p])) != none) visit(PortId{p});
  }
}

}  // namespace weft::topology
