#include "weft/engine/flit/watchdog.hpp"

#include <numeric>

#include "weft/engine/flit/allocator.hpp"
#include "weft/graph/waiting_knot.hpp"

namespace weft::flit {
namespace {

/// Whether some buffer holds the same flits as at the last look, which `seen` records.
bool something_stands(State const& state, std::vector<std::uint64_t>& seen) {
  seen.resize(state.input.size());
  bool stands = false;
  for (std::size_t i = 0; i < state.input.size(); ++i) {
    auto const& input = state.input[i];
    std::uint64_t here = 0;
    if (input.count > 0)
      here = std::uint64_t{state.buffer[i * state.depth + input.head]} << 32 |
             std::uint64_t{input.count} << 16 | input.head;
    stands = stands || (here != 0 && here == seen[i]);
    seen[i] = here;
  }
  return stands;
}

Packet const* packet_in(State const& state, std::uint32_t input) {
  auto const& it = state.input[input];
  if (it.count == 0) return nullptr;
  return &state.packets[state.buffer[std::size_t{input} * state.depth + it.head] & packet_mask];
}

/// The resources that input virtual channels wait for: i for wanted[first[i]] .. wanted[first[i + 1] - 1], or
/// for nothing.
class Waits {
 public:
  Waits(FlitNetwork const& network, RouterOptions const& options, State const& state)
      : network_(network), options_(options), state_(state) {
    for (std::uint32_t i = 0; i < state.input.size(); ++i) {
      auto const& input = state.input[i];
      bool waits = false;
      if (input.phase == Phase::allocating)
        waits = waits_for_vc(i, packet_in(state, i)->flits);
      else if (input.phase == Phase::active)
        waits = input.count > 0 ? waits_for_credit(i) : waits_for_flits(i);
      if (!waits) wanted.resize(first.back());
      first.push_back(static_cast<std::uint32_t>(wanted.size()));
    }
  }

  std::vector<std::uint32_t> first{0}, wanted;

 private:
  /// Waits until the buffer behind an output VC empties. False if it does by itself, or flits or credits are
  /// still in flight.
  bool waits_for_buffer(std::uint32_t out, std::uint32_t v) {
    auto const target = network_.target(out);
    if ((target & FlitNetwork::terminal_bit) != 0) return false;
    auto const there = state_.place(target, v);
    auto const count = state_.input[there].count;
    if (count == 0 || count + state_.output[state_.place(out, v)].credits < state_.depth) return false;
    wanted.push_back(static_cast<std::uint32_t>(there));
    return true;
  }
  /// A head that asks for virtual channels: it waits for their owners, or for the packets in the buffers
  /// where a packet must fit or be alone.
  bool waits_for_vc(std::uint32_t input, std::uint32_t flits) {
    auto const first_out = network_.first_out(network_.router_of_in(state_.port_of(input)));
    for (std::uint32_t k = 0; k < state_.input[input].candidates; ++k) {
      auto const& candidate = state_.candidate[std::size_t{input} * state_.width + k];
      auto const out = first_out + candidate.port;
      bool free = false;
      for_each_bit(candidate.vcs, [&](std::uint32_t v) {
        auto const output = state_.place(out, v);
        if ((state_.out_port[out].free_vcs >> v & 1) != 0)
          free = free || !options_.cut_through || state_.output[output].credits >= flits * candidate.room ||
                 !waits_for_buffer(out, v);
        else if (options_.atomic_vcs && (state_.emptying_vcs[out] >> v & 1) != 0)
          free = free || !waits_for_buffer(out, v);
        else
          wanted.push_back(state_.output[output].user);
      });
      if (free) return false;
    }
    return true;
  }
  /// A packet that has its virtual channel and flits to send.
  bool waits_for_credit(std::uint32_t input) {
    auto const& it = state_.input[input];
    auto const out = network_.first_out(network_.router_of_in(state_.port_of(input))) + it.out;
    return state_.output[state_.place(out, it.out_vc)].credits == 0 && waits_for_buffer(out, it.out_vc);
  }
  /// A packet whose next flits are still in the previous router, none of them in flight.
  bool waits_for_flits(std::uint32_t input) {
    auto const source = network_.source(state_.port_of(input)), v = state_.vc_of(input);
    if ((source & FlitNetwork::terminal_bit) != 0) return false;
    auto const output = state_.place(source, v);
    if (state_.output[output].credits < state_.depth) return false;
    wanted.push_back(state_.output[output].user);
    return true;
  }

  FlitNetwork const& network_;
  RouterOptions const& options_;
  State const& state_;
};

}  // namespace

std::optional<Deadlock> Watchdog::look(std::uint64_t now, State const& state) {
  if (!something_stands(state, seen_)) return {};
  Waits const waits(network_, options_, state);
  std::vector<std::uint32_t> holder(state.input.size());
  std::iota(holder.begin(), holder.end(), 0u);
  auto const knot = find_waiting_knot({waits.first, waits.wanted, holder});
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
