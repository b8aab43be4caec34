// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <utility>

#include "weft/topology/family.hpp"
#include "weft/topology/shape/local_network.hpp"

namespace weft::topology {

/// The node of the target copy at which a CLEX edge of level L >= 2 ends.
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
    {"full", topology::Links::full, "m channels per level, including self loops and parallel channels"},
    {"single", topology::Links::single,
     "one channel of capacity m per level >= 2: (i, a.., b, j) -> (j, a.., b, i)"}};
}  // namespace weft

namespace weft::topology {

/// Cliques of cliques. C(m, 1) is a directed clique of m nodes with self loops; C(m, L) consists of m copies
/// of C(m, L-1) and m edges per node, which lead node (d_L, .., d_1) to copy d_L = d_1. A node is identified
/// by its base-m digits; d_1 is the lowest. Output port (L-1) m + w is the edge of level L that lands on free
/// digit w (level 1: leads to d_1 = w); it enters by input port (L-1) m + i, where i is digit d_L of the
/// source. With single links, level 1 has no self loop and m - 1 ports, and ports m - 1, m, .. are the swaps
/// of d_1 with d_2, d_3, ..; input and output ports have the same numbers.
///
/// With a local network instead of cliques, nodes that differ only in d_1 are the routers of a copy of the
/// local network, in its order. Level 1 consists of the channels of the local network, with its port numbers;
/// the ports of level 2 and higher follow, in the order described above.
class Clex {
 public:
  struct Params {
    std::int64_t m = 4;
    std::int64_t levels = 2;
    Landing landing = Landing::low;
    Links links = Links::full;
    Numbers bandwidth{1};
    std::string clique = std::string(full_clique);
  };
  /// Value of the parameter `clique` for cliques of m nodes.
  static constexpr std::string_view full_clique = "complete";
  static constexpr std::string_view name = "clex";
  static constexpr std::string_view doc =
      "Cliques of cliques (Lenzen & Wattenhofer, CLEX: Yet Another Supercomputer Architecture?, arXiv "
      "1607.00298): m copies of the system one level below, and m directed channels per node and level, all "
      "to the copy selected by the node's lowest digit. n = m^levels nodes of degree m * levels, diameter = "
      "levels. The parameter clique replaces the cliques by any local network (\"the high connectivity of "
      "a CLEX system could be considered an abstraction that can be replaced by any efficient local "
      "communication scheme within the cliques\"). Channel classes: level1, level2, ..";
  static constexpr std::string_view formulae =
      "n = m^levels nodes of degree m levels (including loops and parallel channels), diameter = levels; "
      "with single"
      " links degree m + levels - 2 and diameter 2 levels - 1. With a local network, full links and two "
      "levels or more the diameter is levels, too";
  static constexpr std::tuple schema{
      param("m", &Params::m, Range{1, 65535},
            "nodes per clique, and copies per level; with clique=[..], the number of routers of the "
            "local network")
          .size(),
      param("levels", &Params::levels, Range{1, 32}, "number of levels, including the cliques").size(),
      param("landing", &Params::landing, "endpoint of an edge of level 2 or higher"),
      param("links", &Params::links,
            "m channels per node and level, or one channel with their total "
            "capacity"),
      param("bandwidth", &Params::bandwidth, Range{1e-9, 1e9},
            "bandwidth of a channel of each level, lowest level first; the last value applies to all levels "
            "above; the bandwidth of the local network's channels is a factor on level 1"),
      param("clique", &Params::clique,
            "the local network of level 1, any topology with one terminal on every router: "
            "[torus:sides=4x8]; complete: the clique of m nodes")
          .from("topologies"),
  };

  explicit Clex(Params const& params);
  /// Throws InputError for more than 2^32 nodes or more than 65,535 ports per node.
  static void check(Params const& params);
  /// Sets m to the number of routers of the local network. Throws InputError if the spec has a different m.
  static Params read(Spec const& spec);
  static std::vector<Params> samples();
  /// Returns members with two or more levels; a single level is a clique.
  static Members members(std::uint64_t i) {
    Members members;
    for (std::uint64_t levels = 2; levels <= 32; ++levels)
      members.push_back(numbered("m=#,levels=", i) + std::to_string(levels));
    return members;
  }

  Params const& params() const { return params_; }
  std::uint64_t num_routers() const { return shape_.size(); }
  std::uint64_t num_terminals() const { return shape_.size(); }
  std::uint16_t degree(RouterId r) const {
    return local_ ? static_cast<std::uint16_t>(local_->degree(digit(r, 1)) + upper_ports_) : degree_;
  }
  std::uint16_t in_degree(RouterId r) const {
    return local_ ? static_cast<std::uint16_t>(local_->in_degree(digit(r, 1)) + upper_ports_) : degree_;
  }
  Hop neighbor(RouterId r, PortId p) const;
  Hop source(RouterId r, PortId p) const;
  RouterId injection_router(TerminalId e) const { return {e.v}; }
  RouterId ejection_router(TerminalId e) const { return {e.v}; }
  TerminalRange terminals_at(RouterId r) const { return {{r.v}, 1}; }
  /// Returns level1, level2, .. With single links, channels of level 2 and higher have m times the bandwidth.
  std::vector<ChannelClass> classes() const;
  ClassId class_of(RouterId r, PortId p) const { return {static_cast<std::uint16_t>(level_of(r, p) - 1)}; }

  std::uint32_t m() const { return m_; }
  std::uint32_t levels() const { return shape_.dims(); }
  Landing landing() const { return params_.landing; }
  Links links() const { return params_.links; }
  bool single() const { return params_.links == Links::single; }
  /// Returns the network that replaces the cliques; null if there is none.
  LocalNetworkPtr const& local() const { return local_; }
  /// Returns the nodes as a grid with the digit of level L as dimension L - 1.
  CartesianShape const& digits() const { return shape_; }
  /// Returns d_level of r, level >= 1.
  std::uint32_t digit(RouterId r, std::uint32_t level) const { return shape_.coord(r, level - 1); }
  /// Returns the digits, the highest first, such as 3.0.2.
  std::string coordinates(RouterId r) const;
  std::uint32_t level_of(RouterId r, PortId p) const;
  /// Returns the number of channels of `level` that leave each node, which is also the number that enter it.
  /// With a local network, `level` must be above 1.
  std::uint32_t ports_of(std::uint32_t level) const {
    WEFT_EXPECT(level > 1 || !local_);
    return !single() ? m_ : level == 1 ? m_ - 1 : 1;
  }
  /// Returns the number of channels of a level.
  std::uint64_t num_channels_of(std::uint32_t level) const {
    return level == 1 && local_ ? num_copies(1) * local_->num_channels() : num_routers() * ports_of(level);
  }

  std::uint64_t num_copies(std::uint32_t level) const {
    return level < levels() ? shape_.size() / shape_.stride(level) : 1;
  }
  std::uint64_t copy_of(RouterId r, std::uint32_t level) const {
    return level < levels() ? shape_.above(r, level) : 0;
  }

  /// Returns the hops from a to b. Requires has_distance(). A digit above the lowest changes only by a hop of
  /// its level, which assigns it the value of the lowest digit and then frees the lowest: each differing
  /// digit costs one hop, plus one in total unless the lowest has the target value of a higher digit. With
  /// single links the lowest digit receives the replaced value (see jumps). With a local network, two hops of
  /// the same level >= 2 need no more hops than a path within the local network to a router more than one hop
  /// away.
  std::uint32_t distance(RouterId a, RouterId b) const;
  /// Returns whether the distance has a closed form: not for landing = high with more than two levels, nor
  /// for single links between local networks.
  bool has_distance() const {
    return (params_.landing == Landing::low || levels() <= 2) && (!local_ || (!single() && levels() > 1));
  }
  bool has_diameter() const { return !local_ || has_distance(); }
  /// Returns the diameter: levels() for either landing, because every hop replaces at most one digit; 2
  /// levels() - 1 with single links.
  std::uint32_t diameter() const { return m_ == 1 ? 0 : single() ? 2 * levels() - 1 : levels(); }
  KnownMetrics known() const;
  PortCounts port_counts() const;
  NestedLayout layout_hint() const;
  std::vector<DigitCourse> digit_courses() const;

 private:
  RouterId land(RouterId r, std::uint32_t level, std::uint32_t free) const;
  RouterId edge_source(RouterId r, std::uint32_t level, std::uint32_t top) const;
  std::uint32_t jumps(RouterId a, RouterId b) const;
  /// Returns the level and the index within the level of a port of level 2 or higher, given its index among
  /// the upper ports of its router.
  std::pair<std::uint32_t, std::uint32_t> upper_port(std::uint32_t index) const {
    auto const above = single() ? index : ports_per_level_.quotient(index);
    return {above + 2, single() ? 0 : index - above * m_};
  }
  Hop local_neighbor(RouterId r, PortId p) const;
  Hop local_source(RouterId r, PortId p) const;
  std::uint32_t distance_in_clique(RouterId a, RouterId b) const;
  KnownMetrics known_with_local() const;

  Params params_;
  LocalNetworkPtr local_;
  std::uint32_t m_;
  Divisor ports_per_level_;
  CartesianShape shape_;
  std::uint32_t upper_ports_;  ///< ports of level 2 and higher, per node
  std::uint16_t degree_;       ///< ports of a node without a local network
};

inline std::uint32_t Clex::level_of(RouterId r, PortId p) const {
  if (local_) {
    auto const own = local_->degree(digit(r, 1));
    return p.v < own ? 1 : upper_port(p.v - own).first;
  }
  if (!single()) return ports_per_level_.quotient(p.v) + 1;
  return p.v < m_ - 1 ? 1 : p.v - (m_ - 1) + 2;
}

/// Returns the target of the edge of `level` >= 2 that leaves r with free digit `free`.
inline RouterId Clex::land(RouterId r, std::uint32_t level, std::uint32_t free) const {
  auto const to = shape_.coord(r, 0), top = level - 1;
  if (landing() == Landing::low || level == 2) return shape_.move(shape_.move(r, top, to), 0, free);
  auto const from = shape_.coord(r, top);
  auto const stride = static_cast<std::uint32_t>(shape_.stride(top)), below = shape_.below(r, top);
  auto const upper = r.v - below - from * stride;
  return {upper + to * stride + free * (stride / m_) + shape_.above({below}, 1)};
}

/// Returns the source of the edge of `level` >= 2 that comes from copy `top` and lands on r: the inverse of
/// land.
inline RouterId Clex::edge_source(RouterId r, std::uint32_t level, std::uint32_t top) const {
  auto const to = shape_.coord(r, level - 1);
  auto const start = shape_.move(r, level - 1, top);
  if (landing() == Landing::low || level == 2) return shape_.move(start, 0, to);
  auto const kept = shape_.below(r, level - 2);
  return {start.v - shape_.below(start, level - 1) + kept * m_ + to};
}

inline Hop Clex::neighbor(RouterId r, PortId p) const {
  if (local_) return local_neighbor(r, p);
  auto const lowest = shape_.coord(r, 0);
  if (single()) {
    if (p.v >= m_ - 1) return {land(r, level_of(r, p), digit(r, level_of(r, p))), p};
    std::uint32_t const to = p.v + (p.v >= lowest);
    return {shape_.shift(r, 0, to - lowest), {static_cast<std::uint16_t>(lowest - (lowest > to))}};
  }
  auto const index = ports_per_level_.quotient(p.v), free = p.v - index * m_;
  auto const from = shape_.coord(r, index);
  return {index == 0 ? shape_.shift(r, 0, free - lowest) : land(r, index + 1, free),
          {static_cast<std::uint16_t>(index * m_ + from)}};
}

inline Hop Clex::source(RouterId r, PortId p) const {
  if (local_) return local_source(r, p);
  if (single()) return neighbor(r, p);  // swaps and the links of a clique are their own inverses
  auto const index = ports_per_level_.quotient(p.v), from = p.v - index * m_;
  auto const free = shape_.coord(r, landing() == Landing::high && index > 1 ? index - 1 : 0);
  return {index == 0 ? shape_.move(r, 0, from) : edge_source(r, index + 1, from),
          {static_cast<std::uint16_t>(index * m_ + free)}};
}

}  // namespace weft::topology
