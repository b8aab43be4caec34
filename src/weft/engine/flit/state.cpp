// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/state.hpp"

#include <algorithm>
#include <bit>

#include "weft/core/error.hpp"

namespace weft::flit {
namespace {

/// Returns the range in an array that has `count` elements for each element of `range`.
ElementRange times(ElementRange const& range, std::size_t count) {
  return {range.first * count, range.last * count};
}

}  // namespace

void PacketStore::take(std::vector<std::uint32_t>& free) {
  std::lock_guard const lock(changing_);
  if (!released_.empty()) {
    auto const first = released_.end() - static_cast<std::ptrdiff_t>(bulk);
    free.insert(free.end(), first, released_.end());
    released_.erase(first, released_.end());
    return;
  }
  if (used_ == max_chunks)
    throw InputError("more than 2^30 packets are in flight", "flits index packets with 30 bits",
                     "reduce the rate, or use a smaller network", "engine");
  auto const first = static_cast<std::uint32_t>(used_ * bulk);
  if (!early_choices_.empty()) early_choices_[used_] = std::make_unique<routing::Candidate[]>(bulk);
  chunks_[used_++] = std::make_unique<Packet[]>(bulk);
  for (std::uint32_t i = bulk; i-- > 0;) free.push_back(first + i);
}

void PacketStore::release(std::vector<std::uint32_t>& free) {
  std::lock_guard const lock(changing_);
  auto const first = free.end() - static_cast<std::ptrdiff_t>(bulk);
  released_.insert(released_.end(), first, free.end());
  free.erase(first, free.end());
}

State::State(FlitNetwork const& network, RouterOptions const& options, routing::ChannelTraits const& routing,
             RouterRange const& own)
    : own_in{network.first_in(own.first), network.first_in(own.last)},
      own_out{network.first_out(own.first), network.first_out(own.last)},
      own_(own) {
  vcs = options.vcs;
  depth = options.deepest();
  shift = static_cast<std::uint32_t>(std::countr_zero(std::bit_ceil(vcs)));
  width = routing.width;
  std::uint32_t max_inputs = 1;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    max_inputs = std::max(max_inputs, network.inputs(r));
  words = (max_inputs + 63) / 64;
  queue_counts_waiting = options.commits();
  auto const outs = std::size_t{network.num_out()};
  make(queue, outs, own_out);
  if (routing.uses_remote_queues) make(remote_queue, outs, {0, outs});
  make_by_terminal(network, options, own);
}

std::uint64_t State::all_vcs() const { return vcs == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << vcs) - 1; }

void State::make_ports(FlitNetwork const& network, RouterOptions const& options) {
  if (!input.empty()) return;
  auto const ins = std::size_t{network.num_in()}, outs = std::size_t{network.num_out()};
  auto const inputs = own_inputs();
  make(input, ins << shift, inputs);
  make(buffer, input.size() * depth, times(inputs, depth));
  make(candidate, input.size() * width, times(inputs, width));
  make(in_port, ins, own_in);
  make(out_port, outs, own_out, {.free_vcs = all_vcs()});
  make(output, outs << shift, times(own_out, std::size_t{1} << shift),
       {.credits = static_cast<std::uint16_t>(depth)});
  auto const in_lanes = ins * options.input_speedup, out_lanes = outs * options.output_speedup;
  if (options.has_lanes()) {
    make(lane_accept, in_lanes, times(own_in, options.input_speedup));
    make(lane_grant, out_lanes, times(own_out, options.output_speedup));
  }
  if (options.speculative == Speculation::on) {
    make(speculative_accept, in_lanes, times(own_in, options.input_speedup));
    make(speculative_grant, out_lanes, times(own_out, options.output_speedup));
  }
  if (options.congestion_update_period > 1) make(delayed_queue, outs, own_out);
  if (options.atomic_vcs) make(draining_vcs, outs, own_out);
  if (options.exceeds_channel_rate() || network.is_paced()) make(channel_free, outs, own_out);
  if (options.shared_buffer > 0) {
    slots = {.own_slots = options.vc_buffer, .by_packet = options.cut_through, .reserved = {}, .free = {}};
    make(slots.reserved, outs << shift, times(own_out, std::size_t{1} << shift));
    make(slots.free, outs, own_out, options.shared_buffer);
  }
  auto const own_words = times({own_.first, own_.last}, words);
  make(allocating_ports, std::size_t{network.num_routers()} * words, own_words);
  make(ready_ports, allocating_ports.size(), own_words);
}

void State::make_by_terminal(FlitNetwork const& network, RouterOptions const& options,
                             RouterRange const& routers) {
  auto const terminals = std::size_t{network.num_terminals()};
  ElementRange own;  // terminals of `routers`
  for (std::uint32_t e = 0; e < terminals; ++e) {
    if (auto const r = network.injection_router(e); r < routers.first || r >= routers.last) continue;
    if (own.last == 0) own.first = e;
    own.last = e + std::size_t{1};
  }
  make(source_vcs, terminals, own, all_vcs());
  if (options.atomic_vcs) make(source_draining, terminals, own);
  make(source_credits, terminals * vcs, times(own, vcs), static_cast<std::uint16_t>(depth));
  if (options.shared_buffer == 0) return;
  source_slots = {
      .own_slots = options.vc_buffer, .by_packet = options.cut_through, .reserved = {}, .free = {}};
  make(source_slots.reserved, terminals * vcs, times(own, vcs));
  make(source_slots.free, terminals, own, options.shared_buffer);
}

}  // namespace weft::flit
