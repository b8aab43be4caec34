#include <algorithm>
#include <bit>

#include "weft/engine/flit/masked/masked_core.hpp"

namespace weft::flit {
namespace {

void set_bit(std::uint64_t& word, std::uint32_t bit, bool value) {
  word = (word & ~(std::uint64_t{1} << bit)) | std::uint64_t{value} << bit;
}

}  // namespace

void MaskedCore::add_sent(std::span<std::uint64_t> flits) const {
  for (std::uint32_t r = 0; r < routers_.size(); ++r)
    for (std::uint32_t port = 0; port < routers_[r].outputs; ++port)
      flits[network_.first_out(routers_.first + r) + port] += routers_.out_ports(r)[port].sent;
}

void MaskedCore::forget_sent() {
  for (std::uint32_t r = 0; r < routers_.size(); ++r)
    for (std::uint32_t port = 0; port < routers_[r].outputs; ++port)
      routers_.out_ports(routers_[r])[port].sent = 0;
}

void MaskedCore::add_buffered(std::span<std::uint64_t> flits) const {
  for (std::uint32_t r = 0; r < routers_.size(); ++r)
    for (std::uint32_t port = 0; port < routers_[r].inputs; ++port)
      for (std::uint32_t v = 0; v < routers_.vcs; ++v)
        flits[v] += routers_.inputs(r)[(port << routers_.shift) + v].count;
}

void MaskedCore::show_inputs(State& state, std::uint32_t r) const {
  auto const& router = routers_[r];
  auto const first_in = network_.first_in(routers_.first + r);
  auto const mask = routing::VcBlocks(routers_.vcs, 1).all();
  for (std::uint32_t port = 0; port < router.inputs; ++port) {
    for (std::uint32_t v = 0; v < routers_.vcs; ++v) {
      auto const bit = (port << routers_.shift) + v;
      auto const& from = routers_.inputs(r)[bit];
      auto const* const flits = routers_.buffer(r, bit);
      auto const index = state.place(first_in + port, v);
      auto& to = state.input[index];
      to.head = from.head;
      to.count = from.count;
      to.accept = from.accept;
      to.out = static_cast<std::uint16_t>(from.output >> routers_.shift);
      to.out_vc = static_cast<std::uint8_t>(from.output - (to.out << routers_.shift));
      to.phase = (router.active >> bit & 1) != 0       ? Phase::active
                 : (router.allocating >> bit & 1) != 0 ? Phase::allocating
                 : from.count > 0                      ? Phase::routing
                                                       : Phase::idle;
      std::copy_n(flits, routers_.depth, &state.buffer[index * routers_.depth]);
      if (to.phase != Phase::allocating) continue;
      auto const& wish = routers_.wishes(r)[bit];
      auto const out = static_cast<std::uint32_t>(std::countr_zero(wish.outputs)) >> routers_.shift;
      auto const size = state.packets[flits[from.head] & packet_mask].flits;
      to.candidates = 1;
      state.candidate[index] = {.vcs = wish.outputs >> (out << routers_.shift),
                                .port = static_cast<std::uint16_t>(out),
                                .room = static_cast<std::uint8_t>(std::max(1u, wish.room / size))};
    }
    auto& to = state.in_port[first_in + port];
    to.allocating = router.allocating >> (port << routers_.shift) & mask;
    to.ready = router.ready >> (port << routers_.shift) & mask;
    to.accept = routers_.in_ports(r)[port].accept;
    to.first_vc = routers_.in_ports(r)[port].first_vc;
    auto const word = std::size_t{routers_.first + r} * state.words + port / 64;
    set_bit(state.allocating_ports[word], port % 64, to.allocating != 0);
    set_bit(state.ready_ports[word], port % 64, to.ready != 0);
  }
}

void MaskedCore::show_outputs(State& state, std::uint32_t r) const {
  auto const& router = routers_[r];
  auto const first_in = network_.first_in(routers_.first + r),
             first_out = network_.first_out(routers_.first + r);
  auto const mask = routing::VcBlocks(routers_.vcs, 1).all();
  for (std::uint32_t port = 0; port < router.outputs; ++port) {
    auto& to = state.out_port[first_out + port];
    to.free_vcs = router.free >> (port << routers_.shift) & mask;
    to.sent = routers_.out_ports(r)[port].sent;
    to.grant = routers_.out_ports(r)[port].grant;
    if (!state.channel_free.empty())
      state.channel_free[first_out + port] = routers_.out_ports(r)[port].free_at * ChannelTimes::cycle;
    std::int32_t in_use = 0;
    for (std::uint32_t v = 0; v < routers_.vcs; ++v) {
      auto const& from = routers_.outputs(r)[(port << routers_.shift) + v];
      auto& output = state.output[state.place(first_out + port, v)];
      output.user = static_cast<std::uint32_t>(state.place(first_in, from.user));
      output.grant = from.grant;
      output.credits = from.credits;
      in_use += static_cast<std::int32_t>(routers_.depth) - from.credits;
    }
    state.queue[first_out + port] = in_use;
  }
}

void MaskedCore::show(State& state) const {
  for (std::uint32_t r = 0; r < routers_.size(); ++r) {
    show_inputs(state, r);
    show_outputs(state, r);
  }
}

}  // namespace weft::flit
