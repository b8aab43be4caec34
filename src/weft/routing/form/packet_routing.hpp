// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "weft/core/ids.hpp"

namespace weft {

namespace routing {
struct Deflection;
}

/// Port of a head at its destination.
inline constexpr PortId arrived{0xffff};

/// Packets at the heads of their routers' inputs, in arrays of equal length, which one call routes. The
/// routing defines the data of a packet: `to`, its destination as encoded by the routing
/// (`PacketRouting::encode`), and one word of `state` if required (Valiant's intermediate router, the phase
/// of a recursion). A routing writes candidate k of head i to element i * width + k.
struct Heads {
  std::span<RouterId const> at{};
  std::span<std::uint32_t const> to{};
  std::span<std::uint32_t const> state{};  ///< empty unless the routing has state
  std::span<std::uint64_t const> draw{};   ///< 64 random bits per head; empty unless the routing draws
  std::span<PortId> port{};                ///< out: output ports, or `arrived` as the only candidate
  std::span<std::uint32_t> next_state{};   ///< out: state of the packet after it uses the candidate
  std::span<std::uint16_t> candidates{};   ///< out: number of candidates; unused if width is 1

  std::size_t size() const { return at.size(); }
  /// Returns `count` of the heads, starting with head `begin`.
  Heads part(std::size_t begin, std::size_t count, std::uint16_t width) const;
};

/// Selection among several candidates of a head.
enum class Selection : std::uint8_t {
  shortest_queue,  ///< the one with the shortest output queue, ties by a random draw
  first_free,      ///< the first one with an empty output queue, else the last one
};

/// Properties of a routing that an engine queries first.
struct PacketTraits {
  bool has_state = false;   ///< packets carry a word of state
  bool draws = false;       ///< start and route consume random bits
  std::uint16_t width = 1;  ///< maximum number of candidates of a head
  Selection selection = Selection::shortest_queue;
  /// Maximum number of routers of a path at which bit 0 of the draw selects one of two equally long
  /// directions.
  std::uint16_t ties = 0;
  bool exact_hops = true;       ///< `hops_left` is exact for all candidates
  std::uint32_t hop_bound = 0;  ///< maximum number of hops of a path
};

/// A routing bound to one network. Packets are routed in batches, so that engines are compiled once and make
/// one virtual call per batch (2-4 % of a hop; a call per packet costs 14-17 %). Pure functions of their
/// arguments, thread-safe.
class PacketRouting {
 public:
  virtual ~PacketRouting() = default;
  virtual PacketTraits traits() const = 0;
  /// Converts ids of destination routers to the routing's encoding, in place.
  virtual void encode(std::span<std::uint32_t> routers) const = 0;
  /// Returns the router of an encoded destination.
  virtual RouterId decode(std::uint32_t to) const = 0;
  /// Writes the initial state of packets at their sources to `next_state`. Only for routings with state.
  virtual void start(Heads const& heads) const;
  virtual void route(Heads const& heads) const = 0;
  /// Writes the remaining hops of the heads (the expected or minimum number unless exact_hops).
  virtual void hops_left(Heads const& heads, std::span<std::uint32_t> hops) const = 0;
  /// Returns whether packets reach a destination (as encoded) from a router, despite all failures.
  virtual bool reaches(RouterId from, std::uint32_t to) const;
  /// Returns the rule of a routing without buffers (routing/deflection), which engines execute; null for all
  /// other routings. The candidates of such a routing are the ports that lead closer.
  virtual routing::Deflection const* deflection() const { return nullptr; }
};

using PacketRoutingPtr = std::shared_ptr<PacketRouting const>;

}  // namespace weft
