// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "weft/analysis/deadlock/legs.hpp"
#include "weft/routing/form/channel_routing.hpp"

namespace weft::deadlock {

/// Enumerates every state of every packet: an oracle for the leg-by-leg analysis, which follows single
/// packets.
class PacketOracle {
 public:
  using Dependency = std::pair<VirtualChannel, VirtualChannel>;
  /// A packet: its location, its target, and whether the target is an intermediate router.
  using Packet = std::tuple<PacketState, std::uint32_t, bool>;

  PacketOracle(Network const& network, routing::ChannelRouting const& routing)
      : network_(network), routing_(routing) {
    for (auto const launch : routing.launches())
      for (std::uint32_t s = 0; s < network.num_routers(); ++s)
        for (std::uint32_t target = 0; target < network.num_routers(); ++target)
          if (target != s && (!launch.to_intermediate || routing.may_be_intermediate(s, target)))
            visit({PacketState::at_source(s, launch.phase), target, launch.to_intermediate});
    while (!open_.empty()) {
      auto const packet = open_.back();
      open_.pop_back();
      follow(packet);
    }
  }

  std::set<VirtualChannel> used, escapes;
  std::set<Dependency> dependencies;
  bool escape_everywhere = true;

  /// Returns the extended dependencies between escape channels, each found by following the packet that holds
  /// the first channel.
  std::set<Dependency> extended() const {
    std::set<Dependency> found;
    for (auto const& [packet, moves] : moves_) {
      auto const& state = std::get<0>(packet);
      if (state.is_at_source() || !escapes.contains(state.channel())) continue;
      std::set<Packet> seen{packet};
      std::vector<Packet> queue{packet};
      while (!queue.empty()) {
        auto const at = queue.back();
        queue.pop_back();
        for (auto const& move : moves_.at(at)) {
          if (move.escape) found.emplace(state.channel(), *move.channel);
          if (!move.escape)
            for (auto const& next : move.next)
              if (seen.insert(next).second) queue.push_back(next);
        }
      }
    }
    return found;
  }

 private:
  struct Move {
    std::optional<VirtualChannel> channel;  // none: diverted
    bool escape = false;
    std::vector<Packet> next;
  };

  void visit(Packet const& packet) {
    if (moves_.emplace(packet, std::vector<Move>{}).second) open_.push_back(packet);
  }
  void follow(Packet const& packet) {
    auto const& [state, target, to_intermediate] = packet;
    routing::Head head{.at = state.router(network_), .target = target, .to = target, .phase = state.phase()};
    if (!state.is_at_source()) {
      head.in_port = network_.target_port(state.channel().channel).v;
      head.in_vc = state.channel().vc;
    }
    routing::Possible possible;
    routing_.possible(head, possible);
    bool offered = possible.candidates.empty();
    for (auto const& candidate : possible.candidates) {
      offered = offered || candidate.escape;
      for (std::uint8_t v = 0; v < 64; ++v)
        if (candidate.vcs >> v & 1)
          take(packet, candidate, {network_.channel({head.at}, {candidate.port}), v});
    }
    escape_everywhere = escape_everywhere && offered;
    for (auto const phase : possible.diversions) {
      Move move;
      for (std::uint32_t intermediate = 0; intermediate < network_.num_routers(); ++intermediate)
        if (intermediate != head.at && routing_.may_be_intermediate(head.at, intermediate))
          move.next.emplace_back(state.with_phase(phase), intermediate, true);
      add(packet, std::move(move));
    }
  }
  void take(Packet const& packet, routing::Candidate const& candidate, VirtualChannel next) {
    auto const& [state, target, to_intermediate] = packet;
    used.insert(next);
    if (candidate.escape) escapes.insert(next);
    if (!state.is_at_source()) dependencies.emplace(state.channel(), next);
    Move move{next, candidate.escape, {}};
    bool const arrives = network_.target(next.channel).v == target;
    if (!arrives) move.next.emplace_back(PacketState::in(next, candidate.phase), target, to_intermediate);
    if (arrives && to_intermediate)
      for (std::uint32_t d = 0; d < network_.num_routers(); ++d)
        if (d != target)
          move.next.emplace_back(PacketState::in(next, routing_.after_intermediate(candidate.phase)), d,
                                 false);
    add(packet, std::move(move));
  }
  void add(Packet const& packet, Move move) {
    for (auto const& next : move.next) visit(next);
    moves_.at(packet).push_back(std::move(move));
  }

  Network const& network_;
  routing::ChannelRouting const& routing_;
  std::map<Packet, std::vector<Move>> moves_;
  std::vector<Packet> open_;
};

}  // namespace weft::deadlock
