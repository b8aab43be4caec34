// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/topology/family.hpp"

namespace weft::topology {

/// Levels 0..k of 2^k routers each; router level * 2^k + row. Between levels i and i + 1, a straight link
/// stays in the row and a cross link flips bit i of the row. Terminals are at level 0. Ports: straight and
/// cross to the level above, then to the level below; absent ports of the first and last level are omitted.
class Butterfly {
 public:
  struct Params {
    std::int64_t dimension = 3;
    std::int64_t concentration = 1;
  };
  static constexpr std::string_view name = "butterfly";
  static constexpr std::string_view doc =
      "dimension + 1 levels of 2^dimension routers; level i is linked to level i + 1 straight, and to the "
      "row that differs in bit i (Leighton, Introduction to Parallel Algorithms and Architectures, section "
      "3.2). The terminals are at level 0. Diameter 2 dimension. Channel classes: straight, cross.";
  static constexpr std::string_view formulae =
      "switches = (dimension + 1) 2^dimension, diameter = 2 dimension";
  static constexpr std::tuple schema{
      param("dimension", &Params::dimension, Range{1, 27},
            "number of levels minus one; also the bits of a row")
          .size(),
      param("concentration", &Params::concentration, Range{1, 65535}, "terminals per router of level 0"),
  };
  static constexpr bool bidirectional = true;

  explicit Butterfly(Params const& params)
      : params_(params),
        dimension_(static_cast<std::uint32_t>(params.dimension)),
        terminals_(rows(), static_cast<std::uint64_t>(params.concentration)) {}
  static void check(Params const& params);
  static std::vector<Params> samples() { return {{1}, {2}, {4, 2}}; }

  Params const& params() const { return params_; }
  std::uint64_t num_routers() const { return (dimension_ + std::uint64_t{1}) << dimension_; }
  std::uint64_t num_terminals() const { return terminals_.num_terminals(); }
  std::uint32_t level_of(RouterId r) const { return r.v >> dimension_; }
  std::uint16_t degree(RouterId r) const { return r.v < rows() || r.v >> dimension_ == dimension_ ? 2 : 4; }
  Hop neighbor(RouterId r, PortId p) const;
  RouterId injection_router(TerminalId e) const { return terminals_.injection_router(e); }
  RouterId ejection_router(TerminalId e) const { return terminals_.injection_router(e); }
  TerminalRange terminals_at(RouterId r) const {
    return r.v < rows() ? terminals_.terminals_at(r) : TerminalRange{};
  }
  std::vector<ChannelClass> classes() const { return {{"straight"}, {"cross"}}; }
  ClassId class_of(RouterId, PortId p) const { return {static_cast<std::uint16_t>(p.v % 2)}; }
  /// Returns the distance. A shortest path crosses every level at which the bits differ and turns only at the
  /// outermost of these levels or at the levels of its ends.
  std::uint32_t distance(RouterId a, RouterId b) const;
  std::uint32_t diameter() const { return 2 * dimension_; }
  KnownMetrics known() const;

 private:
  std::uint32_t rows() const { return std::uint32_t{1} << dimension_; }
  Params params_;
  std::uint32_t dimension_;
  Concentrated terminals_;
};

inline Hop Butterfly::neighbor(RouterId r, PortId p) const {
  auto const level = r.v >> dimension_, cross = p.v & 1u;
  bool const up = level == 0 || (level < dimension_ && p.v < 2);
  if (up)
    return {{(r.v + rows()) ^ cross << level},
            {static_cast<std::uint16_t>((level + 1 < dimension_ ? 2 : 0) + cross)}};
  return {{(r.v - rows()) ^ cross << (level - 1)}, {static_cast<std::uint16_t>(cross)}};
}

}  // namespace weft::topology
