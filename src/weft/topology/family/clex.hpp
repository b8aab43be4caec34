#pragma once

#include <array>
#include <string>

#include "weft/topology/family.hpp"

namespace weft::topology {

/// The end of a CLEX edge of level L >= 2 in the copy it leads to.
enum class Landing { low, high };
/// The number of channels of each level L >= 2 of a CLEX node.
enum class Links { full, single };

}  // namespace weft::topology

namespace weft {
template <>
inline constexpr EnumValue<topology::Landing> enum_values<topology::Landing>[] = {
    {"low", topology::Landing::low, "(i, a.., b, j) -> (j, a.., b, w): the lowest digit is free"},
    {"high", topology::Landing::high, "(i, a.., b, j) -> (j, w, a.., b): the second highest digit is free"}};
template <>
inline constexpr EnumValue<topology::Links> enum_values<topology::Links>[] = {
    {"full", topology::Links::full, "m channels per level, self loops and parallels included"},
    {"single", topology::Links::single,
     "one channel of capacity m per level >= 2: (i, a.., b, j) -> (j, a.., b, i)"}};
}  // namespace weft

namespace weft::topology {

/// Cliques of cliques. C(m, 1) is a directed clique of m nodes with self loops; C(m, L) is m copies of C(m,
/// L-1) plus m edges per node, which lead node (d_L, .., d_1) to copy d_L = d_1. A node is its base-m digits,
/// d_1 the lowest. Output port (L-1) m + w is the edge of level L that lands on free digit w (level 1: leads
/// to d_1 = w); it enters by input port (L-1) m + i, where i is the source's digit d_L. With single links,
/// level 1 has no self loop and m - 1 ports, and ports m - 1, m, .. are the swaps of d_1 with d_2, d_3, ..;
/// input and output ports have the same numbers.
class Clex {
 public:
  struct Params {
    std::int64_t m = 4;
    std::int64_t levels = 2;
    Landing landing = Landing::low;
    Links links = Links::full;
    Numbers bandwidth{1};
  };
  static constexpr std::string_view name = "clex";
  static constexpr std::string_view doc =
      "Cliques of cliques (Lenzen & Wattenhofer, CLEX: Yet Another Supercomputer Architecture?, arXiv "
      "1607.00298): m copies of the system one level below, and m directed channels per node and level, all "
      "to the copy that the node's lowest digit names. n = m^levels nodes of degree m * levels, diameter = "
      "levels. Channel classes: level1, level2, ..";
  static constexpr std::string_view formulae =
      "n = m^levels nodes of degree m levels (loops and parallels included), diameter = levels; with single"
      " links degree m + levels - 2 and diameter 2 levels - 1";
  static constexpr std::tuple schema{
      param("m", &Params::m, Range{1, 65535}, "nodes of a clique, copies per level").size(),
      param("levels", &Params::levels, Range{1, 32}, "levels, the clique included").size(),
      param("landing", &Params::landing, "where an edge of level 2 or higher lands"),
      param("links", &Params::links, "all channels of a level, or one of their joint capacity"),
      param("bandwidth", &Params::bandwidth, Range{1e-9, 1e9},
            "bandwidth of a channel of each level, lowest level first; the last one holds for the levels "
            "above"),
  };

  explicit Clex(Params const& params);
  /// Refuses more than 2^32 nodes and more than 65,535 ports per node.
  static void check(Params const& params);
  static std::vector<Params> samples();
  /// With one level it is a clique.
  static Members members(std::uint64_t i) {
    Members members;
    for (std::uint64_t levels = 2; levels <= 32; ++levels)
      members.push_back(numbered("m=#,levels=", i) + std::to_string(levels));
    return members;
  }

  Params const& params() const { return params_; }
  std::uint64_t num_routers() const { return shape_.size(); }
  std::uint64_t num_terminals() const { return shape_.size(); }
  std::uint16_t degree(RouterId) const { return degree_; }
  Hop neighbor(RouterId r, PortId p) const;
  Hop source(RouterId r, PortId p) const;
  RouterId injection_router(TerminalId e) const { return {e.v}; }
  RouterId ejection_router(TerminalId e) const { return {e.v}; }
  TerminalRange terminals_at(RouterId r) const { return {{r.v}, 1}; }
  /// level1, level2, ..; with single links those of level 2 and higher carry m times as much.
  std::vector<ChannelClass> classes() const;
  ClassId class_of(RouterId, PortId p) const { return {static_cast<std::uint16_t>(level_of(p) - 1)}; }

  std::uint32_t m() const { return m_; }
  std::uint32_t levels() const { return shape_.dims(); }
  Landing landing() const { return params_.landing; }
  Links links() const { return params_.links; }
  bool single() const { return params_.links == Links::single; }
  /// The nodes as a grid whose dimension L - 1 is the digit of level L.
  CartesianShape const& digits() const { return shape_; }
  /// d_level of r, level >= 1.
  std::uint32_t digit(RouterId r, std::uint32_t level) const { return shape_.coord(r, level - 1); }
  /// The digits, the highest first, as 3.0.2.
  std::string place(RouterId r) const;
  std::uint32_t level_of(PortId p) const;
  /// Channels of a level that leave each node (as many enter it).
  std::uint32_t ports_of(std::uint32_t level) const { return !single() ? m_ : level == 1 ? m_ - 1 : 1; }

  std::uint64_t num_copies(std::uint32_t level) const {
    return level < levels() ? shape_.size() / shape_.stride(level) : 1;
  }
  std::uint64_t copy_of(RouterId r, std::uint32_t level) const {
    return level < levels() ? shape_.above(r, level) : 0;
  }

  /// Hops from a to b. A digit above the lowest changes only by a hop of its level, which gives it the lowest
  /// digit and then frees that: each digit that differs costs one hop, and one more unless the lowest holds a
  /// value wanted above. With single links the lowest digit receives the one replaced (see jumps). Only where
  /// knows_distance().
  std::uint32_t distance(RouterId a, RouterId b) const;
  /// No closed form is known for landing = high.
  bool knows_distance() const { return params_.landing == Landing::low || levels() <= 2; }
  /// levels, for either landing: every hop replaces one digit at most. 2 levels - 1 with single links.
  std::uint32_t diameter() const { return m_ == 1 ? 0 : single() ? 2 * levels() - 1 : levels(); }
  KnownMetrics known() const;
  PortCounts port_counts() const;
  NestedLayout layout_hint() const { return {shape_}; }
  std::vector<DigitCourse> digit_courses() const;

 private:
  RouterId land(RouterId r, std::uint32_t level, std::uint32_t free) const;
  RouterId take_off(RouterId r, std::uint32_t level, std::uint32_t top) const;
  std::uint32_t jumps(RouterId a, RouterId b) const;

  Params params_;
  std::uint32_t m_;
  Divisor ports_per_level_;
  CartesianShape shape_;
  std::uint16_t degree_;
};

inline Clex::Clex(Params const& params)
    : params_(params),
      m_(static_cast<std::uint32_t>(params.m)),
      ports_per_level_(m_),
      shape_(Sides(static_cast<std::size_t>(params.levels), params.m)),
      degree_(static_cast<std::uint16_t>(single() ? m_ - 1 + levels() - 1 : m_ * levels())) {}

inline std::uint32_t Clex::level_of(PortId p) const {
  if (!single()) return ports_per_level_.quotient(p.v) + 1;
  return p.v < m_ - 1 ? 1 : p.v - (m_ - 1) + 2;
}

/// The end of the edge of r at `level` >= 2 whose free digit is `free`.
inline RouterId Clex::land(RouterId r, std::uint32_t level, std::uint32_t free) const {
  auto const to = shape_.coord(r, 0), top = level - 1;
  if (landing() == Landing::low || level == 2) return shape_.move(shape_.move(r, top, to), 0, free);
  auto const from = shape_.coord(r, top);
  auto const stride = static_cast<std::uint32_t>(shape_.stride(top)), below = shape_.below(r, top);
  auto const upper = r.v - below - from * stride;
  return {upper + to * stride + free * (stride / m_) + shape_.above({below}, 1)};
}

/// The start of the edge of `level` >= 2 that lands on r and comes from copy `top`: the inverse of land.
inline RouterId Clex::take_off(RouterId r, std::uint32_t level, std::uint32_t top) const {
  auto const to = shape_.coord(r, level - 1);
  auto const start = shape_.move(r, level - 1, top);
  if (landing() == Landing::low || level == 2) return shape_.move(start, 0, to);
  auto const kept = shape_.below(r, level - 2);
  return {start.v - shape_.below(start, level - 1) + kept * m_ + to};
}

inline Hop Clex::neighbor(RouterId r, PortId p) const {
  auto const lowest = shape_.coord(r, 0);
  if (single()) {
    if (p.v >= m_ - 1) return {land(r, level_of(p), digit(r, level_of(p))), p};
    std::uint32_t const to = p.v + (p.v >= lowest);
    return {shape_.shift(r, 0, to - lowest), {static_cast<std::uint16_t>(lowest - (lowest > to))}};
  }
  auto const index = ports_per_level_.quotient(p.v), free = p.v - index * m_;
  auto const from = shape_.coord(r, index);
  return {index == 0 ? shape_.shift(r, 0, free - lowest) : land(r, index + 1, free),
          {static_cast<std::uint16_t>(index * m_ + from)}};
}

inline Hop Clex::source(RouterId r, PortId p) const {
  if (single()) return neighbor(r, p);  // swaps and the links of a clique are their own inverses
  auto const index = ports_per_level_.quotient(p.v), from = p.v - index * m_;
  auto const free = shape_.coord(r, landing() == Landing::high && index > 1 ? index - 1 : 0);
  return {index == 0 ? shape_.move(r, 0, from) : take_off(r, index + 1, from),
          {static_cast<std::uint16_t>(index * m_ + free)}};
}

}  // namespace weft::topology
