// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "support/vc_routings.hpp"
#include "weft/core/random.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/form/channel_routing.hpp"

namespace weft {

/// Queues of random length behind all ports of a network.
class RandomQueues {
 public:
  RandomQueues(Network const& network, std::uint64_t seed) : first_(network.first_channels()) {
    Rng rng(seed, Purpose::test, 7);
    for (std::size_t i = 0; i < network.num_channels(); ++i)
      flits_.push_back(static_cast<std::int32_t>(rng.below(20)));
  }
  routing::QueueView view() const { return {first_, flits_, flits_}; }
  std::int32_t& at(std::uint32_t r, std::uint32_t port) { return flits_[first_[r] + port]; }

 private:
  std::span<std::uint32_t const> first_;
  std::vector<std::int32_t> flits_;
};

/// One packet in flight under a routing with virtual channels, as an engine moves it: among its candidates,
/// and among their virtual channels, it takes any.
class VcWalk {
 public:
  /// Of a routing by terminal, from the first terminal of router `from` to the first one of `to`.
  VcWalk(Network const& network, routing::ChannelRouting const& routing, std::uint32_t from, std::uint32_t to,
         std::uint64_t seed)
      : network_(network),
        routing_(routing),
        queues_(network, seed),
        rng_(seed, Purpose::test, from, to),
        width_(routing.traits().width),
        at_(from),
        to_(to) {
    if (routing.traits().by_terminal) {
      source_ = first_injected_at(network, from);
      terminal_ = first_ejected_at(network, to);
    }
    draw();
  }

  bool arrived() const { return intermediate_ == routing::no_intermediate && at_ == to_; }
  std::uint32_t at() const { return at_; }
  std::uint32_t intermediate() const { return intermediate_; }
  routing::Head head() const {
    return {.at = at_,
            .target = intermediate_ == routing::no_intermediate ? to_ : intermediate_,
            .to = to_,
            .terminal = terminal_,
            .source = source_,
            .draw = draw_,
            .phase = phase_,
            .in_port = in_port_,
            .in_vc = in_vc_};
  }
  routing::QueueView queues() const { return queues_.view(); }
  RandomQueues& queues() { return queues_; }
  std::vector<routing::Candidate> candidates() const {
    std::vector<routing::Candidate> out(width_);
    std::uint16_t count = 0;
    auto const it = head();
    routing_.route({&it, 1}, queues(), out, {&count, 1});
    out.resize(count);
    return out;
  }
  void take(routing::Candidate const& it) {
    channels_.push_back(network_.channel({at_}, {it.port}));
    at_ = network_.target(channels_.back()).v;
    in_port_ = network_.target_port(channels_.back()).v;
    in_vc_ = any_of(it.vcs);
    vcs_.push_back(in_vc_);
    intermediate_ = it.intermediate;
    phase_ = it.phase;
    if (intermediate_ == at_) {
      intermediate_ = routing::no_intermediate;
      phase_ = routing_.after_intermediate(phase_);
    }
    draw();
  }
  void step() {
    auto const offered = candidates();
    take(offered[rng_.below(offered.size())]);
  }
  /// Continues until the packet arrives, but not beyond `limit` hops. Returns whether it arrived.
  bool finish(std::size_t limit) {
    while (!arrived() && channels_.size() < limit) step();
    return arrived();
  }
  std::vector<ChannelIndex> const& channels() const { return channels_; }
  std::vector<std::uint8_t> const& vcs() const { return vcs_; }
  /// The routers passed, both ends included.
  std::vector<std::uint32_t> routers() const {
    std::vector<std::uint32_t> list;
    for (auto const c : channels_) list.push_back(network_.source(c).v);
    list.push_back(at_);
    return list;
  }

 private:
  void draw() { draw_ = rng_(); }
  std::uint8_t any_of(std::uint64_t vcs) {
    std::vector<std::uint8_t> all;
    for (std::uint8_t v = 0; v < routing::max_vcs; ++v)
      if ((vcs >> v & 1) != 0) all.push_back(v);
    return all.at(rng_.below(all.size()));
  }

  Network const& network_;
  routing::ChannelRouting const& routing_;
  RandomQueues queues_;
  Rng rng_;
  std::size_t width_;
  std::uint32_t at_, to_, intermediate_ = routing::no_intermediate, source_ = 0, terminal_ = 0;
  std::uint64_t draw_ = 0;
  std::uint16_t phase_ = 0, in_port_ = routing::from_source;
  std::uint8_t in_vc_ = 0;
  std::vector<ChannelIndex> channels_;
  std::vector<std::uint8_t> vcs_;
};

}  // namespace weft
