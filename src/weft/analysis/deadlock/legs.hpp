// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "weft/core/parallel.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/random.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/form/channel_routing.hpp"

namespace weft::deadlock {

using routing::VirtualChannel;

/// The state of a packet in a leg: its position, at the front of a virtual channel or still at its source
/// router, and the phase that its routing defines.
class PacketState {
 public:
  PacketState() = default;  ///< a packet at the source, router 0
  static PacketState at_source(std::uint32_t router, std::uint16_t phase) {
    return PacketState(source_bit | std::uint64_t{router} << 22 | phase);
  }
  static PacketState in(VirtualChannel at, std::uint16_t phase) {
    return PacketState(std::uint64_t{at.channel.v} << 22 | std::uint64_t{at.vc} << 16 | phase);
  }
  bool is_at_source() const { return (bits_ & source_bit) != 0; }
  /// Returns the virtual channel. Requires !is_at_source().
  VirtualChannel channel() const {
    return {{static_cast<std::uint32_t>(bits_ >> 22)}, static_cast<std::uint8_t>(bits_ >> 16 & 63)};
  }
  std::uint32_t router(Network const& network) const {
    auto const index = static_cast<std::uint32_t>(bits_ >> 22);
    return is_at_source() ? index : network.target({index}).v;
  }
  std::uint16_t phase() const { return static_cast<std::uint16_t>(bits_); }
  PacketState with_phase(std::uint16_t phase) const {
    return PacketState((bits_ & ~std::uint64_t{0xffff}) | phase);
  }
  std::uint64_t bits() const { return bits_; }
  friend auto operator<=>(PacketState, PacketState) = default;

 private:
  static constexpr std::uint64_t source_bit = std::uint64_t{1} << 63;
  explicit PacketState(std::uint64_t bits) : bits_(bits) {}
  std::uint64_t bits_ = source_bit;
};

/// A leg of the packets of a round, to one router or, under a terminal-based routing, to one of its
/// terminals.
struct Leg {
  std::uint32_t round = 0;
  bool to_intermediate = false;
  std::uint32_t target = 0;
  std::uint32_t terminal = 0;  ///< only for terminal-based routings
};

/// A search for all moves of packets on a leg to one router, breadth first from their initial states. Scratch
/// space that is reused for the next target; one per thread.
class LegSearch {
 public:
  static constexpr std::uint32_t none = 0xffffffff;

  LegSearch(Network const& network, routing::ChannelRouting const& routing)
      : network_(network), routing_(routing), table_(1024, none) {}

  /// A move that the current candidate offers to a packet in the state with index `from`: to virtual channel
  /// `next`, and thus to the state with index `to`, or `none` if `next` ends at the target.
  struct Move {
    std::uint32_t from = none;
    VirtualChannel next;
    std::uint32_t to = none;
    routing::Candidate const& candidate;
  };

  /// Calls sink.candidate(from, candidate, channel) for each candidate offered to a packet, sink.move(Move)
  /// for each virtual channel of the candidate, sink.diversion(from, phase) if the packet can be diverted to
  /// an intermediate router, and sink.strands(from) if there is no next hop. The calls for a state are
  /// consecutive, in the order in which states are found. No start may be at the target.
  template <class Sink>
  void run(Leg const& leg, std::span<PacketState const> starts, Sink& sink) {
    clear();
    for (auto const start : starts) find_or_add(start, none);
    num_starts_ = size();
    for (std::uint32_t i = 0; i < size(); ++i) expand(i, leg, sink);
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(states_.size()); }
  PacketState state(std::uint32_t i) const { return states_[i]; }
  /// Returns the number of starts, which are the states with the lowest indices.
  std::uint32_t num_starts() const { return num_starts_; }
  /// Returns the start from which the search found state i.
  PacketState start_of(std::uint32_t i) const {
    while (parent_[i] != none) i = parent_[i];
    return states_[i];
  }

 private:
  template <class Sink>
  void expand(std::uint32_t i, Leg const& leg, Sink& sink) {
    auto const state = states_[i];
    auto const at = state.router(network_);
    routing::Head head{
        .at = at, .target = leg.target, .to = leg.target, .terminal = leg.terminal, .phase = state.phase()};
    if (!state.is_at_source()) {
      head.in_port = network_.target_port(state.channel().channel).v;
      head.in_vc = state.channel().vc;
    }
    possible_.clear();
    routing_.possible(head, possible_);
    if (possible_.candidates.empty()) sink.strands(i);
    for (auto const phase : possible_.diversions) sink.diversion(i, phase);
    for (auto const& candidate : possible_.candidates) {
      auto const channel = network_.channel({at}, {candidate.port});
      bool const arrives = network_.target(channel).v == leg.target;
      sink.candidate(i, candidate, channel);
      for (auto left = candidate.vcs; left != 0; left &= left - 1) {
        VirtualChannel const next{channel, static_cast<std::uint8_t>(std::countr_zero(left))};
        auto const to = arrives ? none : find_or_add(PacketState::in(next, candidate.phase), i);
        sink.move(Move{i, next, to, candidate});
      }
    }
  }
  std::uint32_t find_or_add(PacketState state, std::uint32_t parent) {
    auto slot = mix64(state.bits()) & (table_.size() - 1);
    for (; table_[slot] != none; slot = (slot + 1) & (table_.size() - 1))
      if (states_[table_[slot]] == state) return table_[slot];
    table_[slot] = size();
    states_.push_back(state);
    parent_.push_back(parent);
    if (2 * states_.size() > table_.size()) grow();
    return size() - 1;
  }
  void grow() {
    table_.assign(table_.size() * 2, none);
    for (std::uint32_t i = 0; i < size(); ++i) {
      auto slot = mix64(states_[i].bits()) & (table_.size() - 1);
      while (table_[slot] != none) slot = (slot + 1) & (table_.size() - 1);
      table_[slot] = i;
    }
  }
  void clear() {
    if (!states_.empty()) table_.assign(table_.size(), none);
    states_.clear();
    parent_.clear();
  }

  Network const& network_;
  routing::ChannelRouting const& routing_;
  std::vector<std::uint32_t> table_;  // hash table of state indices; its size is a power of two
  std::vector<PacketState> states_;
  std::vector<std::uint32_t> parent_;
  std::uint32_t num_starts_ = 0;
  routing::Possible possible_;
};

/// The initial states of packets that start together: in the first round at their sources, in later rounds at
/// intermediate routers that they have reached, or at routers where they are diverted.
struct Round {
  std::vector<PacketState> to_destination;   ///< sorted in ascending order
  std::vector<PacketState> to_intermediate;  ///< sorted in ascending order
};

/// All possible legs of packets between routers with terminals under a routing.
class Legs {
 public:
  Legs(Network const& network, routing::ChannelRouting const& routing);

  Network const& network() const { return network_; }
  routing::ChannelRouting const& routing() const { return routing_; }
  std::vector<std::uint32_t> const& sources() const { return sources_; }  ///< routers, in ascending order
  /// Returns the routers with ejecting terminals, in ascending order.
  std::vector<std::uint32_t> const& destinations() const { return destinations_; }
  std::vector<Round> const& rounds() const { return rounds_; }
  /// Returns the legs of a round, in order: to destinations, then to intermediate routers.
  std::vector<Leg> legs_of(std::uint32_t round) const;
  /// Returns the initial states of the packets of a leg: the states of its round from which the target can be
  /// reached, except those at the target; for a leg to an intermediate router, only if the routing may choose
  /// that router.
  std::vector<PacketState> starts_of(Leg const& leg) const;
  /// Adds the round of the packets that have arrived at intermediate routers or have been diverted (in any
  /// order, with duplicates), excluding packets of earlier rounds. Returns false if no packet remains.
  bool add_round(std::vector<PacketState> arrived, std::vector<PacketState> diverted);

 private:
  Network const& network_;
  routing::ChannelRouting const& routing_;
  bool by_terminal_;
  std::vector<std::uint32_t> sources_, destinations_, routers_;
  std::vector<Leg> to_destinations_;  // legs of round 0
  std::vector<Round> rounds_;
};

/// Searches the legs `some` on all threads, with one sink per thread. Calls sink.begin(leg, search) before
/// each search (LegSearch::run) and done(leg, search, sink) after it.
template <class Sink, class Done>
void search_legs(Legs const& legs, std::span<Leg const> some, std::vector<Sink>& sinks, Done done,
                 Progress& progress) {
  std::vector<LegSearch> searches(num_threads(), LegSearch(legs.network(), legs.routing()));
  parallel_for(some.size(), [&](std::size_t task, unsigned worker) {
    auto const starts = legs.starts_of(some[task]);
    sinks[worker].begin(some[task], searches[worker]);
    searches[worker].run(some[task], starts, sinks[worker]);
    done(some[task], searches[worker], sinks[worker]);
    progress.advance();
  });
}

}  // namespace weft::deadlock
