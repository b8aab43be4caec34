// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/topology/family.hpp"

namespace weft::topology {

/// The kind of mini-switches of a DCell.
enum class MiniSwitch { vertex, clique };

}  // namespace weft::topology

namespace weft {
template <>
inline constexpr EnumValue<topology::MiniSwitch> enum_values<topology::MiniSwitch>[] = {
    {"switch", topology::MiniSwitch::vertex, "a router; the servers are computing nodes that route too"},
    {"clique", topology::MiniSwitch::clique, "links between all its servers, which are the routers"}};
}  // namespace weft

namespace weft::topology {

/// Servers with several ports in nested cells. A DCell_0 consists of n servers on a mini-switch; a DCell_l
/// consists of t_(l-1) + 1 copies of DCell_(l-1), each with t_(l-1) servers, and a link between every two
/// copies: [i, j-1] - [j, i] for i < j. Server u of the topology is server u mod t_(l-1) of copy (u mod t_l)
/// / t_(l-1); switches follow the servers. Ports of a server: the mini-switch (or the n - 1 other servers of
/// the clique), then one port per level.
class Dcell {
 public:
  struct Params {
    std::int64_t servers = 4;
    std::int64_t levels = 1;
    MiniSwitch model = MiniSwitch::vertex;
  };
  static constexpr std::string_view name = "dcell";
  static constexpr std::string_view doc =
      "DCell (Guo et al., DCell: a scalable and fault-tolerant network structure for data centers, SIGCOMM "
      "2008): servers that forward, in nested cells. n servers share a mini-switch. If a cell has t servers, "
      "a cell of the next level consists of t + 1 such cells, and every two of them are linked. The size is "
      "nearly squared at each level. Diameter below 2^(levels+1), mini-switches as cliques. Channel classes: "
      "switch (or clique), level1, level2, ..";
  static constexpr std::string_view formulae =
      "t_0 = servers, t_l = t_(l-1) (t_(l-1) + 1) servers, diameter < 2^(levels+1) with cliques";
  static constexpr std::tuple schema{
      param("servers", &Params::servers, Range{2, 65535}, "servers per mini-switch").size(),
      param("levels", &Params::levels, Range{0, 5}, "number of levels above the mini-switches").size(),
      param("model", &Params::model, "model of the mini-switches"),
  };
  static constexpr bool bidirectional = true;

  explicit Dcell(Params const& params);
  static void check(Params const& params);
  static std::vector<Params> samples() {
    return {{2, 2}, {4, 1, MiniSwitch::clique}, {3, 2}, {2, 2, MiniSwitch::clique},
            {5, 0}, {5, 0, MiniSwitch::clique}, {2, 1}, {2, 0, MiniSwitch::clique}};
  }
  /// Returns members with one or more levels; without levels a DCell is a single mini-switch.
  static Members members(std::uint64_t i) {
    Members members;
    for (std::uint64_t levels = 1; levels <= 5; ++levels)
      members.push_back(numbered("servers=#,levels=", i) + std::to_string(levels));
    return members;
  }

  Params const& params() const { return params_; }
  /// Returns the number of servers of a DCell of `level`, 0 .. levels of the parameters.
  std::uint64_t cell_size(std::uint32_t level) const { return cells_[level].value(); }
  std::uint64_t num_servers() const { return cells_.back().value(); }
  std::uint64_t num_routers() const { return num_servers() + (switched() ? num_servers() / n() : 0); }
  std::uint64_t num_terminals() const { return num_servers(); }
  static constexpr bool nodes_are_hosts = false;
  std::uint64_t num_nodes() const { return switched() ? num_servers() : 0; }
  bool is_node(RouterId r) const { return switched() && is_server(r); }
  std::uint16_t degree(RouterId r) const {
    return static_cast<std::uint16_t>(is_server(r) ? first_link() + cells_.size() - 1 : n());
  }
  Hop neighbor(RouterId r, PortId p) const;
  RouterId injection_router(TerminalId e) const { return {e.v}; }
  RouterId ejection_router(TerminalId e) const { return {e.v}; }
  TerminalRange terminals_at(RouterId r) const {
    if (!is_server(r)) return {};
    return {{r.v}, 1};
  }
  std::vector<ChannelClass> classes() const;
  ClassId class_of(RouterId r, PortId p) const {
    bool const link = is_server(r) && p.v >= first_link();
    return {static_cast<std::uint16_t>(link ? p.v - first_link() + 1 : 0)};
  }

  std::uint32_t levels() const { return static_cast<std::uint32_t>(cells_.size()); }
  std::uint64_t num_copies(std::uint32_t level) const { return num_servers() / cell_size(level - 1); }
  std::uint64_t copy_of(RouterId r, std::uint32_t level) const {
    return (is_server(r) ? r.v : (r.v - num_servers()) * n()) / cell_size(level - 1);
  }

  KnownMetrics known() const;
  /// Returns groups of a mini-switch with its servers.
  GroupLayout layout_hint() const {
    GroupLayout hint{num_servers() / n(), {{0, n()}}};
    if (switched()) hint.parts.push_back({num_servers(), 1});
    return hint;
  }

 private:
  bool switched() const { return params_.model == MiniSwitch::vertex; }
  bool is_server(RouterId r) const { return r.v < num_servers(); }
  std::uint32_t n() const { return static_cast<std::uint32_t>(params_.servers); }
  /// Returns the first port of a server that leads to another mini-switch.
  std::uint32_t first_link() const { return switched() ? 1 : n() - 1; }
  std::uint32_t across(std::uint32_t server, std::uint32_t level) const;

  Params params_;
  std::vector<Divisor> cells_;  // t_0, t_1, ..
};

}  // namespace weft::topology
