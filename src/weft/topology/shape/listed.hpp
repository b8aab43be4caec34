// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "weft/topology/topology.hpp"

namespace weft {

/// A link (or an arc from a to b) in an explicit list.
struct ListedLink {
  std::uint32_t a = 0, b = 0;
  std::uint16_t channel_class = 0;
};

/// Throws InputError if there are more links than a listed topology supports.
void check_listed(std::uint64_t links);

/// Base of topologies with an explicit list of links: random graphs, finite geometries, files. Uses 8 bytes
/// per channel. Ports are numbered in the order of the list. At either end of a link, the output port and the
/// input port have the same number; a self loop uses two ports. Copies share their tables.
class Listed {
 public:
  std::uint64_t num_routers() const { return tables_->first_out.size() - 1; }
  std::uint64_t num_terminals() const { return tables_->first_terminal.back(); }
  std::uint16_t degree(RouterId r) const { return count(tables_->first_out, r); }
  std::uint16_t in_degree(RouterId r) const { return count(in(), r); }
  Hop neighbor(RouterId r, PortId p) const { return tables_->out[tables_->first_out[r.v] + p.v].far; }
  RouterId injection_router(TerminalId e) const;
  RouterId ejection_router(TerminalId e) const { return injection_router(e); }
  TerminalRange terminals_at(RouterId r) const;
  std::vector<ChannelClass> classes() const { return tables_->classes; }
  ClassId class_of(RouterId r, PortId p) const {
    return tables_->out[tables_->first_out[r.v] + p.v].channel_class;
  }
  /// Returns whether the topology was built from links rather than arcs.
  bool is_bidirectional() const { return tables_->first_in.empty(); }

 protected:
  /// Meaning of a pair of routers in the list: channels in both directions, or one channel.
  enum class Kind { links, arcs };
  /// Attaches `terminals[r]` terminals to router r. Throws InputError if a router has more than 65,535 ports.
  Listed(Kind kind, std::vector<ListedLink> const& links, std::vector<std::uint32_t> const& terminals,
         std::vector<ChannelClass> classes = {{"link"}});
  /// Attaches `concentration` terminals to every router.
  Listed(Kind kind, std::uint64_t routers, std::vector<ListedLink> const& links, std::uint32_t concentration,
         std::vector<ChannelClass> classes = {{"link"}});
  /// Returns the index of the first channel that leaves r, among all channels numbered by (router, port).
  std::uint64_t first_channel(RouterId r) const { return tables_->first_out[r.v]; }

 private:
  struct End {
    Hop far;
    ClassId channel_class;
  };
  struct Tables {
    std::vector<std::uint32_t> first_out, first_in;  // first_in is empty for links
    std::vector<End> out;
    std::vector<std::uint32_t> first_terminal;
    std::vector<ChannelClass> classes;
  };
  static std::uint16_t count(std::vector<std::uint32_t> const& first, RouterId r) {
    return static_cast<std::uint16_t>(first[r.v + std::size_t{1}] - first[r.v]);
  }
  std::vector<std::uint32_t> const& in() const {
    return tables_->first_in.empty() ? tables_->first_out : tables_->first_in;
  }
  static Tables tables_of(Kind kind, std::uint64_t routers, std::vector<ListedLink> const& links);

  std::shared_ptr<Tables const> tables_;
};

/// Returns a connected random graph without self loops and parallel links in which every vertex has degree
/// `degree`. Pairs the ends of all links at random (the configuration model), then exchanges the ends of each
/// self loop or duplicate with the ends of random links; for degrees above half the maximum, returns the
/// complement of such a graph of the complementary degree. vertices * degree must be even, with 1 < degree <
/// vertices or two vertices of degree 1. The seed determines the graph.
std::vector<ListedLink> random_regular_graph(std::uint32_t vertices, std::uint32_t degree,
                                             std::uint64_t seed);

/// Makes the graph connected by exchanging the ends of two links, (a, b) and (c, d) for (a, d) and (c, b), as
/// often as needed. Each `group` consecutive links form a group, and links are exchanged only within their
/// group. Each component must have a cycle, and every other component must have a link in the group of any of
/// its links.
void connect_by_exchange(std::vector<ListedLink>& links, std::uint32_t vertices, std::size_t group);

}  // namespace weft
