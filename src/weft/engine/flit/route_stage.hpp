// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "weft/core/random.hpp"
#include "weft/engine/flit/routers.hpp"
#include "weft/engine/flit/wheel.hpp"
#include "weft/routing/form/channel_routing.hpp"

namespace weft::flit {

/// The first stage of a router: computes the candidate output VCs of each head at the front of an input VC.
class RouteStage {
 public:
  RouteStage(routing::ChannelRouting const& routing, RouterOptions const& options, State& state);

  /// Registers a head that reaches the front of an input VC in cycle `seen`.
  void new_head(Routers& routers, std::uint64_t seen, std::uint32_t in, std::uint32_t v) {
    routers.input[routers.place(in, v)].phase = VcState::routing;
    Head const head{in, static_cast<std::uint8_t>(v)};
    if (auto const delay = routers.options.before_allocation(); delay > 0)
      delayed_heads_.schedule(seen + delay, head);
    else
      heads_.push_back(head);
  }
  /// Returns whether packets choose their output when they enter the network.
  bool routes_early() const { return routes_early_; }
  /// Registers a packet that has just entered the network.
  void inject(std::uint32_t in, std::uint8_t vc, std::uint32_t packet) {
    injected_.push_back({{in, vc}, packet});
  }

  /// Chooses the outputs of packets that are routed early, and activates the heads whose routing delay ends
  /// in this cycle.
  void start(Routers& routers) {
    route_early(routers);
    auto& delayed = delayed_heads_.now(routers.now);
    heads_.insert(heads_.end(), delayed.begin(), delayed.end());
    delayed.clear();
  }
  /// An input VC with a head at its front.
  struct Head {
    std::uint32_t in;
    std::uint8_t vc;
  };
  /// Routes all active heads. `fetch`: whether to prefetch memory.
  void run(Routers& routers, bool fetch);
  /// Returns the active heads of packets that travel along trees.
  std::vector<Head> const& tree_heads() const { return tree_heads_; }

 private:
  /// Heads to be routed.
  struct Batch {
    std::vector<routing::Head> heads;
    std::vector<std::size_t> index;  // input VC of each head
    std::vector<routing::Candidate> out;
    std::vector<std::uint16_t> count;
  };

  void route_early(Routers& routers);
  routing::Head head_of(Routers const& routers, Packet const& packet, std::uint32_t r, std::uint32_t port,
                        std::uint32_t vc) const;
  void add_to_batch(Routers& routers, Head const& head);
  void route_batch(Routers& routers);
  void route(Routers& routers, std::size_t first, std::size_t count);
  static void commit(Routers& routers, std::size_t index, std::uint32_t r);
  std::uint64_t class_shift(Packet const& packet) const {
    return std::uint64_t{packet.message_class} * vcs_of_a_class_;
  }
  static routing::QueueView queues(Routers const& routers) {
    auto const now = routers.delayed_queue.empty() ? routers.queue : routers.delayed_queue;
    return {routers.network.output_offsets(), now, routers.remote_queue};
  }

  routing::ChannelRouting const& routing_;
  std::uint32_t const vcs_of_a_class_;
  std::uint64_t const first_class_;  // set of the virtual channels of the first class
  bool const routes_early_;
  std::vector<Head> heads_, tree_heads_;
  std::vector<std::pair<Head, std::uint32_t>> injected_;  // heads that have just entered, and their packets
  Wheel<Head> delayed_heads_;
  Batch batch_;
};

inline RouteStage::RouteStage(routing::ChannelRouting const& routing, RouterOptions const& options,
                              State& state)
    : routing_(routing),
      vcs_of_a_class_((options.vcs - options.tree_vcs) / options.message_classes),
      first_class_(routing::VcBlocks(vcs_of_a_class_, 1).all()),
      routes_early_(options.route_decision == RouteDecision::at_injection &&
                    routing.traits().uses_local_queues && routing.traits().width == 1),
      delayed_heads_(options.before_allocation() + std::uint64_t{2}) {
  if (routes_early_) state.packets.keep_early_choices();
}

inline routing::Head RouteStage::head_of(Routers const& routers, Packet const& packet, std::uint32_t r,
                                         std::uint32_t port, std::uint32_t vc) const {
  return {.at = r,
          .target = packet.intermediate == routing::no_intermediate ? packet.to : packet.intermediate,
          .to = packet.to,
          .terminal = packet.terminal,
          .source = packet.source,
          .draw = RandomWords::derived(packet.draw)(packet.routers),
          .phase = packet.phase,
          .in_port =
              port < routers.network.channels_in(r) ? static_cast<std::uint16_t>(port) : routing::from_source,
          .in_vc = static_cast<std::uint8_t>(vc)};
}

/// Chooses the outputs of the packets that have just entered the network, based on the current queues.
inline void RouteStage::route_early(Routers& routers) {
  for (auto const& [head, number] : injected_) {
    auto& packet = routers.packets[number];
    auto const r = routers.network.router_of_in(head.in);
    if (packet.along_tree || packet.to == r) continue;
    auto const of_router = head_of(routers, packet, r, head.in - routers.network.first_in(r),
                                   head.vc - static_cast<std::uint32_t>(class_shift(packet)));
    std::uint16_t count = 0;
    routing_.route({&of_router, 1}, queues(routers), {&routers.packets.early_choice(number), 1}, {&count, 1});
    packet.decided = true;
  }
  injected_.clear();
}

/// Requests the ejection channel for a head at its destination router; adds other heads to the batch.
inline void RouteStage::add_to_batch(Routers& routers, Head const& head) {
  auto const index = routers.place(head.in, head.vc);
  auto& input = routers.input[index];
  auto& packet = routers.front_packet(index);
  ++packet.routers;
  if (packet.message != Packet::no_message && routers.network.is_paced())
    packet.slowest = std::max<std::uint64_t>(packet.slowest, routers.network.pace_in(head.in));
  if (routers.options.acknowledged)
    packet.path_cycles += routers.network.latency_in(head.in) + routers.options.idle_passage();
  if (packet.along_tree) {
    input.phase = VcState::tree;
    return tree_heads_.push_back(head);
  }
  auto const r = routers.network.router_of_in(head.in);
  input.phase = VcState::allocating;
  routers.set_allocating(r, head.in, head.vc);
  if (packet.intermediate == r) {
    packet.intermediate = routing::no_intermediate;
    packet.phase = routing_.after_intermediate(packet.phase);
  }
  auto const shift = class_shift(packet);
  auto& first = routers.candidate[index * routers.width];
  if (packet.intermediate == routing::no_intermediate && packet.to == r) {
    auto const out = routers.network.ejection_port(packet.terminal) - routers.network.first_out(r);
    bool const same = routers.options.ejection_vc == EjectionVc::same;
    first = {.vcs = same ? std::uint64_t{1} << head.vc : first_class_ << shift,
             .port = static_cast<std::uint16_t>(out)};
    input.candidates = 1;
    return commit(routers, index, r);
  }
  if (packet.decided) {
    first = routers.packets.early_choice(routers.front(index) & packet_mask);
    first.vcs <<= shift;
    input.candidates = 1;
    packet.decided = false;
    return commit(routers, index, r);
  }
  batch_.index.push_back(index);
  batch_.heads.push_back(head_of(routers, packet, r, head.in - routers.network.first_in(r),
                                 head.vc - static_cast<std::uint32_t>(shift)));
}

/// Adds the packet of a head to the queue of its chosen output, if routings count waiting packets.
inline void RouteStage::commit(Routers& routers, std::size_t index, std::uint32_t r) {
  if (!routers.options.commits() || routers.input[index].candidates != 1) return;
  auto const out = routers.network.first_out(r) + routers.candidate[index * routers.width].port;
  routers.queue[out] += routers.front_packet(index).flits;
}

/// Computes the candidates of consecutive heads of the batch.
inline void RouteStage::route(Routers& routers, std::size_t first, std::size_t count) {
  auto const width = std::size_t{routers.width};
  routing_.route(std::span(batch_.heads).subspan(first, count), queues(routers),
                 std::span(batch_.out).subspan(first * width, count * width),
                 std::span(batch_.count).subspan(first, count));
  for (auto i = first; i < first + count; ++i) {
    auto const index = batch_.index[i];
    routers.input[index].candidates = batch_.count[i];
    std::copy_n(&batch_.out[i * width], batch_.count[i], &routers.candidate[index * width]);
    commit(routers, index, batch_.heads[i].at);
  }
}

/// Computes the candidates of the heads of the batch.
inline void RouteStage::route_batch(Routers& routers) {
  auto const size = batch_.index.size(), width = std::size_t{routers.width};
  if (size == 0) return;
  if (batch_.out.size() < size * width) batch_.out.resize(size * width);
  if (batch_.count.size() < size) batch_.count.resize(size);
  if (routers.options.commits())
    for (std::size_t i = 0; i < size; ++i) route(routers, i, 1);
  else
    route(routers, 0, size);
  if (routers.options.message_classes == 1) return;
  for (auto const index : batch_.index) {
    auto const shift = class_shift(routers.front_packet(index));
    for (std::uint16_t k = 0; k < routers.input[index].candidates; ++k)
      routers.candidate[index * routers.width + k].vcs <<= shift;
  }
}

inline void RouteStage::run(Routers& routers, bool fetch) {
  batch_.heads.clear();
  batch_.index.clear();
  tree_heads_.clear();
  if (routers.options.commits())  // the heads of a router observe each other's choices
    std::ranges::sort(heads_, {}, [](Head const& head) { return std::pair(head.in, head.vc); });
  for (std::size_t i = 0; i < heads_.size(); ++i) {
    // Prefetches later heads: first their buffers, then, when these have arrived, their packets.
    if (fetch && i + 16 < heads_.size()) {
      auto const index = routers.place(heads_[i + 16].in, heads_[i + 16].vc);
      __builtin_prefetch(&routers.input[index]);
      __builtin_prefetch(&routers.buffer[index * routers.depth]);
    }
    if (fetch && i + 8 < heads_.size())
      __builtin_prefetch(&routers.front_packet(routers.place(heads_[i + 8].in, heads_[i + 8].vc)), 1);
    add_to_batch(routers, heads_[i]);
  }
  heads_.clear();
  route_batch(routers);
}

}  // namespace weft::flit
