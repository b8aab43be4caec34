#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "weft/core/ids.hpp"
#include "weft/topology/topology.hpp"

namespace weft {

class Network;

/// What the blocks of a schedule move through: vertices that hold blocks and channels between them, as flat arrays. The first
/// vertices are the routers. Where no router has more than one terminal, and that injects and ejects there, a terminal is its
/// router: a node that feeds all its links at once (Solomonik, lecture 29). Elsewhere every terminal is a vertex of its own
/// after the routers, with a channel to a router and one from it, of the last two classes. A failed channel has bandwidth 0, and so
/// have those between a failed router and its terminals.
class TransferNetwork {
 public:
  explicit TransferNetwork(Network const& network);

  std::uint32_t num_vertices() const { return static_cast<std::uint32_t>(first_channel_.size() - 1); }
  std::uint32_t num_channels() const { return static_cast<std::uint32_t>(target_.size()); }
  std::uint32_t num_routers() const { return routers_; }
  std::uint32_t num_terminals() const { return static_cast<std::uint32_t>(terminal_vertex_.size()); }
  /// Whether terminals are routers.
  bool terminals_are_routers() const { return num_vertices() == routers_; }

  std::uint32_t vertex(TerminalId e) const { return terminal_vertex_[e.v]; }
  std::span<std::uint32_t const> terminal_vertices() const { return terminal_vertex_; }
  /// v itself if it is a router; of a terminal the router that it injects into.
  std::uint32_t router_of(std::uint32_t v) const { return v < routers_ ? v : target_[first_channel_[v]]; }

  std::uint32_t source(std::uint32_t channel) const { return source_[channel]; }
  std::uint32_t target(std::uint32_t channel) const { return target_[channel]; }
  /// The channels that leave v are first_channel(v) .. first_channel(v + 1) - 1, a router's in the order of its ports and then
  /// of its terminals.
  std::uint32_t first_channel(std::uint32_t v) const { return first_channel_[v]; }
  /// The channel of router r's output port p, if r has it; else num_channels().
  std::uint32_t channel(RouterId r, PortId p) const;
  /// Blocks per slot.
  double bandwidth(std::uint32_t channel) const { return double{bandwidth_[channel]}; }
  /// Whether some channel carries nothing.
  bool has_failures() const;
  std::uint8_t class_of(std::uint32_t channel) const { return class_[channel]; }
  /// Those of the topology, and where terminals are vertices injection and ejection.
  std::vector<ChannelClass> const& classes() const { return classes_; }

  /// `router 5` or `terminal 5`.
  std::string vertex_name(std::uint32_t v) const;
  /// `router 5 -> router 6 (port 0, dim0)`.
  std::string channel_name(std::uint32_t channel) const;

 private:
  std::uint32_t routers_;
  std::vector<ChannelClass> classes_;
  std::vector<std::uint32_t> first_channel_, source_, target_, terminal_vertex_;
  std::vector<std::uint16_t> ports_;  // of each router, without those to terminals
  std::vector<std::uint8_t> class_;
  std::vector<float> bandwidth_;
};

/// What bandwidth * slots may lack to a whole number of blocks by rounding.
inline constexpr double capacity_tolerance = 1e-6;

/// The whole number of blocks that a channel of this bandwidth carries in so many slots.
inline double blocks_carried(double bandwidth, double slots) {
  return std::floor(bandwidth * slots + capacity_tolerance);
}

}  // namespace weft
