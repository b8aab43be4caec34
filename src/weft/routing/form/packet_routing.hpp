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

/// The port of a head that is at its destination.
inline constexpr PortId arrived{0xffff};

/// Packets at the heads of their routers' inputs, in arrays of one length, to be routed by one call. The
/// routing defines the data of a packet: `to`, its destination as the routing encodes it
/// (`PacketRouting::encode`), and one word of `state` if the routing needs that (Valiant's intermediate
/// router, the phase of a recursion). A routing answers candidate k of head i in element i * width + k.
struct Heads {
  std::span<RouterId const> at{};
  std::span<std::uint32_t const> to{};
  std::span<std::uint32_t const> state{};  ///< empty unless the routing has state
  std::span<std::uint64_t const> draw{};   ///< 64 random bits per head; empty unless the routing draws
  std::span<PortId> port{};                ///< out: output ports, or `arrived` as the only candidate
  std::span<std::uint32_t> next_state{};   ///< out: the packet's state once it has taken the candidate
  std::span<std::uint16_t> candidates{};   ///< out: their number; unused if width is 1

  std::size_t size() const { return at.size(); }
  /// `count` of the heads, from number `begin` on.
  Heads part(std::size_t begin, std::size_t count, std::uint16_t width) const;
};

/// The choice of a head among several candidates.
enum class Selection : std::uint8_t {
  shortest_queue,  ///< the one with the shortest output queue, ties by a random draw
  first_free,      ///< the first one with an empty output queue, else the last one
};

/// The properties of a routing that an engine needs first.
struct PacketTraits {
  bool has_state = false;   ///< packets carry a word of state
  bool draws = false;       ///< start and route consume random bits
  std::uint16_t width = 1;  ///< maximum candidates of a head
  Selection selection = Selection::shortest_queue;
  /// The maximum number of routers of a path where bit 0 of the draw selects one of two equally long
  /// directions.
  std::uint16_t ties = 0;
  bool exact_hops = true;       ///< `hops_left` is exact, whatever candidates a packet takes
  std::uint32_t hop_bound = 0;  ///< no packet takes more
};

/// A routing bound to one network. Packets are routed in batches, so that engines are compiled once and pay
/// one virtual call per batch (2-4 % of a hop; a call per packet costs 14-17 %). Pure functions of their
/// arguments, thread-safe.
class PacketRouting {
 public:
  virtual ~PacketRouting() = default;
  virtual PacketTraits traits() const = 0;
  /// Turns ids of destination routers into the routing's encoding, in place.
  virtual void encode(std::span<std::uint32_t> routers) const = 0;
  /// The inverse.
  virtual RouterId decode(std::uint32_t to) const = 0;
  /// Writes the first state of packets at their sources to `next_state`. Only for routings that have state.
  virtual void start(Heads const& heads) const;
  virtual void route(Heads const& heads) const = 0;
  /// Writes the remaining hops of the heads (the expected or minimum number unless exact_hops).
  virtual void hops_left(Heads const& heads, std::span<std::uint32_t> hops) const = 0;
  /// Whether packets reach a destination (as encoded) from a router, despite all failures.
  virtual bool reaches(RouterId from, std::uint32_t to) const;
  /// Returns the rule of a routing without buffers (routing/deflection), which engines execute; null for all
  /// other routings. The candidates of such a routing are the ports that lead closer.
  virtual routing::Deflection const* deflection() const { return nullptr; }
};

using PacketRoutingPtr = std::shared_ptr<PacketRouting const>;

}  // namespace weft
