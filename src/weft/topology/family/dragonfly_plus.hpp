// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/topology/family.hpp"
#include "weft/topology/family/dragonfly.hpp"

namespace weft::topology {

/// Groups of two stages: every leaf router of a group is linked to all spine routers of the group, and the
/// spines are linked to spines of other groups as in a dragonfly. The routers of group g start at g (leaves +
/// spines), leaves first. Ports of a leaf: the spines in order; of a spine: the leaves in order, then its
/// connected global ports. Terminals are attached to the leaves.
class DragonflyPlus {
 public:
  struct Params {
    std::int64_t p = 2;
    std::int64_t leaves = 2;
    std::int64_t spines = 2;
    std::int64_t h = 2;
    std::int64_t groups = 0;
    Arrangement arrangement = Arrangement::palmtree;
  };
  static constexpr std::string_view name = "dragonfly_plus";
  static constexpr std::string_view aliases[] = {"megafly"};
  static constexpr std::string_view doc =
      "Dragonfly+ or Megafly: a dragonfly whose groups are two-stage fat trees (Shpiner et al., Dragonfly+: low cost "
      "topology for scaling datacenters, HiPINEB 2017; Flajslik, Borch & Parker, Megafly: a topology for exascale systems, "
      "ISC 2018). Every leaf of a group is linked to all its spines; the spines link every two groups. At most spines * h + 1 "
      "groups; with fewer, two groups share several links. Terminals are at most 3 hops apart. Balanced if "
      "p = leaves = "
      "spines = h. Channel classes: local, global.";
  static constexpr std::string_view formulae =
      "routers = (leaves + spines) groups, terminals = p leaves groups, groups <= spines h + 1, terminal diameter = 3";
  static constexpr std::tuple schema{
      param("p", &Params::p, Range{1, 65535}, "terminals per leaf").size(),
      param("leaves", &Params::leaves, Range{1, 65535}, "leaf routers per group").size(),
      param("spines", &Params::spines, Range{1, 65535}, "spine routers per group").size(),
      param("h", &Params::h, Range{1, 65535}, "global ports per spine").size(),
      param("groups", &Params::groups, Range{0, 4294967295},
            "number of groups; 0: the maximum, spines h + 1"),
      param("arrangement", &Params::arrangement, "rule for the group to which a global port leads"),
  };
  static constexpr bool bidirectional = true;

  explicit DragonflyPlus(Params const& params);
  static void check(Params const& params);
  static std::vector<Params> samples();
  /// Returns balanced members: one with the maximum number of groups, and one with fewer groups and the
  /// minimum number of ports.
  static Members members(std::uint64_t i);
  /// Returns balanced members of at least two groups, for each h up to ports / 2.
  static Members members_with_ports(std::uint64_t ports, std::uint64_t terminals);

  Params const& params() const { return params_; }
  std::uint32_t num_groups() const { return spines_.num_groups(); }
  std::uint32_t group_of(RouterId r) const { return by_group_.quotient(r.v); }
  /// Returns whether a router is a leaf, which has terminals.
  bool is_leaf(RouterId r) const { return by_group_.remainder(r.v) < leaves(); }
  std::uint64_t num_routers() const { return std::uint64_t{num_groups()} * group_size_; }
  std::uint64_t num_terminals() const { return std::uint64_t{num_groups()} * leaves() * by_p_.value(); }
  std::uint16_t degree(RouterId r) const {
    return static_cast<std::uint16_t>(is_leaf(r) ? num_spines() : leaves() + global_ports(r));
  }
  Hop neighbor(RouterId r, PortId p) const;
  RouterId injection_router(TerminalId e) const {
    auto const leaf = by_p_.quotient(e.v), group = by_leaves_.quotient(leaf);
    return {leaf + group * num_spines()};
  }
  RouterId ejection_router(TerminalId e) const { return injection_router(e); }
  TerminalRange terminals_at(RouterId r) const {
    if (!is_leaf(r)) return {};
    auto const count = static_cast<std::uint32_t>(by_p_.value());
    return {{(r.v - group_of(r) * num_spines()) * count}, count};
  }
  std::vector<ChannelClass> classes() const { return {{"local"}, {"global"}}; }
  ClassId class_of(RouterId r, PortId p) const {
    return {static_cast<std::uint16_t>(!is_leaf(r) && p.v >= leaves())};
  }

  std::uint32_t levels() const { return 2; }
  std::uint64_t num_copies(std::uint32_t level) const { return level == 1 ? num_groups() : 1; }
  std::uint64_t copy_of(RouterId r, std::uint32_t level) const { return level == 1 ? group_of(r) : 0; }
  KnownMetrics known() const;
  GroupLayout layout_hint() const { return {num_groups(), {{0, group_size_}}}; }

 private:
  std::uint32_t leaves() const { return static_cast<std::uint32_t>(by_leaves_.value()); }
  std::uint32_t num_spines() const { return static_cast<std::uint32_t>(by_spines_.value()); }
  /// Returns the number of spine `r` in the dragonfly of all spines.
  RouterId as_spine(RouterId r) const { return {r.v - (group_of(r) + 1) * leaves()}; }
  std::uint32_t global_ports(RouterId spine) const {
    return spines_.degree(as_spine(spine)) - (num_spines() - 1);
  }

  Params params_;
  std::uint32_t group_size_;
  Dragonfly spines_;  // provides the global channels
  Divisor by_group_, by_leaves_, by_spines_, by_p_;
};

}  // namespace weft::topology
