#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "weft/core/ids.hpp"

namespace weft::flit {

/// One way on for a packet: an output port of its router and the virtual channels it may take there.
struct Candidate {
  std::uint64_t vcs = 0;         ///< a bit for each
  std::uint32_t next_state = 0;  ///< the packet's state once it has taken this way
  std::uint16_t port = 0;
  std::uint16_t priority = 0;  ///< a higher one is preferred
};

/// Packets whose heads have come to the front of their input VCs and are not yet at their destination's router.
struct FlitHeads {
  std::span<std::uint32_t const> at{};       ///< router
  std::span<std::uint32_t const> to{};       ///< router of the destination
  std::span<std::uint32_t const> state{};    ///< what the routing keeps in the packet
  std::span<std::uint16_t const> in_port{};  ///< input port; at the source >= the router's channels in
  std::span<std::uint8_t const> in_vc{};
  std::span<std::uint64_t const> draw{};  ///< 64 random bits each, named by packet and hop
  std::span<Candidate> out{};             ///< width per head
  std::span<std::uint16_t> count{};       ///< how many are given

  std::size_t size() const { return at.size(); }
};

/// A routing function with its virtual-channel policy.
class FlitRouting {
 public:
  virtual ~FlitRouting() = default;
  /// Virtual channels that it needs.
  virtual std::uint32_t vcs() const = 0;
  /// Most candidates of a head.
  virtual std::uint16_t width() const = 0;
  virtual void route(FlitHeads const& heads) const = 0;
};

}  // namespace weft::flit
