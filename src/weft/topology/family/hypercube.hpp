// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <tuple>

#include "weft/topology/shape/hamming.hpp"

namespace weft::topology {

/// The binary cube: the bits of a router's number are its coordinates, and port d leads along dimension d.
class Hypercube : public Concentrated {
 public:
  struct Params {
    std::int64_t dimensions = 4;
    std::int64_t concentration = 1;
  };
  static constexpr std::string_view name = "hypercube";
  static constexpr std::string_view doc =
      "2^dimensions routers, linked if their numbers differ in one bit: degree and diameter = dimensions "
      "(Dally & Towles, Principles and Practices of Interconnection Networks, ch. 5: the binary n-cube). "
      "Channel classes: one per dimension.";
  static constexpr std::string_view formulae =
      "n = 2^dimensions, links = dimensions n / 2, diameter = dimensions, bisection = n / 2";
  static constexpr std::tuple schema{
      param("dimensions", &Params::dimensions, Range{1, 32}, "number of dimensions").size(),
      param("concentration", &Params::concentration, Range{1, 65535}, "terminals per router"),
  };
  static constexpr bool bidirectional = true;
  static constexpr bool routers_are_nodes = true;
  static constexpr bool vertex_transitive = true;

  explicit Hypercube(Params const& params)
      : Concentrated(std::uint64_t{1} << params.dimensions, static_cast<std::uint64_t>(params.concentration)),
        params_(params),
        shape_(sides()) {}
  static void check(Params const& params) {
    check_sizes("dimensions give", static_cast<double>(std::uint64_t{1} << params.dimensions), 32,
                static_cast<double>(params.concentration));
  }
  static std::vector<Params> samples() { return {{1}, {2}, {3, 2}, {7}}; }

  Params const& params() const { return params_; }
  std::uint16_t degree(RouterId) const { return static_cast<std::uint16_t>(params_.dimensions); }
  Hop neighbor(RouterId r, PortId p) const { return {{r.v ^ std::uint32_t{1} << p.v}, p}; }
  std::vector<ChannelClass> classes() const { return numbered_classes("dim", 0, degree({})); }
  ClassId class_of(RouterId, PortId p) const { return {p.v}; }
  CartesianShape const& shape() const { return shape_; }
  PortId port_toward(RouterId, std::uint32_t dim, std::uint32_t) const {
    return {static_cast<std::uint16_t>(dim)};
  }
  bool wraps(std::uint32_t) const { return false; }
  std::uint32_t distance(RouterId a, RouterId b) const {
    return static_cast<std::uint32_t>(std::popcount(a.v ^ b.v));
  }
  std::uint32_t diameter() const { return degree({}); }
  KnownMetrics known() const { return hamming_metrics(sides(), 1, concentration()); }

 private:
  Sides sides() const { return Sides(static_cast<std::size_t>(params_.dimensions), 2); }
  Params params_;
  CartesianShape shape_;
};

}  // namespace weft::topology
