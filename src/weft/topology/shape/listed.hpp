// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "weft/topology/topology.hpp"

namespace weft {

/// A link (or an arc from a to b) of a topology that is listed rather than computed.
struct ListedLink {
  std::uint32_t a = 0, b = 0;
  std::uint16_t channel_class = 0;
};

/// Refuses more links than a listed topology can hold.
void check_listed(std::uint64_t links);

/// The shape of topologies whose links are listed one by one when they are made: random graphs, finite
/// geometries, files. Holds 8 bytes per channel. Ports are numbered in the order of the list. The output port
/// and the input port of a link's channels at one router have the same number; a loop takes two. Copies share
/// their tables.
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
  /// Whether it was made of links, not arcs.
  bool is_bidirectional() const { return tables_->first_in.empty(); }

 protected:
  /// A pair of routers stands for channels in both directions, or for one channel.
  enum class Kind { links, arcs };
  /// `terminals`: how many each router has. Refuses more than 65,535 ports of a router.
  Listed(Kind kind, std::vector<ListedLink> const& links, std::vector<std::uint32_t> const& terminals,
         std::vector<ChannelClass> classes = {{"link"}});
  /// Equally many terminals on all routers.
  Listed(Kind kind, std::uint64_t routers, std::vector<ListedLink> const& links, std::uint32_t concentration,
         std::vector<ChannelClass> classes = {{"link"}});
  /// The first channel that leaves r, among all numbered by (router, port).
  std::uint64_t first_channel(RouterId r) const { return tables_->first_out[r.v]; }

 private:
  struct End {
    Hop far;
    ClassId channel_class;
  };
  struct Tables {
    std::vector<std::uint32_t> first_out, first_in;  // the second empty: links
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

/// A random graph without loops and parallel links in which every vertex has that degree, connected. Pairs
/// the ends of all links at random (the configuration model), then exchanges the ends of each loop or
/// repetition with those of random links; for degrees above half the maximum, takes the links that are not in
/// such a graph of the complementary degree. vertices * degree must be even, 1 < degree < vertices, or two
/// vertices of degree 1. The same seed gives the same graph.
std::vector<ListedLink> random_regular_graph(std::uint32_t vertices, std::uint32_t degree,
                                             std::uint64_t seed);

/// Makes the graph connected by exchanging the ends of two links, (a, b) and (c, d) for (a, d) and (c, b), as
/// often as needed. Links form groups of `group` consecutive ones and are exchanged within theirs; each
/// component must have a cycle, and a link in the group of any of its links must exist in every other
/// component.
void connect_by_exchange(std::vector<ListedLink>& links, std::uint32_t vertices, std::size_t group);

}  // namespace weft
