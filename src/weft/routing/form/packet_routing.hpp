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

/// Value in place of an output port for a packet at its destination.
inline constexpr PortId arrived{0xffff};

/// Packets at the heads of their routers' inputs, in arrays of equal length, which one call routes. The
/// routing defines the data of a packet: `to`, its encoded destination (`PacketRouting::encode`), and one
/// word of `state` if the routing requires it (Valiant's intermediate router, the phase of a recursion).
/// Candidate k of head i is written to element i * width + k.
struct Heads {
  std::span<RouterId const> at{};
  std::span<std::uint32_t const> to{};
  std::span<std::uint32_t const> state{};  ///< empty unless the routing has state
  std::span<std::uint64_t const> draw{};   ///< 64 random bits per head; empty unless the routing draws
  std::span<PortId> port{};                ///< out: output ports, or `arrived` as the only candidate
  std::span<std::uint32_t> next_state{};   ///< out: state of the packet after it uses the candidate
  std::span<std::uint16_t> candidates{};   ///< out: number of candidates; unused if width is 1

  std::size_t size() const { return at.size(); }
  /// Returns heads begin .. begin + count - 1.
  Heads part(std::size_t begin, std::size_t count, std::uint16_t width) const;
};

/// Selection among the candidates of a head.
enum class Selection : std::uint8_t {
  shortest_queue,  ///< the one with the shortest output queue; ties are broken at random
  first_free,      ///< the first one with an empty output queue, else the last one
};

/// Properties of a routing that an engine queries before it uses the routing.
struct PacketTraits {
  bool has_state = false;   ///< packets carry a word of state
  bool draws = false;       ///< start and route consume random bits
  std::uint16_t width = 1;  ///< maximum number of candidates of a head
  Selection selection = Selection::shortest_queue;
  /// Maximum number of routers on a path at which bit 0 of the draw selects one of two directions of equal
  /// length.
  std::uint16_t ties = 0;
  bool exact_hops = true;       ///< `hops_left` is exact for all candidates
  std::uint32_t hop_bound = 0;  ///< maximum number of hops of a path
};

/// A routing bound to a network. Packets are routed in batches, so that engines are compiled once and make
/// one virtual call per batch (2-4 % of the time of a hop; a call per packet needs 14-17 %). All functions
/// are pure and thread-safe.
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
  /// Writes the remaining hops of each head: exact if exact_hops, otherwise the expected or the minimum
  /// number.
  virtual void hops_left(Heads const& heads, std::span<std::uint32_t> hops) const = 0;
  /// Returns whether packets from router `from` can reach the encoded destination `to` despite all failures.
  virtual bool reaches(RouterId from, std::uint32_t to) const;
  /// Returns the rule of a bufferless routing (routing/deflection), which engines execute; null for all other
  /// routings. The candidates of a bufferless routing are the productive ports.
  virtual routing::Deflection const* deflection() const { return nullptr; }
};

using PacketRoutingPtr = std::shared_ptr<PacketRouting const>;

}  // namespace weft
