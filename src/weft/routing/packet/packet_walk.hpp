// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/random.hpp"
#include "weft/routing/form/packet_routing.hpp"

namespace weft::routing {

/// A packet that follows the first candidates of a routing, hop by hop.
class PacketWalk {
 public:
  PacketWalk(PacketRouting const& routing, RouterId from, RouterId to, std::uint64_t seed)
      : routing_(routing),
        traits_(routing.traits()),
        seed_(seed),
        at_(from),
        to_(to.v),
        ports_(traits_.width),
        states_(traits_.width) {
    routing_.encode({&to_, 1});
    if (!traits_.has_state) return;
    draw();
    routing_.start(heads());
    state_ = states_[0];
  }
  RouterId at() const { return at_; }
  PacketTraits const& traits() const { return traits_; }
  /// Returns the port of the next hop; `arrived` at the destination.
  PortId next() {
    draw();
    routing_.route(heads());
    state_ = states_[0];
    return ports_[0];
  }
  void move(RouterId to) { at_ = to; }

 private:
  void draw() {
    if (traits_.draws) words_ = Rng(seed_, Purpose::route, hop_++)();
  }
  Heads heads() {
    Heads heads{};
    heads.at = {&at_, 1};
    heads.to = {&to_, 1};
    if (traits_.has_state) heads.state = {&state_, 1};
    if (traits_.draws) heads.draw = {&words_, 1};
    heads.port = ports_;
    heads.next_state = states_;
    heads.candidates = {&candidates_, 1};
    return heads;
  }

  PacketRouting const& routing_;
  PacketTraits traits_;
  std::uint64_t seed_, hop_ = 0, words_ = 0;
  RouterId at_;
  std::uint32_t to_, state_ = 0;
  std::uint16_t candidates_ = 1;
  std::vector<PortId> ports_;
  std::vector<std::uint32_t> states_;
};

}  // namespace weft::routing
