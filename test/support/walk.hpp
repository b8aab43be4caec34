// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "weft/core/random.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/form/packet_routing.hpp"

namespace weft {

/// One packet in flight, routed alone; among candidates it takes one at random, or as if all queues were
/// empty.
class Walk {
 public:
  Walk(Network const& network, PacketRouting const& routing, RouterId from, RouterId to, std::uint64_t seed)
      : network_(network),
        routing_(routing),
        traits_(routing.traits()),
        rng_(seed, Purpose::test, from.v, to.v),
        at_(from),
        to_(to.v),
        port_(traits_.width),
        next_state_(traits_.width) {
    routing.encode({&to_, 1});
    if (!traits_.has_state) return;
    draw_ = rng_();
    routing.start(heads());
    state_ = next_state_[0];
  }

  /// From now on a candidate is taken as in an idle network.
  void find_queues_empty() { queues_are_empty_ = true; }
  /// Takes one hop unless the packet is at its destination; returns whether it did.
  bool step() {
    draw_ = rng_();
    candidates_ = 1;
    routing_.route(heads());
    if (port_[0] == arrived) return false;
    bool const takes_first = queues_are_empty_ && traits_.selection == Selection::first_free;
    auto const choice = takes_first ? 0 : rng_.below(candidates_);
    channels_.push_back(network_.channel(at_, port_[choice]));
    state_ = next_state_[choice];
    at_ = network_.target(channels_.back());
    return true;
  }
  std::uint32_t hops_left() {
    std::uint32_t hops = 0;
    routing_.hops_left(heads(), {&hops, 1});
    return hops;
  }
  RouterId at() const { return at_; }
  /// Continues until the packet arrives, but not beyond `limit` hops. Returns whether it arrived.
  bool finish(std::size_t limit) {
    while (channels_.size() <= limit)
      if (!step()) return true;
    return false;
  }
  std::span<PortId const> candidates() const { return {port_.data(), candidates_}; }
  std::vector<ChannelIndex> const& channels() const { return channels_; }
  /// The routers passed, both ends included.
  std::vector<std::uint32_t> routers() const {
    std::vector<std::uint32_t> list;
    for (auto const c : channels_) list.push_back(network_.source(c).v);
    list.push_back(at_.v);
    return list;
  }

 private:
  Heads heads() {
    return {.at = {&at_, 1},
            .to = {&to_, 1},
            .state = {&state_, traits_.has_state ? std::size_t{1} : 0},
            .draw = {&draw_, traits_.draws ? std::size_t{1} : 0},
            .port = port_,
            .next_state = {next_state_.data(), traits_.has_state ? std::size_t{traits_.width} : 0},
            .candidates = {&candidates_, traits_.width > 1 ? std::size_t{1} : 0}};
  }

  Network const& network_;
  PacketRouting const& routing_;
  PacketTraits traits_;
  Rng rng_;
  RouterId at_;
  std::uint32_t to_, state_ = 0;
  std::uint64_t draw_ = 0;
  std::uint16_t candidates_ = 1;
  bool queues_are_empty_ = false;
  std::vector<PortId> port_;
  std::vector<std::uint32_t> next_state_;
  std::vector<ChannelIndex> channels_;
};

}  // namespace weft
