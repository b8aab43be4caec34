#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "weft/analysis/deadlock/packet_state.hpp"
#include "weft/core/random.hpp"
#include "weft/routing/form/channel_routing.hpp"

namespace weft::deadlock {

/// Everything that packets on a leg towards one router can do, breadth first from where they set out. Scratch space that is used again for
/// the next target; one for each thread.
class LegSearch {
 public:
  static constexpr std::uint32_t none = 0xffffffff;

  LegSearch(Network const& network, routing::ChannelRouting const& routing)
      : network_(network), routing_(routing), table_(1024, none) {}

  /// A packet in state number `from` may go on to `next` in the way given, where it has state number `to`, or `none` if that
  /// is at the target.
  struct Move {
    std::uint32_t from = none;
    VirtualChannel next;
    std::uint32_t to = none;
    routing::Candidate const& candidate;
  };

  /// Calls sink.way(from, way, channel) for each way that a packet can be given, sink.move(Move) for each virtual channel of it,
  /// sink.diversion(from, phase) where it may set out for another router, sink.strands(from) where there is no path on; each state's
  /// calls together, in the order in which states are found. No start is at the target.
  template <class Sink>
  void run(std::uint32_t target, std::span<PacketState const> starts, Sink& sink) {
    forget();
    for (auto const start : starts) find_or_add(start, none);
    num_starts_ = size();
    for (std::uint32_t i = 0; i < size(); ++i) expand(i, target, sink);
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(states_.size()); }
  PacketState state(std::uint32_t i) const { return states_[i]; }
  /// States below this number are starts.
  std::uint32_t num_starts() const { return num_starts_; }
  /// The start from which the search found state i.
  PacketState start_of(std::uint32_t i) const {
    while (parent_[i] != none) i = parent_[i];
    return states_[i];
  }

 private:
  template <class Sink>
  void expand(std::uint32_t i, std::uint32_t target, Sink& sink) {
    auto const state = states_[i];
    auto const at = state.router(network_);
    routing::Head head{.at = at, .target = target, .to = target, .phase = state.phase()};
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
      bool const arrives = network_.target(channel).v == target;
      sink.candidate(i, candidate, channel);
      for (auto left = candidate.vcs; left != 0; left &= left - 1) {
        VirtualChannel const next{channel, static_cast<std::uint8_t>(std::countr_zero(left))};
        auto const to = arrives ? none : find_or_add(PacketState::in(next, candidate.phase), i);
        sink.move(Move{i, next, to, candidate});
      }
    }
  }
  std::uint32_t find_or_add(PacketState state, std::uint32_t parent) {
    auto place = mix64(state.bits()) & (table_.size() - 1);
    for (; table_[place] != none; place = (place + 1) & (table_.size() - 1))
      if (states_[table_[place]] == state) return table_[place];
    table_[place] = size();
    states_.push_back(state);
    parent_.push_back(parent);
    if (2 * states_.size() > table_.size()) grow();
    return size() - 1;
  }
  void grow() {
    table_.assign(table_.size() * 2, none);
    for (std::uint32_t i = 0; i < size(); ++i) {
      auto place = mix64(states_[i].bits()) & (table_.size() - 1);
      while (table_[place] != none) place = (place + 1) & (table_.size() - 1);
      table_[place] = i;
    }
  }
  void forget() {
    if (!states_.empty()) table_.assign(table_.size(), none);
    states_.clear();
    parent_.clear();
  }

  Network const& network_;
  routing::ChannelRouting const& routing_;
  std::vector<std::uint32_t> table_;  // hash table of numbers of states; its size is a power of two
  std::vector<PacketState> states_;
  std::vector<std::uint32_t> parent_;
  std::uint32_t num_starts_ = 0;
  routing::Possible possible_;
};

}  // namespace weft::deadlock
