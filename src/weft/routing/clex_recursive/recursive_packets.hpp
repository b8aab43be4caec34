#pragma once

#include <concepts>
#include <tuple>
#include <utility>

#include "weft/network/machine.hpp"
#include "weft/routing/clex/clex_digits.hpp"
#include "weft/routing/form/packet_routing.hpp"

namespace weft {

/// A(l) for packets that travel on their own: no phases, no rounds. See routing::ClexRecursive.
class ClexRecursivePackets final : public PacketRouting {
 public:
  ClexRecursivePackets(ClexDigits digits, NetworkPtr failing);
  PacketTraits traits() const override;
  void encode(std::span<std::uint32_t> routers) const override { digits_.encode(routers); }
  RouterId decode(std::uint32_t to) const override { return digits_.router(to); }
  void start(Heads const& heads) const override;
  void route(Heads const& heads) const override;
  /// The hops that are left if every call takes its direct channel: its expected number is a little greater.
  void hops_left(Heads const& heads, std::span<std::uint32_t> hops) const override;

 private:
  /// Where a packet is in the recursion: the call, the lowest digit that this call is to set, whether it comes from a relay.
  struct Progress {
    std::uint32_t call = 0, target = 0;
    bool relayed = false;
  };
  struct Candidate {
    PortId port;
    Progress next;
  };
  static constexpr std::uint32_t digit_bits = 16, relay_bit = 1u << 14;
  static Progress unpack(std::uint32_t state) {
    return {state >> digit_bits & (relay_bit - 1), state & 0xffff, (state & relay_bit << digit_bits) != 0};
  }
  static std::uint32_t pack(Progress p) {
    return (p.relayed ? relay_bit << digit_bits : 0) | p.call << digit_bits | p.target;
  }

  Progress begin_call(std::uint32_t call, std::uint32_t to, std::uint64_t draw) const;
  std::uint16_t candidates(RouterId router, std::uint32_t to, Progress progress, std::uint64_t draw,
                           Candidate* out) const;
  std::uint16_t exchange(RouterId router, std::uint32_t to, std::uint32_t call, std::uint64_t draw,
                         Candidate* out) const;
  bool works(RouterId router, PortId port) const {
    return failing_ == nullptr || !failing_->channel_failed(failing_->channel(router, port));
  }

  ClexDigits digits_;
  NetworkPtr failing_;  // null if nothing has failed
  std::uint32_t calls_;
};

}  // namespace weft
