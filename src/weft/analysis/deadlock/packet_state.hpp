#pragma once

#include <cstdint>

#include "weft/network/network.hpp"

namespace weft::deadlock {

/// A channel of a network and one of its virtual channels.
struct VirtualChannel {
  ChannelIndex channel;
  std::uint8_t vc = 0;
  friend auto operator<=>(VirtualChannel const&, VirtualChannel const&) = default;
};

/// Where a packet stands in a leg, as a routing sees it: at the front of a virtual channel or still at the router of its source, and its
/// phase.
class PacketState {
 public:
  PacketState() = default;  ///< at the source, router 0
  static PacketState at_source(std::uint32_t router, std::uint16_t phase) {
    return PacketState(source_bit | std::uint64_t{router} << 22 | phase);
  }
  static PacketState in(VirtualChannel at, std::uint16_t phase) {
    return PacketState(std::uint64_t{at.channel.v} << 22 | std::uint64_t{at.vc} << 16 | phase);
  }
  bool is_at_source() const { return (bits_ & source_bit) != 0; }
  /// Not at the source.
  VirtualChannel channel() const {
    return {{static_cast<std::uint32_t>(bits_ >> 22)}, static_cast<std::uint8_t>(bits_ >> 16 & 63)};
  }
  std::uint32_t router(Network const& network) const {
    auto const index = static_cast<std::uint32_t>(bits_ >> 22);
    return is_at_source() ? index : network.target({index}).v;
  }
  std::uint16_t phase() const { return static_cast<std::uint16_t>(bits_); }
  PacketState with_phase(std::uint16_t phase) const {
    return PacketState((bits_ & ~std::uint64_t{0xffff}) | phase);
  }
  std::uint64_t bits() const { return bits_; }
  friend auto operator<=>(PacketState, PacketState) = default;

 private:
  static constexpr std::uint64_t source_bit = std::uint64_t{1} << 63;
  explicit PacketState(std::uint64_t bits) : bits_(bits) {}
  std::uint64_t bits_ = source_bit;
};

}  // namespace weft::deadlock
