// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "weft/topology/family.hpp"

namespace weft::topology {

/// Arrangement of the global channels of a dragonfly: the group to which each global port of a group leads.
enum class Arrangement { palmtree, absolute, relative };

}  // namespace weft::topology

namespace weft {
template <>
inline constexpr EnumValue<topology::Arrangement> enum_values<topology::Arrangement>[] = {
    {"palmtree", topology::Arrangement::palmtree,
     "port q of group G leads to group G + q + 1, port ah - 1 - q"},
    {"absolute", topology::Arrangement::absolute,
     "port q of group G leads to group q, or q + 1 from q = G on"},
    {"relative", topology::Arrangement::relative,
     "port q of group G leads to group G + 1 + q, port g - 2 - q: with these port numbers the same as "
     "palmtree"}};
}  // namespace weft

namespace weft::topology {

/// Groups of a routers, each group a clique, with a h global ports per group, of which port q belongs to
/// router q / h; every two groups are linked. With g < a h + 1 groups, port q is connected like port q mod (g
/// - 1) of g groups, and the r-th repetitions are paired; the ports after the last full repetition are
/// unconnected. Ports of a router: the other routers of its group in order, then its connected global ports.
class Dragonfly {
 public:
  struct Params {
    std::int64_t p = 2;
    std::int64_t a = 4;
    std::int64_t h = 2;
    std::int64_t groups = 0;
    Arrangement arrangement = Arrangement::palmtree;
  };
  static constexpr std::string_view name = "dragonfly";
  static constexpr std::string_view doc =
      "Groups of routers, each a clique, and every two groups linked (Kim, Dally, Scott & Abts, "
      "Technology-driven, highly-scalable dragonfly topology, ISCA 2008). Balanced if a = 2h and p = h. At "
      "most a h + 1 groups; with fewer, two groups share several links. Arrangements as in Camarero, "
      "Vallejo & Beivide (Topological characterization of hamming and dragonfly networks, ACM TACO 2014). "
      "Diameter 3. Channel classes: local, global.";
  static constexpr std::string_view formulae =
      "routers = a groups, terminals = p a groups, groups <= a h + 1, radix = p + a - 1 + h, diameter = 3";
  static constexpr std::tuple schema{
      param("p", &Params::p, Range{1, 65535}, "terminals per router").size(),
      param("a", &Params::a, Range{1, 65535}, "routers per group").size(),
      param("h", &Params::h, Range{1, 65535}, "global ports per router").size(),
      param("groups", &Params::groups, Range{0, 4294967295}, "number of groups; 0: the maximum, a h + 1"),
      param("arrangement", &Params::arrangement, "rule for the group to which a global port leads"),
  };
  static constexpr bool bidirectional = true;

  explicit Dragonfly(Params const& params);
  static void check(Params const& params);
  static std::vector<Params> samples();
  /// Returns balanced members: one with the maximum number of groups, and one with fewer groups and the
  /// minimum number of ports.
  static Members members(std::uint64_t i);
  /// Returns balanced members of at least two groups, for each h up to (ports + 1) / 4.
  static Members members_with_ports(std::uint64_t ports, std::uint64_t terminals);

  Params const& params() const { return params_; }
  std::uint32_t num_groups() const { return groups_; }
  std::uint32_t group_size() const { return a_; }
  std::uint32_t group_of(RouterId r) const { return by_a_.quotient(r.v); }
  std::uint64_t num_routers() const { return std::uint64_t{groups_} * a_; }
  std::uint64_t num_terminals() const { return num_routers() * by_p_.value(); }
  std::uint16_t degree(RouterId r) const {
    return static_cast<std::uint16_t>(a_ - 1 + global_ports(by_a_.remainder(r.v)));
  }
  Hop neighbor(RouterId r, PortId p) const;
  RouterId injection_router(TerminalId e) const { return {by_p_.quotient(e.v)}; }
  RouterId ejection_router(TerminalId e) const { return injection_router(e); }
  TerminalRange terminals_at(RouterId r) const {
    auto const count = static_cast<std::uint32_t>(by_p_.value());
    return {{r.v * count}, count};
  }
  std::vector<ChannelClass> classes() const { return {{"local"}, {"global"}}; }
  ClassId class_of(RouterId, PortId p) const { return {static_cast<std::uint16_t>(p.v >= a_ - 1)}; }

  std::uint32_t levels() const { return 2; }
  std::uint64_t num_copies(std::uint32_t level) const { return level == 1 ? groups_ : 1; }
  std::uint64_t copy_of(RouterId r, std::uint32_t level) const { return level == 1 ? group_of(r) : 0; }

  /// Returns the distance, 3 unless one of the few paths of at most two hops leads to the router.
  std::uint32_t distance(RouterId from, RouterId to) const;
  KnownMetrics known() const;
  GroupLayout layout_hint() const { return {groups_, {{0, a_}}}; }

 private:
  struct Port {  // a global port of a group
    std::uint32_t group, port;
  };
  std::uint32_t global_ports(std::uint32_t router) const {
    auto const first = std::uint64_t{router} * h_;
    return used_ <= first ? 0 : static_cast<std::uint32_t>(std::min<std::uint64_t>(h_, used_ - first));
  }
  /// Returns the far end of global port `port` < used_ of `group`.
  Port across(std::uint32_t group, std::uint32_t port) const;
  /// Returns the first global port of group `from` that leads to group `to`; the others follow at intervals
  /// of groups_ - 1.
  std::uint32_t first_port(std::uint32_t from, std::uint32_t to) const;
  RouterId router(Port const& end) const { return {end.group * a_ + by_h_.quotient(end.port)}; }
  bool linked(RouterId from, RouterId to) const;
  std::uint64_t routers_within_two(RouterId r) const;
  std::uint64_t distinct_global_neighbors(RouterId r) const;
  void count_pairs(KnownMetrics& known) const;
  Bounds uniform_load() const;

  Params params_;
  std::uint32_t a_, h_, groups_;
  std::uint32_t used_ = 0;  // connected global ports of a group
  Divisor by_a_, by_h_, by_p_, by_other_groups_;
};

inline Dragonfly::Port Dragonfly::across(std::uint32_t group, std::uint32_t port) const {
  auto const others = groups_ - 1;
  auto const offset = by_other_groups_.remainder(port), before = port - offset;
  if (params_.arrangement == Arrangement::absolute) {
    auto const to = offset < group ? offset : offset + 1;
    return {to, before + (group < to ? group : group - 1)};
  }
  auto const ahead = std::uint64_t{group} + offset + 1;
  return {static_cast<std::uint32_t>(ahead >= groups_ ? ahead - groups_ : ahead),
          before + others - 1 - offset};
}

inline Hop Dragonfly::neighbor(RouterId r, PortId p) const {
  auto const group = by_a_.quotient(r.v), index = r.v - group * a_;
  if (p.v < a_ - 1) {
    std::uint32_t const to = p.v + (p.v >= index);
    return {{group * a_ + to}, {static_cast<std::uint16_t>(index > to ? index - 1 : index)}};
  }
  auto const end = across(group, index * h_ + p.v - (a_ - 1));
  return {router(end), {static_cast<std::uint16_t>(a_ - 1 + by_h_.remainder(end.port))}};
}

}  // namespace weft::topology
