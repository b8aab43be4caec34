#include "weft/engine/flit/watchdog.hpp"

#include <numeric>

#include "weft/engine/flit/allocator.hpp"
#include "weft/graph/waiting_knot.hpp"

namespace weft::flit {

/// Whether some buffer holds the same flits as at the last look.
bool Watchdog::something_stands(State const& state) {
  seen_.resize(state.input.size());
  bool stands = false;
  for (std::size_t i = 0; i < state.input.size(); ++i) {
    auto const& input = state.input[i];
    std::uint64_t here = 0;
    if (input.count > 0)
      here = std::uint64_t{state.buffer[i * state.depth + input.head]} << 32 |
             std::uint64_t{input.count} << 16 | input.head;
    stands = stands || (here != 0 && here == seen_[i]);
    seen_[i] = here;
  }
  return stands;
}

/// Waits until the buffer behind an output VC empties. False if it does by itself, or flits or credits are still under way.
bool Watchdog::waits_for_buffer(State const& state, std::uint32_t out, std::uint32_t v) {
  auto const target = network_.target(out);
  if ((target & FlitNetwork::terminal_bit) != 0) return false;
  auto const there = state.place(target, v);
  auto const count = state.input[there].count;
  if (count == 0 || count + state.output[state.place(out, v)].credits < state.depth) return false;
  wanted_.push_back(static_cast<std::uint32_t>(there));
  return true;
}

/// A head that asks for virtual channels: it waits for those who have them, or for those in the buffers where a packet must fit or
/// stand alone.
bool Watchdog::waits_for_vc(State const& state, std::uint32_t input, std::uint32_t flits) {
  auto const first_out = network_.first_out(network_.router_of_in(state.port_of(input)));
  for (std::uint32_t k = 0; k < state.input[input].candidates; ++k) {
    auto const& candidate = state.candidate[std::size_t{input} * state.width + k];
    auto const out = first_out + candidate.port;
    bool free = false;
    for_each_bit(candidate.vcs, [&](std::uint32_t v) {
      auto const output = state.place(out, v);
      if ((state.out_port[out].free_vcs >> v & 1) != 0)
        free = free || !options_.cut_through || state.output[output].credits >= flits * candidate.room ||
               !waits_for_buffer(state, out, v);
      else if (options_.atomic_vcs && (state.emptying_vcs[out] >> v & 1) != 0)
        free = free || !waits_for_buffer(state, out, v);
      else
        wanted_.push_back(state.output[output].user);
    });
    if (free) return false;
  }
  return true;
}

/// A packet that has its virtual channel and flits to send.
bool Watchdog::waits_for_credit(State const& state, std::uint32_t input) {
  auto const& it = state.input[input];
  auto const out = network_.first_out(network_.router_of_in(state.port_of(input))) + it.out;
  return state.output[state.place(out, it.out_vc)].credits == 0 && waits_for_buffer(state, out, it.out_vc);
}

/// A packet whose next flits are still in the router before, none of them under way.
bool Watchdog::waits_for_flits(State const& state, std::uint32_t input) {
  auto const source = network_.source(state.port_of(input)), v = state.vc_of(input);
  if ((source & FlitNetwork::terminal_bit) != 0) return false;
  auto const output = state.place(source, v);
  if (state.output[output].credits < state.depth) return false;
  wanted_.push_back(state.output[output].user);
  return true;
}

Packet const* Watchdog::packet_in(State const& state, std::uint32_t input) const {
  auto const& it = state.input[input];
  if (it.count == 0) return nullptr;
  return &state.packets[state.buffer[std::size_t{input} * state.depth + it.head] & packet_mask];
}

void Watchdog::list_waits(State const& state) {
  first_.assign(1, 0);
  wanted_.clear();
  for (std::uint32_t i = 0; i < state.input.size(); ++i) {
    auto const& input = state.input[i];
    bool waits = false;
    if (input.phase == Phase::allocating)
      waits = waits_for_vc(state, i, packet_in(state, i)->flits);
    else if (input.phase == Phase::active)
      waits = input.count > 0 ? waits_for_credit(state, i) : waits_for_flits(state, i);
    if (!waits) wanted_.resize(first_.back());
    first_.push_back(static_cast<std::uint32_t>(wanted_.size()));
  }
}

std::optional<Deadlock> Watchdog::look(std::uint64_t now, State const& state) {
  if (!something_stands(state)) return {};
  list_waits(state);
  std::vector<std::uint32_t> holder(state.input.size());
  std::iota(holder.begin(), holder.end(), 0u);
  auto const knot = find_waiting_knot({first_, wanted_, holder});
  if (knot.stuck.empty()) return {};
  Deadlock deadlock{.cycle = now, .blocked = knot.stuck.size(), .circle = {}};
  for (auto const& step : knot.cycle) {
    Deadlock::Waiter waiter{.in = state.port_of(step.waiter),
                            .vc = state.vc_of(step.waiter),
                            .next_in = state.port_of(step.wanted),
                            .next_vc = state.vc_of(step.wanted)};
    if (auto const* packet = packet_in(state, step.waiter)) {
      waiter.source = packet->source;
      waiter.terminal = packet->terminal;
    }
    deadlock.circle.push_back(waiter);
  }
  return deadlock;
}

}  // namespace weft::flit
