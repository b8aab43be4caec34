// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "weft/topology/family.hpp"
#include "weft/topology/shape/finite_field.hpp"

namespace weft::topology {

/// The points of the projective plane over the field of q elements, linked if their vectors are orthogonal
/// (the graph of Erdos and Renyi). Point (1, a, b) has number a q + b, (0, 1, a) has q^2 + a, and (0, 0, 1)
/// has q^2 + q. Ports are in the order of the points orthogonal to the router; a quadric, which is orthogonal
/// to itself, has no port to itself.
class Polarfly : public Concentrated {
 public:
  struct Params {
    std::int64_t q = 7;
    std::int64_t concentration = 1;
  };
  static constexpr std::string_view name = "polarfly";
  static constexpr std::string_view doc =
      "The q^2 + q + 1 points of the projective plane of a prime power q, linked if they are orthogonal "
      "(Lakhotia et al., PolarFly: A Cost-Effective and Flexible Low-Diameter Topology, SC 2022): diameter "
      "2, degree q + 1, which approaches the Moore bound as q grows; the q + 1 quadrics, orthogonal to "
      "themselves, have degree q. One channel class: link.";
  static constexpr std::string_view formulae =
      "n = q^2 + q + 1, degree = q + 1 (q at the q + 1 self-orthogonal points), diameter = 2";
  static constexpr std::tuple schema{
      param("q", &Params::q, Range{2, 65521}, "prime power").size(),
      param("concentration", &Params::concentration, Range{1, 65535}, "terminals per router"),
  };
  static constexpr bool bidirectional = true;

  explicit Polarfly(Params const& params)
      : Concentrated(size_of(params.q), static_cast<std::uint64_t>(params.concentration)),
        params_(params),
        q_(static_cast<std::uint32_t>(params.q)),
        by_q_(q_),
        field_(q_) {}
  static void check(Params const& params);
  static std::vector<Params> samples() { return {{2}, {3, 2}, {4}, {5}, {9}}; }
  static Members members(std::uint64_t i) { return {numbered("q=#", i)}; }

  Params const& params() const { return params_; }
  std::uint16_t degree(RouterId r) const { return static_cast<std::uint16_t>(q_ + !is_quadric(point(r))); }
  Hop neighbor(RouterId r, PortId p) const {
    auto const at = point(r);
    auto const next = orthogonal(at, p.v + (is_quadric(at) && p.v >= index(at, at)));
    return {number(next), port(next, at)};
  }
  std::vector<ChannelClass> classes() const { return {{"link"}}; }
  ClassId class_of(RouterId, PortId) const { return {0}; }
  /// Returns whether the router is a quadric, which is orthogonal to itself.
  bool is_quadric(RouterId r) const { return is_quadric(point(r)); }
  std::uint32_t distance(RouterId a, RouterId b) const {
    return a == b ? 0 : dot(point(a), point(b)) == 0 ? 1 : 2;
  }
  std::uint32_t diameter() const { return 2; }
  /// Calls visit(PortId) for the port of a on the unique shortest path to b; if a and b are not adjacent, the
  /// path visits the point orthogonal to both.
  template <class Visit>
  void visit_minimal_ports(RouterId a, RouterId b, Visit visit) const {
    if (a == b) return;
    auto const from = point(a), to = point(b);
    visit(dot(from, to) == 0 ? port(from, to) : port(from, middle(from, to)));
  }
  KnownMetrics known() const;

 private:
  using Point = std::array<FiniteField::Element, 3>;  // the first nonzero coordinate is 1
  static std::uint64_t size_of(std::int64_t q) { return static_cast<std::uint64_t>(q * q + q + 1); }
  Point point(RouterId r) const {
    auto const a = by_q_.quotient(r.v), b = r.v - a * q_;
    if (a < q_) return {1, a, b};
    return a == q_ ? Point{0, 1, b} : Point{0, 0, 1};
  }
  RouterId number(Point const& x) const {
    return {x[0] != 0 ? x[1] * q_ + x[2] : x[1] != 0 ? q_ * q_ + x[2] : q_ * q_ + q_};
  }
  FiniteField::Element dot(Point const& u, Point const& v) const {
    return field_.add(field_.add(field_.multiply(u[0], v[0]), field_.multiply(u[1], v[1])),
                      field_.multiply(u[2], v[2]));
  }
  bool is_quadric(Point const& u) const { return dot(u, u) == 0; }
  /// Returns the point with index `i`, 0..q, among the points orthogonal to u.
  Point orthogonal(Point const& u, std::uint32_t i) const;
  /// Returns the index of v among the points orthogonal to u, which must include v.
  std::uint32_t index(Point const& u, Point const& v) const {
    if (u[2] != 0) return v[0] != 0 ? v[1] : q_;
    return (u[1] != 0 ? v[0] : v[1]) != 0 ? v[2] : q_;
  }
  PortId port(Point const& from, Point const& to) const {
    auto const i = index(from, to);
    return {static_cast<std::uint16_t>(i - (is_quadric(from) && i > index(from, from)))};
  }
  /// Returns the point orthogonal to u and v.
  Point middle(Point const& u, Point const& v) const;

  Params params_;
  std::uint32_t q_;
  Divisor by_q_;
  FiniteField field_;
};

}  // namespace weft::topology
