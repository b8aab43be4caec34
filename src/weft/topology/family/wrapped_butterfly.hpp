// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/topology/family.hpp"

namespace weft::topology {

/// The butterfly with its last level merged into the first: vertex level * 2^k + row, level < k. The vertices
/// of level 0 are the computing nodes, the others routers. Ports: straight and cross to the next level, then
/// straight and cross to the previous level.
class WrappedButterfly {
 public:
  struct Params {
    std::int64_t dimension = 3;
  };
  static constexpr std::string_view name = "wrapped_butterfly";
  static constexpr std::string_view doc =
      "The butterfly with its last level merged into the first: dimension levels of 2^dimension vertices of degree "
      "4. The vertices of level 0 are the P computing nodes, the others are P (log P - 1) routers "
      "(Solomonik, Network interconnect topologies, CS 598; Leighton, Introduction to Parallel Algorithms "
      "and Architectures, section 3.2). Diameter floor(3 dimension / 2). Channel classes: straight, cross.";
  static constexpr std::string_view formulae =
      "vertices = dimension 2^dimension of degree 4, bisection = 2^dimension";
  static constexpr std::tuple schema{
      param("dimension", &Params::dimension, Range{1, 27},
            "number of levels, and bits of a row; below 3 there are loops or double links")
          .size(),
  };
  static constexpr bool bidirectional = true;
  static constexpr bool vertex_transitive = true;

  explicit WrappedButterfly(Params const& params)
      : params_(params), dimension_(static_cast<std::uint32_t>(params.dimension)) {}
  static void check(Params const&) {}
  static std::vector<Params> samples() { return {{1}, {2}, {4}, {5}}; }

  Params const& params() const { return params_; }
  std::uint64_t num_routers() const { return std::uint64_t{dimension_} << dimension_; }
  std::uint64_t num_terminals() const { return rows(); }
  static constexpr bool nodes_are_hosts = false;
  std::uint64_t num_nodes() const { return rows(); }
  bool is_node(RouterId r) const { return r.v < rows(); }
  std::uint16_t degree(RouterId) const { return 4; }
  Hop neighbor(RouterId r, PortId p) const;
  RouterId injection_router(TerminalId e) const { return {e.v}; }
  RouterId ejection_router(TerminalId e) const { return {e.v}; }
  TerminalRange terminals_at(RouterId r) const {
    return is_node(r) ? TerminalRange{{r.v}, 1} : TerminalRange{};
  }
  std::vector<ChannelClass> classes() const { return {{"straight"}, {"cross"}}; }
  ClassId class_of(RouterId, PortId p) const { return {static_cast<std::uint16_t>(p.v % 2)}; }
  /// Returns the distance. A shortest path crosses every step between levels in which the bits differ: it
  /// goes around all levels at most once, or back and forth, omitting the longest run of equal bits.
  std::uint32_t distance(RouterId a, RouterId b) const;
  std::uint32_t diameter() const { return 3 * dimension_ / 2; }
  KnownMetrics known() const;

  /// Returns a drawing with the levels as stages.
  DrawingHint drawing() const {
    return {PictureStyle::stages,
            [d = static_cast<std::uint32_t>(params().dimension)](RouterId r) { return r.v >> d; }};
  }

 private:
  std::uint32_t rows() const { return std::uint32_t{1} << dimension_; }
  Params params_;
  std::uint32_t dimension_;
};

inline Hop WrappedButterfly::neighbor(RouterId r, PortId p) const {
  auto const level = r.v >> dimension_, last = dimension_ - 1, cross = p.v & 1u;
  if (p.v < 2)
    return {{(level == last ? r.v - last * rows() : r.v + rows()) ^ cross << level},
            {static_cast<std::uint16_t>(2 + cross)}};
  auto const bit = level == 0 ? last : level - 1;
  return {{(level == 0 ? r.v + last * rows() : r.v - rows()) ^ cross << bit},
          {static_cast<std::uint16_t>(cross)}};
}

}  // namespace weft::topology
