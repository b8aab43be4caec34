// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/topology/family.hpp"

namespace weft::topology {

/// A square mesh of routers with a processor at each of the 4 side ports on its boundary. Router (x, y) has
/// number x + y side; the processors follow, first at the low and the high end of the rows, then of the
/// columns. Ports of a router: x minus, x plus, y minus, y plus.
class CoatedMesh {
 public:
  struct Params {
    std::int64_t side = 4;
  };
  static constexpr std::string_view name = "coated_mesh";
  static constexpr std::string_view doc =
      "A square mesh of routers coated with processors, one at each of its 4 side boundary ports (Leppanen & "
      "Penttonen, Work-optimal simulation of PRAM models on meshes, Nordic Journal of Computing 1995). "
      "Diameter 2 side. Channel classes: dim0, dim1 between routers, coat at the processors.";
  static constexpr std::string_view formulae = "routers = side^2, processors = 4 side, diameter = 2 side";
  static constexpr std::tuple schema{
      param("side", &Params::side, Range{1, 65533}, "routers along each dimension").size(),
  };
  static constexpr bool bidirectional = true;

  explicit CoatedMesh(Params const& params) : params_(params), shape_({params.side, params.side}) {}
  static void check(Params const&) {}
  static std::vector<Params> samples() { return {{1}, {2}, {3}, {6}}; }

  Params const& params() const { return params_; }
  /// Returns the grid of the routers, without the processors.
  CartesianShape const& mesh() const { return shape_; }
  std::uint64_t num_routers() const { return shape_.size() + num_terminals(); }
  std::uint64_t num_terminals() const { return std::uint64_t{4} * side(); }
  static constexpr bool nodes_are_hosts = true;
  std::uint64_t num_nodes() const { return num_terminals(); }
  bool is_node(RouterId r) const { return r.v >= shape_.size(); }
  std::uint16_t degree(RouterId r) const { return is_node(r) ? 1 : 4; }
  Hop neighbor(RouterId r, PortId p) const;
  RouterId injection_router(TerminalId e) const { return {static_cast<std::uint32_t>(shape_.size()) + e.v}; }
  RouterId ejection_router(TerminalId e) const { return injection_router(e); }
  TerminalRange terminals_at(RouterId r) const {
    if (!is_node(r)) return {};
    return {{r.v - static_cast<std::uint32_t>(shape_.size())}, 1};
  }
  std::vector<ChannelClass> classes() const { return {{"dim0"}, {"dim1"}, {"coat"}}; }
  ClassId class_of(RouterId r, PortId p) const {
    return {static_cast<std::uint16_t>(is_node(r) || is_node(neighbor(r, p).router) ? 2 : p.v / 2)};
  }

  std::uint32_t distance(RouterId a, RouterId b) const;
  std::uint32_t diameter() const { return 2 * side(); }
  /// Returns a drawing of the mesh within a frame of processors.
  DrawingHint drawing() const;
  KnownMetrics known() const;
  /// Returns a layout of the mesh with a processor at each end of its rows and columns.
  GridLayout layout_hint() const;
  /// Returns three readings: the 4 side - 2 processors of Leppanen & Penttonen (Sparse networks, slides,
  /// 2007) equal neither the 4 side - 4 boundary routers nor the 4 side boundary ports.
  std::vector<CapacityReading> capacity_readings() const;

 private:
  std::uint32_t side() const { return shape_.side(0); }
  /// Returns the router to which a processor is attached.
  RouterId inner(RouterId node) const;

  Params params_;
  CartesianShape shape_;
};

}  // namespace weft::topology
