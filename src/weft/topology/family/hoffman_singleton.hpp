// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/topology/metric/bisection.hpp"
#include "weft/topology/shape/moore_graph.hpp"

namespace weft::topology {

/// The Moore graph of degree 7 and diameter 2: five pentagons P0..P4 (routers 5 h + j) and five pentagrams
/// Q0..Q4 (25 + 5 i + j); position j of P_h is linked to position h i + j of Q_i. Ports: one step along the
/// pentagon or pentagram (two positions in a pentagram) in each direction, then the five other links in
/// order.
class HoffmanSingleton : public MooreGraph {
 public:
  static constexpr std::string_view name = "hoffman_singleton";
  static constexpr std::string_view doc =
      "The Moore graph of degree 7 and diameter 2: 50 routers, five pentagons and five pentagrams (Hoffman & "
      "Singleton, On Moore graphs with diameters 2 and 3, IBM J. 4, 1960; Robertson's construction). One "
      "channel class: link.";
  static constexpr std::string_view formulae =
      "50 routers of degree 7, diameter = 2, girth = 5: meets the Moore bound";

  explicit HoffmanSingleton(Params const& params) : MooreGraph(7, params) {}
  Hop neighbor(RouterId r, PortId p) const {
    auto const figure = r.v / 5, position = r.v % 5;
    bool const pentagram = figure >= 5;
    if (p.v < 2) {
      auto const step = pentagram ? 2u : 1u;
      return {{figure * 5 + (position + (p.v == 0 ? 5 - step : step)) % 5},
              {static_cast<std::uint16_t>(1 - p.v)}};
    }
    auto const other = p.v - 2u, turn = figure % 5 * other;
    return {{(pentagram ? 0 : 25) + other * 5 + (position + (pentagram ? 4 * turn : turn)) % 5},
            {static_cast<std::uint16_t>(2 + figure % 5)}};
  }
  std::uint32_t distance(RouterId a, RouterId b) const {
    return distance_by([&](RouterId r, PortId p) { return neighbor(r, p); }, a, b);
  }
  KnownMetrics known() const {
    auto known = known_of_degree();
    known.bisection =
        Bounds{static_cast<double>(spectral_cut(5, 50)), 65, "spectral, three pentagons and two pentagrams"};
    return known;
  }

  /// Returns a drawing with every pentagon and pentagram as a group.
  DrawingHint drawing() const {
    return {PictureStyle::groups, [](RouterId r) { return r.v / 5; }};
  }
};

}  // namespace weft::topology
