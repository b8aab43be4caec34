// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "weft/engine/flit/allocator.hpp"
#include "weft/engine/flit/flit_network.hpp"
#include "weft/engine/flit/router_params.hpp"
#include "weft/engine/flit/state.hpp"

namespace weft::flit {

/// The routers of a partition and their current cycle, on which all stages work.
struct Routers : Arrays {
  Routers(FlitNetwork const& flit_network, RouterOptions const& router_options, State& state,
          RouterRange const& range)
      : Arrays(state),
        network(flit_network),
        options(router_options),
        packets(state.packets),
        first(range.first),
        last(range.last) {}

  FlitNetwork const& network;
  RouterOptions const options;
  PacketStore& packets;
  std::uint32_t const first, last;
  std::uint64_t now = 0;
  std::uint64_t leaving = 0;  ///< cycle in which a flit that traverses the switch now enters an idle channel

  std::uint64_t turn = 0;  ///< index of the current allocation, counted over all cycles

  AllocationTurn turn_of(std::uint32_t r) const { return {turn, r}; }
  /// Returns the flit at the front of a non-empty input VC.
  Flit front(std::size_t index) const { return buffer[index * depth + input[index].head]; }
  Packet& front_packet(std::size_t index) const { return packets[front(index) & packet_mask]; }

  /// Returns the rank of the packet at the front of an input VC for arbiters that compare priority or age:
  /// lower for higher priorities, then for older packets.
  std::uint32_t rank(std::size_t index) const {
    bool const by_age = options.arbitration == Arbitration::age;
    if (!by_age && !options.priorities) return 0;
    auto const& packet = front_packet(index);
    auto const bits = options.priorities ? 29u : 32u;  // bits of the age
    auto const maximum = (std::uint64_t{1} << bits) - 2;
    auto const behind = options.priorities ? std::uint64_t{7u - packet.priority} << bits : 0;
    return static_cast<std::uint32_t>(
        behind + (by_age ? maximum - std::min(now - packet.creation_cycle, maximum) : 0));
  }

  /// Returns whether the maximum number of flits already waits behind the switch for the channel of output
  /// port `out`.
  bool waits_for_channel(std::uint32_t out) const {
    if (options.output_buffer == 0 || channel_free.empty()) return false;
    return channel_free[out] > (leaving + options.output_buffer) << 16;
  }
  /// Sends a flit through the switch to VC v of output port `out`: uses a credit, and frees the VC with the
  /// last flit of a packet. Returns the first cycle in which the flit is on the channel.
  std::uint64_t pass_switch(std::uint32_t out, std::uint32_t v, bool is_last) {
    --output[place(out, v)].credits;
    if (slots.reserve_flit(out, place(out, v))) update_ready(out);
    if (!options.commits()) ++queue[out];
    ++out_port[out].sent;
    if (is_last) (options.atomic_vcs ? draining_vcs[out] : out_port[out].free_vcs) |= std::uint64_t{1} << v;
    if (channel_free.empty()) return leaving;
    auto const start = std::max(leaving << 16, channel_free[out]);
    channel_free[out] = start + network.pace(out);
    return (start + ChannelTimes::cycle - 1) >> 16;
  }
  /// Removes the flit at the front of an input VC; the caller returns the credit for its slot.
  void leave_buffer(Input& from) const {
    if (++from.head == depth) from.head = 0;
    --from.count;
  }

  /// Returns whether VC v of output port `out` is allocated to the packet at the front of an input VC.
  bool has_vc(std::size_t index, std::uint32_t out, std::uint32_t v) const {
    auto const& from = input[index];
    return (out_port[out].free_vcs >> v & 1) == 0 && from.phase == VcState::active && from.out_vc == v &&
           network.first_out(network.router_of_out(out)) + from.out == out;
  }
  /// Allocates VC v of output port `out` to a packet.
  void allocate_vc(std::uint32_t out, std::uint32_t v, std::size_t owner, Packet const& packet) {
    auto const index = place(out, v);
    out_port[out].free_vcs &= ~(std::uint64_t{1} << v);
    output[index].owner = static_cast<std::uint32_t>(owner);
    slots.reserve_packet(out, index, packet.flits);
  }

  /// Marks VC v of input port `in` of router r as able to send a flit.
  void set_ready(std::uint32_t r, std::uint32_t in, std::uint32_t v) {
    in_port[in].ready |= std::uint64_t{1} << v;
    auto const port = in - network.first_in(r);
    ready_ports[std::size_t{r} * words + port / 64] |= std::uint64_t{1} << port % 64;
  }
  void clear_ready(std::uint32_t r, std::uint32_t in, std::uint32_t v) {
    auto& ready = in_port[in].ready;
    ready &= ~(std::uint64_t{1} << v);
    if (ready != 0) return;
    auto const port = in - network.first_in(r);
    ready_ports[std::size_t{r} * words + port / 64] &= ~(std::uint64_t{1} << port % 64);
  }
  /// Updates the ready bits of the packets with a VC of output port `out` after the first shared slot became
  /// free, or the last one was reserved.
  [[gnu::noinline]] void update_ready(std::uint32_t out) {
    auto const r = network.router_of_out(out);
    for (std::uint32_t v = 0; v < vcs; ++v) {
      auto const owner = output[place(out, v)].owner;
      if (!has_vc(owner, out, v) || input[owner].count == 0) continue;
      if (may_send(out, v))
        set_ready(r, port_of(owner), vc_of(owner));
      else
        clear_ready(r, port_of(owner), vc_of(owner));
    }
  }
  /// Marks VC v of input port `in` of router r as waiting for an output VC.
  void set_allocating(std::uint32_t r, std::uint32_t in, std::uint32_t v) {
    in_port[in].allocating |= std::uint64_t{1} << v;
    auto const port = in - network.first_in(r);
    allocating_ports[std::size_t{r} * words + port / 64] |= std::uint64_t{1} << port % 64;
  }
  void clear_allocating(std::uint32_t r, std::uint32_t in, std::uint32_t v) {
    auto& allocating = in_port[in].allocating;
    allocating &= ~(std::uint64_t{1} << v);
    if (allocating != 0) return;
    auto const port = in - network.first_in(r);
    allocating_ports[std::size_t{r} * words + port / 64] &= ~(std::uint64_t{1} << port % 64);
  }
};

}  // namespace weft::flit
