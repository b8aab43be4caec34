#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "weft/core/ids.hpp"

namespace weft {

/// One way on for a packet: an output port of its router and the virtual channels that it may take there.
struct VcCandidate {
  std::uint64_t vcs = 0;         ///< a bit for each
  std::uint32_t next_state = 0;  ///< the packet's state once it has taken this way
  std::uint16_t port = 0;
  std::uint16_t priority = 0;  ///< a higher one is preferred
};

/// Packets whose first flits are at the front of their input virtual channels, in arrays of one length, not yet at the routers of their
/// destinations; to be routed by one call.
struct VcHeads {
  std::span<std::uint32_t const> at{};     ///< router
  std::span<std::uint32_t const> to{};     ///< router of the destination
  std::span<std::uint32_t const> state{};  ///< what the routing keeps in the packet
  std::span<std::uint16_t const>
      in_port{};  ///< input port; at the source one after those of the router's channels
  std::span<std::uint8_t const> in_vc{};
  std::span<std::uint64_t const> draw{};  ///< 64 random bits each, named by packet and hop
  std::span<VcCandidate> out{};           ///< out: candidate k of head i in i * width + k
  std::span<std::uint16_t> count{};       ///< out: how many there are

  std::size_t size() const { return at.size(); }
};

/// A routing function with its virtual-channel policy, bound to one network (Dally & Towles, ch. 8 to 10, 14). Pure, thread-safe.
class VcRouting {
 public:
  virtual ~VcRouting() = default;
  /// Most candidates of a head.
  virtual std::uint16_t width() const = 0;
  virtual void route(VcHeads const& heads) const = 0;
};

using VcRoutingPtr = std::shared_ptr<VcRouting const>;

}  // namespace weft
