#pragma once

#include <tuple>
#include <vector>

#include "weft/topology/drawing_hint.hpp"
#include "weft/topology/metric/bisection.hpp"
#include "weft/topology/shape/moore_graph.hpp"

namespace weft::topology {

/// The Moore graph of degree 3 and diameter 2: a pentagon 0..4, a pentagram 5..9 and a spoke from i to i + 5. Ports: a step (of
/// two in the pentagram) back and forth, then the spoke.
class Petersen : public Concentrated {
 public:
  struct Params {
    std::int64_t concentration = 1;
  };
  static constexpr std::string_view name = "petersen";
  static constexpr std::string_view doc =
      "The Moore graph of degree 3 and diameter 2: 10 routers, a pentagon and a pentagram joined by spokes "
      "(Hoffman & "
      "Singleton, On Moore graphs with diameters 2 and 3, IBM J. 4, 1960). One channel class: link.";
  static constexpr std::string_view formulae =
      "10 routers of degree 3, diameter = 2, girth = 5: the Moore bound is met";
  static constexpr std::tuple schema{
      param("concentration", &Params::concentration, Range{1, 65535}, "terminals per router"),
  };
  static constexpr bool bidirectional = true;
  static constexpr bool vertex_transitive = true;

  explicit Petersen(Params const& params)
      : Concentrated(10, static_cast<std::uint64_t>(params.concentration)), params_(params) {}
  static void check(Params const&) {}
  static std::vector<Params> samples() { return {{3}}; }

  Params const& params() const { return params_; }
  std::uint16_t degree(RouterId) const { return 3; }
  std::uint16_t in_degree(RouterId) const { return 3; }
  Hop neighbor(RouterId r, PortId p) const {
    if (p.v == 2) return {{(r.v + 5) % 10}, p};
    auto const first = r.v / 5 * 5, step = first == 0 ? 1u : 2u;
    return {{first + (r.v + (p.v == 0 ? 5 - step : step)) % 5}, {static_cast<std::uint16_t>(1 - p.v)}};
  }
  Hop source(RouterId r, PortId p) const { return neighbor(r, p); }
  std::vector<ChannelClass> classes() const { return {{"link"}}; }
  ClassId class_of(RouterId, PortId) const { return {0}; }
  std::uint32_t distance(RouterId a, RouterId b) const {
    auto hops = a == b ? 0u : 2u;
    for (std::uint16_t p = 0; p < 3; ++p)
      if (neighbor(a, {p}).router == b) hops = 1;
    return hops;
  }
  std::uint32_t diameter() const { return 2; }
  KnownMetrics known() const {
    auto known = moore_metrics(3, concentration());
    known.bisection = exactly(5, "spectral bound, met by pentagon and pentagram");
    return known;
  }

  /// The pentagon around the pentagram.
  DrawingHint drawing() const {
    return {PictureStyle::rings, [](RouterId r) { return r.v / 5; }};
  }

 private:
  Params params_;
};

}  // namespace weft::topology
