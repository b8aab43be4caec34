// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "weft/core/ids.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/graph/graph.hpp"
#include "weft/topology/topology.hpp"

namespace weft {

class Network;

/// The network of a schedule: vertices, which store blocks, and channels, as flat arrays. The first vertices
/// are the routers. If each router has at most one terminal, which injects and ejects there, and the network
/// specifies neither rates nor terminal bandwidths, a terminal is identical with its router: a node that uses
/// all its links simultaneously (Solomonik, lecture 29). Otherwise every terminal is a separate vertex after
/// the routers, with one channel to a router and one from a router, in the last two classes. Failed channels
/// and channels between a failed router and its terminals have bandwidth 0.
class TransferNetwork {
 public:
  explicit TransferNetwork(Network const& network);

  std::uint32_t num_vertices() const { return static_cast<std::uint32_t>(first_channel_.size() - 1); }
  std::uint32_t num_channels() const { return static_cast<std::uint32_t>(target_.size()); }
  std::uint32_t num_routers() const { return routers_; }
  std::uint32_t num_terminals() const { return static_cast<std::uint32_t>(terminal_vertex_.size()); }
  /// Returns whether terminals are identical with their routers.
  bool terminals_are_routers() const { return num_vertices() == routers_; }

  std::uint32_t vertex(TerminalId e) const { return terminal_vertex_[e.v]; }
  std::span<std::uint32_t const> terminal_vertices() const { return terminal_vertex_; }
  /// Returns the router of vertex v: v itself, or the router into which terminal v injects.
  std::uint32_t router_of(std::uint32_t v) const { return v < routers_ ? v : target_[first_channel_[v]]; }

  std::uint32_t source(std::uint32_t channel) const { return source_[channel]; }
  std::uint32_t target(std::uint32_t channel) const { return target_[channel]; }
  /// Returns the first channel of vertex v: channels first_channel(v) .. first_channel(v + 1) - 1 leave v,
  /// for a router ordered by ports, then by terminals.
  std::uint32_t first_channel(std::uint32_t v) const { return first_channel_[v]; }
  /// Returns the channel of output port p of router r; num_channels() if the port does not exist.
  std::uint32_t channel(RouterId r, PortId p) const;
  /// Returns the number of blocks that the channel carries per slot.
  double bandwidth(std::uint32_t channel) const { return double{bandwidth_[channel]}; }
  /// Returns whether blocks may traverse vertex v. Otherwise they can only start or end there: v is a
  /// terminal or a host with several channels.
  bool passes(std::uint32_t v) const { return v < routers_ && (hosts_.empty() || !hosts_[v]); }
  /// Returns whether any channel has bandwidth 0.
  bool has_failures() const;
  std::uint8_t class_of(std::uint32_t channel) const { return class_[channel]; }
  /// Returns the channel classes of the topology, plus injection and ejection if terminals are separate
  /// vertices.
  std::vector<ChannelClass> const& classes() const { return classes_; }

  /// Returns a name such as `router 5` or `terminal 5`.
  std::string vertex_name(std::uint32_t v) const;
  /// Returns a name such as `router 5 -> router 6 (port 0, dim0)`.
  std::string channel_name(std::uint32_t channel) const;

 private:
  std::uint32_t routers_;
  std::vector<ChannelClass> classes_;
  std::vector<std::uint32_t> first_channel_, source_, target_, terminal_vertex_;
  std::vector<std::uint16_t> ports_;  // number of ports of each router, without terminal ports
  std::vector<std::uint8_t> class_;
  std::vector<float> bandwidth_;
  std::vector<bool> hosts_;  // whether each router is a host; empty if no host has several channels
};

inline std::uint64_t num_vertices(TransferNetwork const& network) { return network.num_vertices(); }

/// Calls visit(source, target, bandwidth) for each channel between different vertices, including channels of
/// bandwidth 0.
template <class Visit>
void visit_channels(TransferNetwork const& network, Visit visit) {
  for (std::uint32_t c = 0; c < network.num_channels(); ++c) {
    if (c % 4096 == 0) throw_if_interrupted();
    if (network.source(c) != network.target(c))
      visit(network.source(c), network.target(c), network.bandwidth(c));
  }
}

/// Returns the graph of the channels between routers with bandwidth above 0, without self loops.
Graph router_graph(TransferNetwork const& network);

/// Rounding error by which bandwidth * slots may fall short of an integer number of blocks.
inline constexpr double capacity_tolerance = 1e-6;

/// Returns the number of blocks that a channel of bandwidth `bandwidth` carries in `slots` slots.
inline double blocks_carried(double bandwidth, double slots) {
  return std::floor(bandwidth * slots + capacity_tolerance);
}

}  // namespace weft
