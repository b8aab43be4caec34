// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/watchdog.hpp"

#include <algorithm>
#include <numeric>
#include <ranges>
#include <unordered_map>

#include "weft/core/byte_stream.hpp"
#include "weft/core/random.hpp"
#include "weft/core/ranks.hpp"
#include "weft/engine/flit/allocator.hpp"
#include "weft/graph/waiting_knot.hpp"

namespace weft::flit {
namespace {

/// Returns whether any buffer contains the same flits as at the last check. `seen` stores a hash of the
/// contents between checks.
bool any_buffer_unchanged(State const& state, std::vector<std::uint64_t>& seen) {
  auto const own = state.own_inputs();
  seen.resize(own.last - own.first);
  bool stands = false;
  for (auto i = own.first; i < own.last; ++i) {
    auto const& input = state.input[i];
    std::uint64_t here = 0;
    if (input.count > 0) {
      auto const flit = state.buffer[i * state.depth + input.head];
      here = mix64(state.packets[flit & packet_mask].draw + (flit & ~packet_mask) + input.count);
    }
    auto& before = seen[i - own.first];
    stands = stands || (here != 0 && here == before);
    before = here;
  }
  return max_over_ranks(std::uint64_t{stands}) > 0;
}

/// State of the virtual channels at the other ends of this rank's channels to and from other ranks.
class Neighbors {
 public:
  Neighbors(FlitNetwork const& network, State const& state) {
    if (num_ranks() == 1) return;
    Division const division(network, 1);
    std::vector<ByteWriter> to_rank(num_ranks());
    auto const [first, last] = division.of_this_rank();
    for (auto in = network.first_in(first); in < network.first_in(last); ++in) {
      auto const source = network.source(in);
      if ((source & FlitNetwork::terminal_bit) != 0 || division.is_own(network.router_of_out(source)))
        continue;
      auto& to = to_rank[division.rank_of(network.router_of_out(source))];
      for (std::uint32_t v = 0; v < state.vcs; ++v)
        to.put(Known{.is_input = 1,
                     .place = state.place(in, v),
                     .flits_or_credits = state.input[state.place(in, v)].count});
    }
    for (auto out = network.first_out(first); out < network.first_out(last); ++out) {
      auto const target = network.target(out);
      if ((target & FlitNetwork::terminal_bit) != 0 || division.is_own(network.router_of_in(target)))
        continue;
      auto& to = to_rank[division.rank_of(network.router_of_in(target))];
      for (std::uint32_t v = 0; v < state.vcs; ++v) {
        auto const& output = state.output[state.place(out, v)];
        to.put(
            Known{.place = state.place(out, v), .flits_or_credits = output.credits, .owner = output.owner});
      }
    }
    std::vector<Bytes> bytes;
    for (auto& to : to_rank) bytes.push_back(std::move(to.bytes()));
    for (auto const& from : exchange(std::move(bytes)))
      for (ByteReader in(from); !in.empty();) {
        auto const known = in.read<Known>();
        (known.is_input != 0 ? inputs_ : outputs_).emplace(known.place, known);
      }
  }

  /// Returns the number of flits in an input virtual channel.
  std::uint32_t count(State const& state, std::size_t place) const {
    auto const found = inputs_.find(place);
    return found == inputs_.end() ? state.input[place].count : found->second.flits_or_credits;
  }
  struct Output {
    std::uint32_t credits, owner;
  };
  Output output(State const& state, std::size_t place) const {
    auto const found = outputs_.find(place);
    if (found == outputs_.end()) return {state.output[place].credits, state.output[place].owner};
    return {found->second.flits_or_credits, found->second.owner};
  }

 private:
  struct Known {
    std::uint64_t is_input = 0, place = 0;
    std::uint32_t flits_or_credits = 0, owner = 0;
  };
  std::unordered_map<std::size_t, Known> inputs_, outputs_;
};

Packet const* packet_in(State const& state, std::uint32_t input) {
  auto const& waiter = state.input[input];
  if (waiter.count == 0) return nullptr;
  return &state.packets[state.buffer[std::size_t{input} * state.depth + waiter.head] & packet_mask];
}

/// Wait-for graph of the input virtual channels of the whole network: i waits for requested[first[i]] ..
/// requested[first[i + 1] - 1]. Each rank computes the arcs of its routers and shares them.
class Waits {
 public:
  Waits(FlitNetwork const& network, RouterOptions const& options, State const& state)
      : network_(network), options_(options), state_(state), neighbors_(network, state) {
    auto const own = state.own_inputs();
    for (auto i = static_cast<std::uint32_t>(own.first); i < own.last; ++i) {
      auto const& input = state.input[i];
      bool waits = false;
      if (input.phase == VcState::allocating)
        waits = waits_for_vc(i, packet_in(state, i)->flits);
      else if (input.phase == VcState::active)
        waits = input.count > 0 ? waits_for_credit(i) : waits_for_flits(i);
      if (!waits) requested.resize(first.back());
      first.push_back(static_cast<std::uint32_t>(requested.size()));
    }
    if (num_ranks() > 1) share();
  }

  std::vector<std::uint32_t> first{0}, requested;

 private:
  void share() {
    ByteWriter mine;
    mine.put_list(first);
    mine.put_list(requested);
    first = {0};
    requested.clear();
    for (auto const& bytes : allgather_bytes(mine.bytes())) {
      ByteReader in(bytes);
      auto const before = static_cast<std::uint32_t>(requested.size());
      for (auto const end : in.read_list<std::uint32_t>() | std::views::drop(1))
        first.push_back(before + end);
      auto const of_rank = in.read_list<std::uint32_t>();
      requested.insert(requested.end(), of_rank.begin(), of_rank.end());
    }
  }
  /// Returns whether a packet waits for slots downstream of an output VC: for credits or, if the VC has
  /// enough credits, for shared slots, which any VC of the port may free.
  bool waits_for_places(std::uint32_t out, std::uint32_t v, std::uint32_t flits) {
    if (!waits_for_buffer(out, v)) return false;
    if (!state_.slots.is_shared() || state_.output[state_.place(out, v)].credits < flits) return true;
    for (std::uint32_t other = 0; other < state_.vcs; ++other)
      if (other != v && state_.slots.reserved[state_.place(out, other)] > state_.slots.own_slots &&
          !waits_for_buffer(out, other))
        return false;
    return true;
  }
  /// Returns whether a packet waits until the buffer downstream of an output VC empties: false if the buffer
  /// is empty, if the port ejects, or if flits or credits are still in flight.
  bool waits_for_buffer(std::uint32_t out, std::uint32_t v) {
    auto const target = network_.target(out);
    if ((target & FlitNetwork::terminal_bit) != 0) return false;
    auto const there = state_.place(target, v);
    auto const count = neighbors_.count(state_, there);
    if (count == 0 || count + state_.output[state_.place(out, v)].credits < state_.depth) return false;
    requested.push_back(static_cast<std::uint32_t>(there));
    return true;
  }
  /// Returns whether a head that requests virtual channels waits: for their owners, or for the packets in the
  /// buffers if the whole packet must fit or the buffer must be empty.
  bool waits_for_vc(std::uint32_t input, std::uint32_t flits) {
    auto const first_out = network_.first_out(network_.router_of_in(state_.port_of(input)));
    for (std::uint32_t k = 0; k < state_.input[input].candidates; ++k) {
      auto const& candidate = state_.candidate[std::size_t{input} * state_.width + k];
      auto const out = first_out + candidate.port;
      bool free = false;
      for_each_bit(candidate.vcs, [&](std::uint32_t v) {
        auto const output = state_.place(out, v);
        if ((state_.out_port[out].free_vcs >> v & 1) != 0)
          free = free || !options_.cut_through || state_.has_room(out, v, flits * candidate.room) ||
                 !waits_for_places(out, v, flits * candidate.room);
        else if (options_.atomic_vcs && (state_.draining_vcs[out] >> v & 1) != 0)
          free = free || !waits_for_buffer(out, v);
        else
          requested.push_back(state_.output[output].owner);
      });
      if (free) return false;
    }
    return true;
  }
  /// Returns whether a packet that has an output virtual channel and flits to send waits for credits or
  /// shared slots.
  bool waits_for_credit(std::uint32_t input) {
    auto const& waiter = state_.input[input];
    auto const out = network_.first_out(network_.router_of_in(state_.port_of(input))) + waiter.out;
    return !state_.may_send(out, waiter.out_vc) && waits_for_places(out, waiter.out_vc, 1);
  }
  /// Returns whether the next flits of a packet are still in the upstream router, with no flit in flight.
  bool waits_for_flits(std::uint32_t input) {
    auto const source = network_.source(state_.port_of(input)), v = state_.vc_of(input);
    if ((source & FlitNetwork::terminal_bit) != 0) return false;
    auto const output = neighbors_.output(state_, state_.place(source, v));
    if (output.credits < state_.depth) return false;
    requested.push_back(output.owner);
    return true;
  }

  FlitNetwork const& network_;
  RouterOptions const& options_;
  State const& state_;
  Neighbors const neighbors_;
};

/// Sets the source and the terminal of each waiter's packet; the waiters may be on any rank. A waiter with an
/// empty buffer waits for the rest of its packet, which is at the next waiter.
void name_packets(State const& state, std::vector<Deadlock::Waiter>& waiters) {
  std::vector<std::uint64_t> ends;
  for (auto const& waiter : waiters) {
    bool const own = waiter.in >= state.own_in.first && waiter.in < state.own_in.last;
    auto const* packet =
        own ? packet_in(state, static_cast<std::uint32_t>(state.place(waiter.in, waiter.vc))) : nullptr;
    ends.push_back(packet != nullptr ? packet->source : 0);
    ends.push_back(packet != nullptr ? packet->terminal : 0);
    ends.push_back(packet != nullptr ? 1 : 0);
  }
  sum_over_ranks(ends);
  auto const size = waiters.size();
  for (auto i = 2 * size; i-- > 0;) {
    auto const here = 3 * (i % size), next = 3 * ((i + 1) % size);
    if (ends[here + 2] == 0) std::copy_n(&ends[next], 3, &ends[here]);
    waiters[i % size].source = static_cast<std::uint32_t>(ends[here]);
    waiters[i % size].terminal = static_cast<std::uint32_t>(ends[here + 1]);
  }
}

}  // namespace

std::optional<Deadlock> Watchdog::look(std::uint64_t now, State const& state) {
  if (!any_buffer_unchanged(state, seen_)) return {};
  Waits const waits(network_, options_, state);
  std::vector<std::uint32_t> holder(state.input.size());
  std::iota(holder.begin(), holder.end(), 0u);
  auto const knot = find_waiting_knot({waits.first, waits.requested, holder});
  if (knot.stuck.empty()) return {};
  Deadlock deadlock{.cycle = now, .blocked = knot.stuck.size(), .circle = {}};
  for (auto const& step : knot.cycle)
    deadlock.circle.push_back({.in = state.port_of(step.waiter),
                               .vc = state.vc_of(step.waiter),
                               .next_in = state.port_of(step.requested),
                               .next_vc = state.vc_of(step.requested)});
  name_packets(state, deadlock.circle);
  return deadlock;
}

}  // namespace weft::flit
