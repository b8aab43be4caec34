// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/core/bounds.hpp"
#include "weft/topology/shape/moore_graph.hpp"

namespace weft::topology {

/// The Moore graph of degree 3 and diameter 2: a pentagon 0..4, a pentagram 5..9 and a spoke from i to i + 5.
/// Ports: one step along the pentagon or pentagram in each direction, then the spoke.
class Petersen : public MooreGraph {
 public:
  static constexpr std::string_view name = "petersen";
  static constexpr std::string_view doc =
      "The Moore graph of degree 3 and diameter 2: 10 routers, a pentagon and a pentagram joined by spokes "
      "(Hoffman & Singleton, On Moore graphs with diameters 2 and 3, IBM J. 4, 1960). One channel class: link.";
  static constexpr std::string_view formulae =
      "10 routers of degree 3, diameter = 2, girth = 5: meets the Moore bound";

  explicit Petersen(Params const& params) : MooreGraph(3, params) {}
  Hop neighbor(RouterId r, PortId p) const {
    if (p.v == 2) return {{(r.v + 5) % 10}, p};
    auto const first = r.v / 5 * 5, step = first == 0 ? 1u : 2u;
    return {{first + (r.v + (p.v == 0 ? 5 - step : step)) % 5}, {static_cast<std::uint16_t>(1 - p.v)}};
  }
  std::uint32_t distance(RouterId a, RouterId b) const {
    return distance_by([&](RouterId r, PortId p) { return neighbor(r, p); }, a, b);
  }
  KnownMetrics known() const {
    auto known = known_of_degree();
    known.bisection = exactly(5, "spectral bound, met by pentagon and pentagram");
    return known;
  }

  /// Returns a drawing of the pentagon around the pentagram.
  DrawingHint drawing() const {
    return {PictureStyle::rings, [](RouterId r) { return r.v / 5; }};
  }
};

}  // namespace weft::topology
