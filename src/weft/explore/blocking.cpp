#include "weft/explore/blocking.hpp"

#include <algorithm>

#include "weft/workload/flit/tables.hpp"

namespace weft::explore {
namespace {

/// The virtual channel for which a packet waits: its own, for the rest of its flits, if its buffer is empty;
/// the one that another packet of this router has; or the one whose buffer is full.
void set_next(flit::Deadlock::Waiter const& it, flit::State const& state, FlitChannels const& channels,
              LiveDeadlock::Waiter& waiter) {
  auto const& machine = channels.machine;
  if (state.input[state.place(it.in, it.vc)].count == 0) {
    waiter.next_channel = waiter.channel;
    waiter.next_vc = it.vc;
  } else if (machine.router_of_in(it.next_in) == waiter.router) {
    auto const& holder = state.input[state.place(it.next_in, it.next_vc)];
    waiter.next_channel = channels.of_out(machine.first_out(waiter.router) + holder.out);
    waiter.next_vc = holder.out_vc;
  } else {
    waiter.next_channel = channels.of_in(it.next_in);
    waiter.next_vc = it.next_vc;
  }
}

}  // namespace

LiveDeadlock live_deadlock(flit::Deadlock const& found, flit::State const& state,
                           FlitChannels const& channels) {
  LiveDeadlock deadlock{
      .cycle = found.cycle, .blocked = found.blocked, .text = deadlock_text(found), .waiters = {}};
  for (auto const& it : found.circle) {
    LiveDeadlock::Waiter waiter{.channel = channels.of_in(it.in),
                                .router = channels.machine.router_of_in(it.in),
                                .vc = it.vc,
                                .source = it.source,
                                .destination = it.terminal,
                                .next_channel = {}};
    set_next(it, state, channels, waiter);
    deadlock.waiters.push_back(waiter);
  }
  return deadlock;
}

StandingFronts::StandingFronts(flit::State const& state, flit::RouterOptions const& options)
    : interval_(std::max(1u, (options.vc_buffer - 1) / options.speedup)), fronts_(state.input.size()) {}

void StandingFronts::look(std::uint64_t now, flit::State const& state) {
  looked_ = now;
  constexpr std::uint64_t present = std::uint64_t{1} << 63;
  for (std::size_t i = 0; i < fronts_.size(); ++i) {
    auto const& input = state.input[i];
    auto const flit = input.count == 0 ? 0
                                       : present | std::uint64_t{input.head} << 32 |
                                             state.buffer[i * state.depth + input.head];
    if (flit != fronts_[i].flit) fronts_[i] = {flit, now};
  }
}

}  // namespace weft::explore
