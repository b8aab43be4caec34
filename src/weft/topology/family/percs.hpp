// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "weft/topology/family.hpp"
#include "weft/topology/shape/percs_counts.hpp"

namespace weft::topology {

/// IBM's PERCS, the network of the POWER7-IH 775: supernodes of 4 drawers of 8 nodes of 4 processors. Every
/// two nodes of a supernode are linked, by LL links within a drawer and LR links between drawers; every two
/// supernodes by `links` D links. The nodes of a supernode are divided into `links` buckets of W = 32 /
/// links; the D link of bucket j from supernode a to b leaves node jW + b mod W and lands on node jW + a mod
/// W. Router 32 a + u is node u of supernode a. Ports: 7 LL, 24 LR (each to the other nodes in order), then D
/// by supernode, without the D link of a supernode to itself, which only routing uses.
class Percs : public PercsCounts {
 public:
  struct Params {
    std::int64_t supernodes = 4;
    std::int64_t links = 2;
  };
  static constexpr std::string_view name = "percs";
  static constexpr std::string_view doc =
      "PERCS, the two-level direct network of IBM's POWER7-IH 775 (Arimilli et al., The PERCS "
      "high-performance interconnect, Hot Interconnects 2010; Chakaravarthy et al., Mapping strategies for "
      "the PERCS architecture, HiPC 2012): supernodes of 4 drawers of 8 nodes of 4 processors, cliques in a "
      "drawer and across drawers, and several links between every two supernodes. Diameter 3. The machine "
      "was built up to supernodes * links = 512. Channel classes: LL, LR, D, of 21, 5 and 10 GB/s.";
  static constexpr std::string_view formulae =
      "nodes = 32 supernodes, processors = 4 nodes, D links = links supernodes (supernodes - 1) / 2, "
      "diameter = 3";
  static constexpr std::tuple schema{
      param("supernodes", &Params::supernodes, Range{1, 33554432}, "number of supernodes, of 32 nodes each")
          .size(),
      param("links", &Params::links, Range{1, 32}, "D links between two supernodes: 1, 2, 4, 8, 16 or 32")
          .size(),
  };
  static constexpr bool bidirectional = true;
  static constexpr bool routers_are_nodes = true;
  static constexpr std::uint32_t group_size() { return nodes_per_supernode; }

  explicit Percs(Params const& params)
      : params_(params),
        supernodes_(static_cast<std::uint32_t>(params.supernodes)),
        width_(nodes_per_supernode / static_cast<std::uint32_t>(params.links)) {}
  static void check(Params const& params);
  static std::vector<Params> samples() {
    return {{1, 1}, {2, 16}, {3, 4}, {5, 8}, {9, 2}, {10, 4}, {3, 32}, {4, 16}, {8, 8}};
  }
  static Members members(std::uint64_t i) { return {numbered("supernodes=#,links=1", i)}; }

  Params const& params() const { return params_; }
  std::uint64_t num_routers() const { return std::uint64_t{supernodes_} * nodes_per_supernode; }
  std::uint64_t num_terminals() const { return num_routers() * processors_per_node; }
  std::uint16_t degree(RouterId r) const {
    return static_cast<std::uint16_t>(first_d + d_ports(r.v / nodes_per_supernode, r.v % width_));
  }
  Hop neighbor(RouterId r, PortId p) const;
  /// Returns the port of the channel between two different, linked nodes.
  PortId port_to(RouterId from, RouterId to) const;
  RouterId injection_router(TerminalId e) const { return {e.v / processors_per_node}; }
  RouterId ejection_router(TerminalId e) const { return injection_router(e); }
  TerminalRange terminals_at(RouterId r) const { return {{r.v * processors_per_node}, processors_per_node}; }
  std::vector<ChannelClass> classes() const {
    return {{"LL", ll_bandwidth}, {"LR", lr_bandwidth}, {"D", d_bandwidth}};
  }
  ClassId class_of(RouterId, PortId p) const {
    return {static_cast<std::uint16_t>(p.v < first_lr ? 0 : p.v < first_d ? 1 : 2)};
  }

  std::uint32_t levels() const { return 3; }
  std::uint64_t num_copies(std::uint32_t level) const { return num_routers() / copy_size(level); }
  std::uint64_t copy_of(RouterId r, std::uint32_t level) const { return r.v / copy_size(level); }

  std::uint32_t distance(RouterId from, RouterId to) const;
  std::uint32_t diameter() const { return supernodes_ == 1 ? 1 : width_ == 1 ? 2 : 3; }
  /// Returns the known metrics, with the algebraic connectivity if the number of supernodes is a multiple of
  /// W: the Laplacian preserves the functions of a node that combine a value of its supernode and the values
  /// of the supernodes to which it has D links.
  KnownMetrics known() const;
  PortCounts port_counts() const;
  GroupLayout layout_hint() const { return {supernodes_, {{0, nodes_per_supernode}}}; }

 private:
  void set_cut_between_supernodes(KnownMetrics& known) const;
  /// Returns the minimum and maximum number of ports of a node.
  std::pair<std::uint32_t, std::uint32_t> extreme_degrees() const;
  static constexpr std::uint16_t first_lr = nodes_per_drawer - 1, first_d = nodes_per_supernode - 1;

  std::uint64_t copy_size(std::uint32_t level) const {
    return level == 1 ? nodes_per_drawer : level == 2 ? nodes_per_supernode : num_routers();
  }
  /// Returns the number of D links of a node with residue `residue` modulo W in `supernode`.
  std::uint32_t d_ports(std::uint32_t supernode, std::uint32_t residue) const {
    if (residue >= supernodes_) return 0;
    return (supernodes_ - 1 - residue) / width_ + 1 - (supernode % width_ == residue);
  }
  /// Returns the index of the D link from supernode `from` to `to` among the D links of its node.
  std::uint32_t d_index(std::uint32_t from, std::uint32_t to) const {
    return to / width_ - (from % width_ == to % width_ && from < to);
  }

  Params params_;
  std::uint32_t supernodes_, width_;
};

}  // namespace weft::topology
