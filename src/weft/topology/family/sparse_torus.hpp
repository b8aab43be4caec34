// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/topology/family.hpp"

namespace weft::topology {

/// The sparse torus ST(d, n): nodes {0..n-1}^d, and a channel from x to x + e_i mod n for each dimension i.
/// The n^(d-1) nodes whose coordinates sum to 0 mod n are processors, the others routers; the first d - 1
/// coordinates of processor e are the digits of e. Input and output port i belong to dimension i.
class SparseTorus {
 public:
  struct Params {
    std::int64_t dimensions = 2;
    std::int64_t side = 4;
  };
  static constexpr std::string_view name = "sparse_torus";
  static constexpr std::string_view doc =
      "The sparse torus ST(d, n) (Honkanen, Leppanen & Penttonen, Address-free all-to-all routing in sparse "
      "torus, PaCT 2007): a torus of n^d nodes with one channel per dimension, all upward. Only the n^(d-1) "
      "nodes with coordinates that sum to 0 mod n are processors, so that the network can carry their traffic. "
      "Diameter d (n-1); processors are at distances n, 2n, .. (d-1) n. Channel classes: dim0, dim1, ..";
  static constexpr std::string_view formulae =
      "nodes = side^dimensions, processors = side^(dimensions-1), diameter = dimensions (side - 1)";
  static constexpr std::tuple schema{
      param("dimensions", &Params::dimensions, Range{1, 32}, "number of dimensions, d").size(),
      param("side", &Params::side, Range{2, 4294967295}, "nodes along each dimension").size(),
  };
  static constexpr bool vertex_transitive = true;

  explicit SparseTorus(Params const& params)
      : params_(params), shape_(Sides(static_cast<std::size_t>(params.dimensions), params.side)) {}
  static void check(Params const& params);
  static std::vector<Params> samples() {
    return {{1, 5}, {2, 2}, {2, 5}, {3, 4}, {4, 3}, {3, 2}, {1, 2}, {1, 3}};
  }
  static Members members(std::uint64_t i) { return {numbered("dimensions=3,side=#", i)}; }

  Params const& params() const { return params_; }
  CartesianShape const& shape() const { return shape_; }
  std::uint64_t num_routers() const { return shape_.size(); }
  std::uint64_t num_terminals() const { return shape_.size() / shape_.side(0); }
  static constexpr bool nodes_are_hosts = false;
  std::uint64_t num_nodes() const { return num_terminals(); }
  bool is_node(RouterId r) const { return level(r) == 0; }
  /// Returns the level of a router, the sum of its coordinates mod n. Every hop leads to the next level.
  std::uint32_t level(RouterId r) const;
  std::uint16_t degree(RouterId) const { return static_cast<std::uint16_t>(shape_.dims()); }
  Hop neighbor(RouterId r, PortId p) const {
    auto const coord = shape_.coord(r, p.v), next = coord + 1 == shape_.side(p.v) ? 0 : coord + 1;
    return {shape_.shift(r, p.v, next - coord), p};
  }
  RouterId injection_router(TerminalId e) const;
  RouterId ejection_router(TerminalId e) const { return injection_router(e); }
  TerminalRange terminals_at(RouterId r) const {
    if (!is_node(r)) return {};
    return {{shape_.below(r, shape_.dims() - 1)}, 1};
  }
  std::vector<ChannelClass> classes() const { return numbered_classes("dim", 0, shape_.dims()); }
  ClassId class_of(RouterId, PortId p) const { return {p.v}; }

  std::uint32_t distance(RouterId a, RouterId b) const;
  std::uint32_t diameter() const { return shape_.dims() * (shape_.side(0) - 1); }
  KnownMetrics known() const;
  GridLayout layout_hint() const { return {{{shape_, std::vector<bool>(shape_.dims(), true)}}}; }
  /// Returns the reading of Leppanen & Penttonen (Sparse networks: balance of processing and communication,
  /// slides, 2007), with the maximum distance between two processors, (d - 1) n; in two dimensions all pairs
  /// of processors have this distance.
  std::vector<CapacityReading> capacity_readings() const {
    auto const dims = shape_.dims();
    return {{"slides", num_terminals(), (dims - std::uint64_t{1}) * shape_.side(0), dims * num_routers()}};
  }

 private:
  void count_pairs(KnownMetrics& known) const;

  Params params_;
  CartesianShape shape_;
};

}  // namespace weft::topology
